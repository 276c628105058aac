import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createVault } from "./vault.ts";

const vault = createVault(randomBytes(32), randomBytes);

test("what is sealed opens again, for the purpose it was sealed for", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, purpose) => {
      expect(vault.open(purpose, vault.seal(purpose, text))).toBe(text);
    }),
  );
});

test("what is sealed does not open for another purpose, under another key, or with a bit changed", () => {
  const box = vault.seal("login:a", "secret");
  expect(() => vault.open("login:b", box)).toThrow();
  expect(() => createVault(randomBytes(32), randomBytes).open("login:a", box)).toThrow();
  const bytes = Buffer.from(box, "base64url");
  for (let at = 0; at < bytes.length; at++) {
    const forgery = Buffer.from(bytes);
    forgery.writeUInt8(forgery.readUInt8(at) ^ 1, at);
    expect(() => vault.open("login:a", forgery.toString("base64url"))).toThrow();
  }
});

test("what is sealed does not open with a part of its tag", () => {
  const box = Buffer.from(vault.seal("p", ""), "base64url");
  expect(box).toHaveLength(12 + 16);
  for (let length = 0; length < box.length; length++)
    expect(() => vault.open("p", box.subarray(0, length).toString("base64url"))).toThrow();
});

test("the same text is sealed differently each time", () => {
  expect(vault.seal("p", "text")).not.toBe(vault.seal("p", "text"));
});

test("an access token is the same for an Item until it is rotated", () => {
  const token = vault.accessToken("sandbox", "item", 0);
  expect(vault.accessToken("sandbox", "item", 0)).toBe(token);
  expect(vault.accessToken("sandbox", "item", 1)).not.toBe(token);
  expect(vault.accessToken("sandbox", "other", 0)).not.toBe(token);
  expect(createVault(randomBytes(32), randomBytes).accessToken("sandbox", "item", 0)).not.toBe(
    token,
  );
});

test("a master key of the wrong length is refused", () => {
  expect(() => createVault(randomBytes(16), randomBytes)).toThrow("32 bytes");
});
