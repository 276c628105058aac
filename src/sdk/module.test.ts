import { expect, test } from "vitest";

test("importing on a server does nothing and needs no window", async () => {
  expect(globalThis).not.toHaveProperty("document");
  const before = Object.keys(globalThis);
  const { create } = await import("./module.ts");
  expect(create).toBeTypeOf("function");
  expect(Object.keys(globalThis)).toEqual(before);
});

test("create on a server throws one sentence that says to call it in the browser", async () => {
  const { create } = await import("./module.ts");
  expect(() => create({ token: "link-sandbox-x", onSuccess: () => undefined })).toThrow(
    /^Service\.create: there is no page here; call it in the browser, e\.g\. in an effect or a click$/,
  );
});
