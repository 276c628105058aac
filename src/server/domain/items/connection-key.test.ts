import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Services } from "../services.ts";
import { createVault } from "../vault.ts";
import { connectionKey, itemOfConnectionKey } from "./connection-key.ts";

const vault = createVault({ current: randomBytes(32) }, randomBytes);
const at = (now: number) => ({ vault, clock: () => now }) as Services;

test("a connection's key opens its Item for an hour", () => {
  const key = connectionKey(at(1000), "item");
  expect(itemOfConnectionKey(at(1000), key)).toBe("item");
  expect(itemOfConnectionKey(at(1000 + 3_599_999), key)).toBe("item");
  expect(() => itemOfConnectionKey(at(1000 + 3_600_000), key)).toThrow("open Link again");
});

test("a connection's key does not reveal its Item", () => {
  expect(connectionKey(at(0), "item-of-somebody")).not.toContain("item-of-somebody");
});

test("anything but a valid key is refused", () => {
  const sealedOtherwise = vault.seal("login:item", "9999999999999 item");
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constant(sealedOtherwise)), (key) => {
      expect(() => itemOfConnectionKey(at(0), key)).toThrow("open Link again");
    }),
  );
});
