import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { TOKEN_KINDS, type TokenKind, tokenPattern } from "../../protocol/link/token-kinds.ts";
import { ENVIRONMENTS } from "../../protocol/vocabulary.ts";
import {
  digest,
  isSameDigest,
  newRequestId,
  newToken,
  opaqueId,
  randomPool,
  tokenEnvironment,
} from "./identifiers.ts";

const KINDS = Object.keys(TOKEN_KINDS) as TokenKind[];

test("an opaque id has the length asked for, in letters and digits, for any randomness", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), (length) => {
      expect(opaqueId(randomBytes, length)).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`));
    }),
  );
});

test("a request_id is 15 letters and digits", () => {
  expect(newRequestId(randomBytes)).toMatch(/^[0-9A-Za-z]{15}$/);
});

test("a pool returns as many bytes as requested, and no byte twice", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(6000), { maxLength: 20 }), (sizes) => {
      const source = randomPool(randomBytes);
      const buffers = sizes.map((size) => source(size));
      expect(buffers.map(({ length }) => length)).toEqual(sizes);
      for (const [at, one] of buffers.entries())
        for (const later of buffers.slice(at + 1))
          expect(
            one.buffer !== later.buffer ||
              one.byteOffset + one.length <= later.byteOffset ||
              later.length === 0,
          ).toBe(true);
    }),
  );
});

test("every letter and digit is drawn as often as any other", () => {
  const counts = new Map<string, number>();
  for (const letter of opaqueId(randomBytes, 62_000))
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect(counts.size).toBe(62);
  expect(Math.min(...counts.values())).toBeGreaterThan(800);
  expect(Math.max(...counts.values())).toBeLessThan(1200);
});

test("a token of every kind has its format and names its environment, and is of no other kind", () => {
  for (const kind of KINDS)
    for (const environment of ENVIRONMENTS) {
      const token = newToken(kind, { environment, random: randomBytes });
      expect(token).toMatch(new RegExp(tokenPattern(kind, environment)));
      for (const other of KINDS)
        expect(tokenEnvironment(other, token)).toBe(other === kind ? environment : null);
    }
});

test("a uuid in a token is of version 4", () => {
  const token = newToken("public", { environment: "sandbox", random: randomBytes });
  expect(token).toMatch(/^public-sandbox-.{8}-.{4}-4.{3}-[89ab].{3}-.{12}$/);
});

test("text that is not a token has no environment", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const kind of KINDS) expect(tokenEnvironment(kind, text)).toBeNull();
    }),
  );
});

test("digests are equal exactly if their inputs are, and a missing one equals no other", () => {
  const anything = fc.option(fc.string().map(digest), { nil: null });
  fc.assert(
    fc.property(anything, anything, (a, b) => {
      expect(isSameDigest(a, b)).toBe(a !== null && a === b);
      expect(isSameDigest(a, a)).toBe(a !== null);
    }),
  );
  expect(isSameDigest("short", "longer")).toBe(false);
});
