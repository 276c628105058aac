import { expect, test } from "vitest";

test("importing on a server does nothing and needs no window", async () => {
  expect(globalThis).not.toHaveProperty("document");
  const before = Object.keys(globalThis);
  const { create, createEmbedded } = await import("./module.ts");
  expect([create, createEmbedded]).toEqual([expect.any(Function), expect.any(Function)]);
  expect(Object.keys(globalThis)).toEqual(before);
});

test("create and createEmbedded on a server throw a sentence that says to call them in the browser", async () => {
  const { create, createEmbedded } = await import("./module.ts");
  const config = { token: "link-sandbox-x", onSuccess: () => undefined };
  const advice = "there is no page here; call it in the browser, e.g. in an effect or a click";
  expect(() => create(config)).toThrow(`Service.create: ${advice}`);
  expect(() => createEmbedded(config, {} as Element)).toThrow(`Service.createEmbedded: ${advice}`);
});
