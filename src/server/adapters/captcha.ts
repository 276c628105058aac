import { type Challenge, createChallenge, type Solution, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import { parseInput } from "../../protocol/parse-input.ts";
import type { Random } from "../domain/identifiers.ts";
import type { Captcha } from "../domain/link/captcha.ts";

/** A challenge that takes longer to come back than this is not taken any more. */
const LIFETIME_MS = 10 * 60 * 1000;

/** What one attempt costs, and how many it takes at least; a phone is at it for about a second. */
const ITERATIONS = 8000;
const FEWEST_ATTEMPTS = 100;

const Given = z.object({
  parameters: z.object({
    algorithm: z.literal("PBKDF2/SHA-256"),
    nonce: z.string(),
    salt: z.string(),
    cost: z.literal(ITERATIONS),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    data: z.object({ session: z.string(), solved: z.int(), until: z.int() }),
  }),
  signature: z.string(),
});
const Solved = z.object({ counter: z.int(), derivedKey: z.string() });

/**
 * Captchas by ALTCHA's proof of work, without any third party. What a challenge is for and how long it
 * is good is inside of it under our signature, so that nothing has to be kept of those that are open.
 */
export const createCaptcha = (key: string, random: Random): Captcha => {
  const secrets = {
    hmacSignatureSecret: `${key}/challenge`,
    hmacKeySignatureSecret: `${key}/solution`,
  };
  return {
    challenge: async ({ linkSessionId, solved }, now) => ({
      ...(await createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost: ITERATIONS,
        counter: FEWEST_ATTEMPTS + (random(1)[0] ?? 0),
        data: { session: linkSessionId, solved, until: now + LIFETIME_MS },
        deriveKey,
        ...secrets,
      })),
    }),
    isSolved: async (challenge, solution, about, now) => {
      const given = parseInput(Given, challenge);
      const worked = parseInput(Solved, solution);
      if (!given.success || !worked.success) return false;
      const { session, solved, until } = given.data.parameters.data;
      if (session !== about.linkSessionId || solved !== about.solved || now >= until) return false;
      const { verified } = await verifySolution({
        challenge: given.data satisfies Challenge,
        solution: worked.data satisfies Solution,
        deriveKey,
        ...secrets,
      });
      return verified;
    },
  };
};
