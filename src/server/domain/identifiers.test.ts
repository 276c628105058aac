import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ENVIRONMENTS } from "../../protocol/vocabulary.ts";
import {
  digest,
  environmentToken,
  isSameDigest,
  newRequestId,
  opaqueId,
  pooled,
  tokenEnvironment,
} from "./identifiers.ts";

test("an opaque id has the length asked for, in letters and digits, whatever the randomness", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), (length) => {
      expect(opaqueId(randomBytes, length)).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`));
    }),
  );
});

test("a request_id is 15 letters and digits", () => {
  expect(newRequestId(randomBytes)).toMatch(/^[0-9A-Za-z]{15}$/);
});

test("a pool hands out as many bytes as are asked for, and none of them twice", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(6000), { maxLength: 20 }), (sizes) => {
      const source = pooled(randomBytes);
      const given = sizes.map((size) => source(size));
      expect(given.map(({ length }) => length)).toEqual(sizes);
      for (const [at, one] of given.entries())
        for (const later of given.slice(at + 1))
          expect(
            one.buffer !== later.buffer ||
              one.byteOffset + one.length <= later.byteOffset ||
              later.length === 0,
          ).toBe(true);
    }),
  );
});

test("every letter and digit is drawn as often as any other", () => {
  const drawn = new Map<string, number>();
  for (const letter of opaqueId(randomBytes, 62_000))
    drawn.set(letter, (drawn.get(letter) ?? 0) + 1);
  expect(drawn.size).toBe(62);
  expect(Math.min(...drawn.values())).toBeGreaterThan(800);
  expect(Math.max(...drawn.values())).toBeLessThan(1200);
});

test("a token names its kind and environment, and a well-formed uuid", () => {
  for (const environment of ENVIRONMENTS) {
    const token = environmentToken("public", environment, randomBytes(16));
    expect(token).toMatch(
      /^public-[a-z]+-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(tokenEnvironment("public", token)).toBe(environment);
    expect(tokenEnvironment("access", token)).toBeNull();
  }
});

test("what is not a token has no environment", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(tokenEnvironment("public", text)).toBeNull();
    }),
  );
});

test("digests are the same where what they are of is, and a missing one is like no other", () => {
  const anything = fc.option(fc.string().map(digest), { nil: null });
  fc.assert(
    fc.property(anything, anything, (one, other) => {
      expect(isSameDigest(one, other)).toBe(one !== null && one === other);
      expect(isSameDigest(one, one)).toBe(one !== null);
    }),
  );
  expect(isSameDigest("short", "longer")).toBe(false);
});
