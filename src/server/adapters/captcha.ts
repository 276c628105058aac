import { type Challenge, createChallenge, type Solution, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import { parseInput } from "../../protocol/parse-input.ts";
import type { Random } from "../domain/identifiers.ts";
import type { Captcha } from "../domain/link/attempt-guard.ts";

/** The lifetime of a challenge. */
const LIFETIME_MS = 10 * 60 * 1000;

/** The cost and the minimum number of attempts. A phone needs about a second for them. */
const ITERATIONS = 8000;
const MIN_ATTEMPTS = 100;

const SolvedChallenge = z.object({
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
const SolutionFields = z.object({ counter: z.int(), derivedKey: z.string() });

/**
 * Creates captchas with ALTCHA's proof of work, without a third party. A challenge carries its
 * binding and expiry under our signature, so open challenges need no state.
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
        counter: MIN_ATTEMPTS + (random(1)[0] ?? 0),
        data: { session: linkSessionId, solved, until: now + LIFETIME_MS },
        deriveKey,
        ...secrets,
      })),
    }),
    isSolved: async (challenge, solution, binding, now) => {
      const parsedChallenge = parseInput(SolvedChallenge, challenge);
      const parsedSolution = parseInput(SolutionFields, solution);
      if (!parsedChallenge.success || !parsedSolution.success) return false;
      const { session, solved, until } = parsedChallenge.data.parameters.data;
      if (session !== binding.linkSessionId || solved !== binding.solved || now >= until)
        return false;
      const { verified } = await verifySolution({
        challenge: parsedChallenge.data satisfies Challenge,
        solution: parsedSolution.data satisfies Solution,
        deriveKey,
        ...secrets,
      });
      return verified;
    },
  };
};
