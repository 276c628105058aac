import { expect, test } from "vitest";

test("importing on a server does nothing and needs no window", async () => {
  expect(globalThis).not.toHaveProperty("document");
  const before = Object.keys(globalThis);
  const { create } = await import("./index.ts");
  expect(create).toBeTypeOf("function");
  expect(Object.keys(globalThis)).toEqual(before);
});
