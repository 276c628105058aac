import { Fault } from "../domain/fault.ts";
import {
  GUESSES_OF_ALL,
  GUESSES_OF_MEMBER,
  type Limit,
  WRONG_SECRETS,
} from "../domain/limits/rate-limits.ts";
import type { Services } from "../domain/services.ts";
import { isWithin, logRefusal } from "./log-refusal.ts";

/**
 * The maximum number of concurrent guesses, for strangers and others. A guess takes 32 MB for a
 * tenth of a second.
 */
const MAX_AT_ONCE = { strangers: 4, others: 2 };

const OF_ALL = { operator: GUESSES_OF_ALL, member: GUESSES_OF_MEMBER };

/** A guess of a password: its account, and its origin. */
type Guess = {
  /** The kind of account. Each kind has its own budget per address. */
  kind: "operator" | "member";
  /** The guessed account. */
  account: string;
  address: string;
  /** The id of a browser in which the account has signed in before, or null. */
  browser: string | null;
  /** The audit entry for an address that has used up its guesses. */
  lockOut: Parameters<typeof logRefusal>[1];
};

export type Guesses = {
  /** Runs work that hashes a password. */
  hash<Answer>(who: keyof typeof MAX_AT_ONCE, work: () => Promise<Answer>): Promise<Answer>;
  /**
   * Returns a guess's result; null for a wrong guess, which is counted. Throws RATE_LIMIT above the
   * budgets.
   */
  guess<Answer>(guess: Guess, verify: () => Promise<Answer | null>): Promise<Answer | null>;
};

/**
 * Creates the limits of password guesses: per address, and per account over all addresses,
 * independent of the API's limits. A known browser of the account has its own budget, which
 * strangers cannot use up.
 */
export const createGuesses = (services: Services): Guesses => {
  const { guessLimiter: limiter } = services;
  const underWay = { strangers: 0, others: 0 };
  const hash: Guesses["hash"] = async (who, work) => {
    if (underWay[who] >= MAX_AT_ONCE[who]) throw new Fault("RATE_LIMIT", { retryAfterMs: 1000 });
    underWay[who]++;
    return work().finally(() => underWay[who]--);
  };
  return {
    hash,
    guess: async ({ kind, account, address, browser, lockOut }, verify) => {
      const budgets: [string, Limit][] =
        browser === null
          ? [
              [`${kind} ${address}`, WRONG_SECRETS],
              [account, OF_ALL[kind]],
            ]
          : [[`${account} browser ${browser}`, WRONG_SECRETS]];
      for (const [key, limit] of budgets) await limiter.check(key, limit);
      const result = await hash(browser === null ? "strangers" : "others", verify);
      if (result !== null) return result;
      for (const [key, limit] of budgets) await limiter.pass(key, limit);
      let mayGuess = true;
      for (const [key, limit] of budgets)
        mayGuess = mayGuess && (await isWithin(limiter.check(key, limit)));
      if (!mayGuess) await logRefusal(address, lockOut, services);
      return null;
    },
  };
};
