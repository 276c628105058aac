/** @jsxImportSource react */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { act, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createApp, h, nextTick, shallowRef } from "vue";
import { isLinkOpen, linkToken, meetFrame, ORIGIN, openPage } from "./link-frame.fixture.ts";
import type { EmbeddedOptions } from "./link-options.ts";
import { EmbeddedServiceLink as ReactLink } from "./react.ts";
import { EmbeddedServiceLink as VueLink } from "./vue.ts";

type Mounted = {
  render(options: EmbeddedOptions): Promise<unknown>;
  unmount(): Promise<unknown>;
};

/** Mounts the list of each framework in a container. */
const FRAMEWORKS: Record<
  string,
  (container: Element, options: EmbeddedOptions) => Promise<Mounted>
> = {
  React: async (container, options) => {
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
    const root = createRoot(container);
    const render = (current: EmbeddedOptions) =>
      act(async () =>
        root.render(
          <StrictMode>
            <ReactLink {...current} className="banks" />
          </StrictMode>,
        ),
      );
    await render(options);
    return { render, unmount: () => act(async () => root.unmount()) };
  },
  Vue: async (container, options) => {
    const current = shallowRef(options);
    const app = createApp({ setup: () => () => h(VueLink, { ...current.value, class: "banks" }) });
    app.mount(container);
    await nextTick();
    return {
      render: (changed) => {
        current.value = changed;
        return nextTick();
      },
      unmount: async () => app.unmount(),
    };
  },
  Svelte: async (target, initial) => {
    const bundler = join(import.meta.dirname, "bundle-svelte.fixture.mjs");
    const code = execFileSync(process.execPath, [bundler], { encoding: "utf8" });
    const svelte = new Function(`${code}; return app;`)();
    let change: (field: string, value: unknown) => void = () => {};
    const props = { initial, control: (given: { change: typeof change }) => ({ change } = given) };
    const component = svelte.mount(svelte.Embedded, { target, props });
    svelte.flushSync();
    return {
      render: async (options) => {
        for (const [field, value] of Object.entries(options)) change(field, value);
        svelte.flushSync();
      },
      unmount: async () => svelte.unmount(component),
    };
  },
};

describe.each(Object.entries(FRAMEWORKS))("the list in an element of %s", (_, mount) => {
  let end: Mounted["unmount"] | undefined;
  afterEach(() => end?.());

  const show = async (more: object = {}) => {
    const page = openPage();
    const container = document.body.appendChild(document.createElement("div"));
    onTestFinished(() => container.remove());
    const options = { origin: ORIGIN, token: linkToken(), onSuccess: () => {}, ...more };
    const mounted = await mount(container, options);
    let isMounted = true;
    const unmount = async () => {
      if (isMounted) await mounted.unmount();
      isMounted = false;
    };
    end = unmount;
    const frames = () =>
      [...container.querySelectorAll("*")].flatMap(({ shadowRoot }) => [
        ...(shadowRoot?.querySelectorAll("link-frame") ?? []),
      ]);
    return { ...page, ...mounted, unmount, options, frames, meet: () => meetFrame(frames()[0]) };
  };

  test("comes with a late token, and an unmount removes it without a callback", async () => {
    const onExit = vi.fn();
    const { options, frames, render, meet, unmount, errors } = await show({ token: null, onExit });
    expect(frames()).toEqual([]);
    await render({ ...options, token: linkToken(2) });
    expect(frames()).toHaveLength(1);
    const { config, say } = meet();
    expect(config).toEqual({ token: linkToken(2) });
    say({ type: "ready" });
    say({ type: "expand" });
    expect(isLinkOpen()).toBe(true);
    await unmount();
    expect(isLinkOpen()).toBe(false);
    expect(onExit).not.toHaveBeenCalled();
    expect(errors()).toEqual([]);
  });

  test("keeps its frame with other callbacks, and calls the last one", async () => {
    const [first, last] = [vi.fn(), vi.fn()];
    const { options, frames, render, meet } = await show({ onSuccess: first });
    const before = frames();
    expect(before).toHaveLength(1);
    await render({ ...options, onSuccess: last });
    expect(frames()).toEqual(before);
    const { ready, succeed } = meet();
    ready();
    succeed();
    await nextTick();
    expect(first).not.toHaveBeenCalled();
    expect(last).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(frames()).toEqual([]));
  });

  test("starts again with another token, but not before an open window is closed", async () => {
    const { options, frames, render, meet } = await show();
    const [first] = frames();
    await render({ ...options, token: linkToken(2) });
    const [second, ...others] = frames();
    expect(others).toEqual([]);
    expect(second).not.toBe(first);
    const { ready, say, leave } = meet();
    ready();
    say({ type: "expand" });
    await render({ ...options, token: linkToken(3) });
    expect(frames()).toEqual([second]);
    leave();
    await nextTick();
    expect(frames()).toHaveLength(1);
    expect(meet().config).toEqual({ token: linkToken(3) });
  });
});

test("a server draws the element, empty", () => {
  const drawn = renderToString(<ReactLink token={null} onSuccess={() => {}} className="banks" />);
  expect(drawn).toBe('<div class="banks"></div>');
});
