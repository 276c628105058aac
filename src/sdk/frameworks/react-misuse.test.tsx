/** @jsxImportSource react */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renderToString } from "react-dom/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { framesInPage, openPage } from "./link-frame.fixture.ts";
import { useServiceLink } from "./react.ts";
import { mountHook, options } from "./react-hook.fixture.tsx";

test.each<[string, Record<string, unknown>, RegExp]>([
  [
    "another environment",
    { env: "production" },
    /^useServiceLink: the token is of sandbox, but env is production$/,
  ],
  ["an access token", { token: "access-sandbox-1" }, /an access token stays on your server$/],
  [
    "an empty token",
    { token: "" },
    /^useServiceLink: token must be a link token or a public token/,
  ],
  [
    "a misspelt option",
    { onSucess: 1 },
    /^Service\.create: onSucess is none of origin,\S+,onSuccess,/,
  ],
  ["no onSuccess", { onSuccess: undefined }, /^Service\.create: onSuccess is missing$/],
  ["an invalid callback", { onExit: "x" }, /^Service\.create: onExit must be a function$/],
])("%s is refused with a sentence that repeats no token", async (_, more, sentence) => {
  const { becomeIdle, errors, link, open } = await mountHook(options(more));
  becomeIdle();
  expect(link().ready).toBe(false);
  expect(link().error?.message).toMatch(sentence);
  expect(link().error?.message).not.toContain("5d5f6c9c");
  expect(framesInPage()).toEqual([]);
  const reported = errors().length;
  await open();
  expect(errors()).toHaveLength(reported + 1);
});

test("a corrected option is tried, and clears the error", async () => {
  const { becomeIdle, link, render } = await mountHook(options({ env: "production" }));
  await render(options({ env: "sandbox" }));
  becomeIdle();
  expect(link()).toMatchObject({ ready: true, error: null });
  expect(framesInPage()).toHaveLength(1);
});

test("a Link without any token says so when it is opened", async () => {
  const { link, open } = await mountHook(options({ token: undefined }));
  await open();
  expect(link().error?.message).toBe(
    "useServiceLink: there is no token; Link needs one, or getToken",
  );
});

test("a component that opens Link on a server is told to do so in the browser", () => {
  vi.stubGlobal("document", undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const Early = () => {
    useServiceLink(options()).open();
    return null;
  };
  expect(() => renderToString(<Early />)).toThrow(
    "useServiceLink: there is no page here; call open in the browser, as in a click",
  );
});

test("the hook outside a component names two copies of React as a cause", () => {
  openPage();
  expect(() => useServiceLink(options())).toThrow(
    /^useServiceLink: React 19\.\S+ draws no component now\. .+two copies of React \(npm ls react\)$/,
  );
});

test("the hook of one copy of React in a component of another one says so", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-react-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const copy = join(folder, "node_modules/react");
  cpSync("node_modules/react", copy, { recursive: true });
  vi.resetModules();
  vi.doMock("react", () => import(join(copy, "index.js")));
  onTestFinished(() => void vi.doUnmock("react"));
  const { useServiceLink: foreign } = await import("./react.ts");
  const page = openPage();
  const Foreign = () => {
    foreign(options());
    return null;
  };
  expect(() => renderToString(<Foreign />)).toThrow(/two copies of React/);
  expect(page.errors().join()).toContain("Invalid hook call");
});
