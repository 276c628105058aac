import { expect, test } from "vitest";
import { openTextOften, withCipher } from "./column-cipher.ts";
import type { Database } from "./tables.ts";

test("a text that is opened often is decrypted once, and opens for its place alone", () => {
  let decryptions = 0;
  const db = withCipher({ transact: async () => undefined } as unknown as Database, {
    seal: (purpose) => `v2.${purpose}`,
    open: (purpose, sealed) => {
      decryptions++;
      if (sealed !== `v2.${purpose}`) throw new Error("it is sealed for another place");
      return Buffer.from("text");
    },
  });
  expect(openTextOften(db, "a", "v2.column:a")).toBe("text");
  expect(openTextOften(db, "a", "v2.column:a")).toBe("text");
  expect(decryptions).toBe(1);
  expect(() => openTextOften(db, "b", "v2.column:a")).toThrow("another place");
});
