import { createCipheriv, hkdfSync, randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createVault, sealedUnder } from "./vault.ts";

const master = randomBytes(32);
const vault = createVault({ current: master }, randomBytes);
const otherVault = () => createVault({ current: randomBytes(32) }, randomBytes);

/** Seals a text as earlier versions did, without a data key. */
const sealDirectly = (purpose: string, text: string): string => {
  const key = Buffer.from(hkdfSync("sha256", master, "", "service-link/seal", 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
};

test("a sealed text opens again, for its purpose", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, purpose) => {
      expect(vault.open(purpose, vault.seal(purpose, text))).toBe(text);
    }),
  );
});

test("a sealed text does not open for another purpose, under another key, or with a bit changed", () => {
  const box = vault.seal("login:a", "secret");
  expect(() => vault.open("login:b", box)).toThrow();
  expect(() => otherVault().open("login:a", box)).toThrow("a master key that this server does not");
  const [version, keyId, ...parts] = box.split(".");
  for (const [at, part] of parts.entries()) {
    const bytes = Buffer.from(part, "base64url");
    for (let index = 0; index < bytes.length; index++) {
      const forgery = Buffer.from(bytes);
      forgery.writeUInt8(forgery.readUInt8(index) ^ 1, index);
      const forgedText = parts.with(at, forgery.toString("base64url"));
      expect(() => vault.open("login:a", [version, keyId, ...forgedText].join("."))).toThrow();
    }
  }
  expect(() => vault.open("login:a", `${box}.`)).toThrow();
});

test("a sealed text does not open with a part of its tag", () => {
  const [version, keyId, wrappedKey = "", body = ""] = vault.seal("p", "").split(".");
  const bytes = Buffer.from(body, "base64url");
  expect(bytes).toHaveLength(12 + 16);
  for (let length = 0; length < bytes.length; length++) {
    const part = bytes.subarray(0, length).toString("base64url");
    expect(() => vault.open("p", [version, keyId, wrappedKey, part].join("."))).toThrow();
  }
});

test("the same text is sealed differently each time", () => {
  expect(vault.seal("p", "text")).not.toBe(vault.seal("p", "text"));
});

test("an access token is the same for an Item until it is rotated", () => {
  const token = vault.accessToken("sandbox", "item", 0);
  expect(vault.accessToken("sandbox", "item", 0)).toBe(token);
  expect(vault.accessToken("sandbox", "item", 1)).not.toBe(token);
  expect(vault.accessToken("sandbox", "other", 0)).not.toBe(token);
  expect(otherVault().accessToken("sandbox", "item", 0)).not.toBe(token);
});

test("a master key of the wrong length is refused", () => {
  expect(() => createVault({ current: randomBytes(16) }, randomBytes)).toThrow("32 bytes");
});

test("the old master key opens its texts until they are resealed under the new one", () => {
  const current = randomBytes(32);
  const both = createVault({ current, old: master }, randomBytes);
  const alone = createVault({ current }, randomBytes);
  for (const sealed of [vault.seal("p", "text"), sealDirectly("p", "text")]) {
    expect(both.open("p", sealed)).toBe("text");
    expect(() => alone.open("p", sealed)).toThrow();
    const newText = both.reseal(sealed);
    expect(alone.open("p", newText)).toBe("text");
    expect(() => alone.open("q", newText)).toThrow();
    expect(() => vault.open("p", newText)).toThrow();
    expect(both.reseal(newText)).toBe(newText);
  }
  expect(() => alone.reseal(vault.seal("p", "text"))).toThrow();
});

test("a sealed text within another text is found by the id of its key", () => {
  const json = JSON.stringify([vault.seal("p", "a"), otherVault().seal("p", "b")]);
  expect(json.match(sealedUnder(vault.keyId))).toHaveLength(1);
  expect(vault.keyId).toMatch(/^[0-9a-f]{12}$/);
});

test("tokens, cursors and ids that were handed out outlive two master keys; nothing else does", () => {
  const [second, third] = [randomBytes(32), randomBytes(32)];
  const token = vault.accessToken("sandbox", "item", 0);
  const stable = vault.key("persistent-account-id");
  const cursors = [
    vault.seal("transactions-cursor:item", "1"),
    sealDirectly("transactions-cursor:item", "1"),
  ];
  const between = createVault({ current: second }, randomBytes, vault.retainedFrom(master));
  const last = createVault({ current: third }, randomBytes, between.retainedFrom(second));
  for (const rotated of [between, last]) {
    expect(rotated.accessTokens("sandbox", "item", 0)).toContain(token);
    expect(rotated.accessToken("sandbox", "item", 0)).not.toBe(token);
    expect(rotated.key("persistent-account-id")).toBe(stable);
    expect(rotated.key("captcha")).not.toBe(vault.key("captcha"));
    for (const cursor of cursors)
      expect(rotated.open("transactions-cursor:item", cursor)).toBe("1");
    expect(() => rotated.open("dashboard-session", vault.seal("dashboard-session", "1"))).toThrow();
  }
  expect(last.accessTokens("sandbox", "item", 0)).toHaveLength(3);
});
