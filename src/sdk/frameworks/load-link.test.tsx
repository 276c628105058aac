import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadLink } from "./load-link.ts";

const service = { create: vi.fn() };
const SRC = "https://link.example/link.js";

/** The scripts that were put into the page. */
let scripts: HTMLScriptElement[];

beforeEach(() => {
  scripts = [];
  vi.spyOn(document.head, "append").mockImplementation((...nodes) => {
    scripts.push(...(nodes as HTMLScriptElement[]));
  });
});
afterEach(() => {
  Reflect.deleteProperty(window, "Service");
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const arrive = () => {
  Object.assign(window, { Service: service });
  scripts.at(-1)?.dispatchEvent(new Event("load"));
};

test("the script is loaded once, however many ask for it", async () => {
  const origin = "https://once.example";
  const loads = [loadLink({ origin }), loadLink({ origin })];
  arrive();
  expect(await Promise.all([...loads, loadLink({ origin })])).toEqual([service, service, service]);
  expect(scripts.map(({ src }) => src)).toEqual(["https://once.example/link.js"]);
});

test("after a failure the next call tries again", async () => {
  const origin = "https://again.example";
  const first = loadLink({ origin });
  scripts[0]?.dispatchEvent(new Event("error"));
  await expect(first).rejects.toThrow(
    "loadLink: https://again.example/link.js did not load; is the server up, and the address in script-src of the page's policy?",
  );
  const second = loadLink({ origin });
  arrive();
  expect(await second).toBe(service);
  expect(scripts).toHaveLength(2);
});

test("a script that never loads fails after 15 seconds, and another script is not Link's", async () => {
  vi.useFakeTimers();
  const slow = loadLink({ origin: "https://slow.example" });
  vi.advanceTimersByTime(15_000);
  await expect(slow).rejects.toThrow("https://slow.example/link.js did not load in 15 s");
  const other = loadLink({ origin: "https://other.example" });
  scripts.at(-1)?.dispatchEvent(new Event("load"));
  await expect(other).rejects.toThrow("https://other.example/link.js is not Link's script");
});

test("a tag that is in the page already is used, loaded or not", async () => {
  const own = Object.assign(document.createElement("script"), { src: SRC });
  vi.spyOn(document, "scripts", "get").mockReturnValue([own] as never);
  const load = loadLink({ origin: "https://link.example" });
  Object.assign(window, { Service: service });
  own.dispatchEvent(new Event("load"));
  expect(await load).toBe(service);
  expect(await loadLink({ origin: "https://link.example", path: "/./link.js" })).toBe(service);
  expect(scripts).toEqual([]);
});

test("a digest, a path and a nonce are the script's, and its address passes Link's own policy of trusted types", async () => {
  const createPolicy = vi.fn((_name: string, rules: object) => rules);
  vi.stubGlobal("trustedTypes", { createPolicy });
  const load = loadLink({
    origin: "https://link.example",
    path: "/link/0.1.0/link.js",
    integrity: "sha384-x",
    nonce: "n",
  });
  const [script] = scripts;
  expect(script).toMatchObject({
    src: "https://link.example/link/0.1.0/link.js",
    integrity: "sha384-x",
    crossOrigin: "anonymous",
    nonce: "n",
  });
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(["service-link"]);
  arrive();
  await load;
});

test("a wrong origin and a page that forbids the policy get a sentence", async () => {
  await expect(loadLink({ origin: "link.example" })).rejects.toThrow(
    "loadLink: origin must be like https://link.example",
  );
  vi.resetModules();
  const { loadLink: fresh } = await import("./load-link.ts");
  vi.stubGlobal("trustedTypes", {
    createPolicy: () => {
      throw new TypeError("no");
    },
  });
  await expect(fresh({ origin: "https://link.example" })).rejects.toThrow(
    "add service-link to its trusted-types",
  );
});
