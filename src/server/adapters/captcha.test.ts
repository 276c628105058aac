import { randomBytes } from "node:crypto";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { createCaptcha } from "./captcha.ts";

const NOW = Date.UTC(2026, 0, 15);
const ABOUT = { linkSessionId: "session-1", solved: 0 };
const captcha = createCaptcha("key", randomBytes);

const Challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    data: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  signature: z.string(),
});

/** A challenge after its way over the wire, and its solution. */
const solve = async (by = captcha) => {
  const challenge = Challenge.parse(JSON.parse(JSON.stringify(await by.challenge(ABOUT, NOW))));
  const solution = await solveChallenge({ challenge: challenge, deriveKey });
  if (!solution) throw new Error("the challenge can be solved");
  return { challenge: challenge, solution: { ...solution } };
};

const { challenge, solution } = await solve();

test("a solution is valid for its session and count, for ten minutes", async () => {
  expect(await captcha.isSolved(challenge, solution, ABOUT, NOW + 599_999)).toBe(true);
  expect(await captcha.isSolved(challenge, solution, ABOUT, NOW + 600_000)).toBe(false);
  for (const other of [
    { ...ABOUT, linkSessionId: "session-2" },
    { ...ABOUT, solved: 1 },
  ])
    expect(await captcha.isSolved(challenge, solution, other, NOW)).toBe(false);
});

test("a proof of work takes many attempts", () => {
  expect(challenge.parameters.cost).toBe(8000);
  expect(solution.counter).toBeGreaterThanOrEqual(100);
});

test("a challenge under another key is refused", async () => {
  const other = await solve(createCaptcha("other", randomBytes));
  expect(await captcha.isSolved(other.challenge, other.solution, ABOUT, NOW)).toBe(false);
});

test("any change of a challenge or its solution makes it invalid", async () => {
  const { parameters } = challenge;
  const forgeries = [
    { ...challenge, parameters: { ...parameters, cost: 1 } },
    { ...challenge, parameters: { ...parameters, keyPrefix: "00" } },
    { ...challenge, parameters: { ...parameters, nonce: "00" } },
    { ...challenge, parameters: { ...parameters, data: { ...parameters.data, until: NOW * 2 } } },
    { ...challenge, parameters: { ...parameters, data: { ...parameters.data, solved: 1 } } },
    { ...challenge, signature: "" },
    { parameters },
    {},
  ];
  for (const each of forgeries)
    for (const about of [ABOUT, { ...ABOUT, solved: 1 }])
      expect(await captcha.isSolved(each, solution, about, NOW)).toBe(false);
  for (const each of [
    {},
    { counter: solution.counter },
    { ...solution, derivedKey: "00" },
    { ...solution, derivedKey: parameters.keyPrefix },
    { ...solution, derivedKey: "not hexadecimal" },
    { ...solution, counter: -1 },
    { ...solution, counter: 2 ** 40 },
  ])
    expect(await captcha.isSolved(challenge, each, ABOUT, NOW)).toBe(false);
});

test("a malformed solution is refused without an error", async () => {
  const anything = fc.dictionary(fc.string(), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(anything, anything, async (anyChallenge, anySolution) => {
      expect(await captcha.isSolved(anyChallenge, anySolution, ABOUT, NOW)).toBe(false);
      expect(await captcha.isSolved(challenge, anySolution, ABOUT, NOW)).toBe(false);
    }),
  );
});
