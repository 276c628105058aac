import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import {
  framesInPage,
  isLinkOpen,
  linkToken,
  meetFrame,
  ORIGIN,
  openPage,
} from "./link-frame.fixture.ts";

type Svelte = Pick<typeof import("svelte"), "mount" | "unmount" | "flushSync"> & {
  Connect: Parameters<typeof import("svelte").mount>[0];
};
let svelte: Svelte;

beforeAll(() => {
  const bundler = join(import.meta.dirname, "bundle-svelte.fixture.mjs");
  const code = execFileSync(process.execPath, [bundler], { encoding: "utf8" });
  svelte = new Function(`${code}; return app;`)();
});

const mountComponent = (initial: object) => {
  const page = openPage();
  const target = document.body.appendChild(document.createElement("div"));
  let controls: Record<string, (...values: unknown[]) => void> = {};
  const component = svelte.mount(svelte.Connect, {
    target,
    props: { initial, control: (given: typeof controls) => (controls = given) },
  });
  svelte.flushSync();
  let isMounted = true;
  const unmount = () => {
    if (isMounted) svelte.unmount(component);
    isMounted = false;
  };
  onTestFinished(unmount);
  const flush = (name: string, ...values: unknown[]) => {
    controls[name]?.(...values);
    svelte.flushSync();
  };
  return { ...page, button: () => target.querySelector("button"), flush, unmount };
};

const OPTIONS = { origin: ORIGIN, token: null as string | null, onSuccess: () => undefined };

test("ready follows a late token, and an unmount removes an open Link", () => {
  const { becomeIdle, button, flush, unmount } = mountComponent(OPTIONS);
  becomeIdle();
  expect(button()?.disabled).toBe(true);
  expect(framesInPage()).toEqual([]);
  flush("change", "token", linkToken());
  expect(button()?.disabled).toBe(false);
  button()?.click();
  expect(isLinkOpen()).toBe(true);
  expect(meetFrame().config).toEqual({ token: linkToken() });
  unmount();
  expect(framesInPage()).toEqual([]);
});

test("new callbacks keep the frame; a setting deep inside makes a new one", () => {
  const first = vi.fn();
  const last = vi.fn();
  const { becomeIdle, button, flush } = mountComponent({
    ...OPTIONS,
    token: linkToken(),
    onSuccess: first,
    theme: { mode: "dark" },
  });
  becomeIdle();
  const [frame] = framesInPage();
  flush("change", "onSuccess", last);
  becomeIdle();
  expect(framesInPage()).toEqual([frame]);
  button()?.click();
  meetFrame().succeed();
  expect([first.mock.calls.length, last.mock.calls.length]).toEqual([0, 1]);
  flush("theme", "light");
  becomeIdle();
  expect(framesInPage()).not.toEqual([frame]);
  expect(meetFrame().config).toMatchObject({ theme: { mode: "light" } });
});

test("wrong options are the error, which is reactive", () => {
  const { button, flush } = mountComponent({ ...OPTIONS, token: linkToken(), env: "production" });
  expect(button()?.textContent).toContain("the token is of sandbox, but env is production");
  flush("change", "env", "sandbox");
  expect(button()?.textContent).toBe("Connect");
});
