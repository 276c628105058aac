import { Fault } from "../domain/fault.ts";
import {
  GUESSES_OF_ALL,
  GUESSES_OF_MEMBER,
  type Limit,
  WRONG_SECRETS,
} from "../domain/limits/rate-limits.ts";
import type { Services } from "../domain/services.ts";
import { isWithin, logRefusal } from "./log-refusal.ts";

/** A guess takes 32 MB for a tenth of a second, so strangers and others each have a number of concurrent guesses. */
const MAX_AT_ONCE = { strangers: 4, others: 2 };

const OF_ALL = { operator: GUESSES_OF_ALL, member: GUESSES_OF_MEMBER };

/** A guess of a password: whose it is, and where it comes from. */
type Guess = {
  /** The kind of account, whose budget per address is its own. */
  kind: "operator" | "member";
  /** The account that is guessed at. */
  account: string;
  address: string;
  /** The id of a browser in which the account has signed in before; null for another. */
  browser: string | null;
  /** The entry of the audit log for an address that has used up its guesses. */
  lockOut: Parameters<typeof logRefusal>[1];
};

export type Guesses = {
  /** Runs work that hashes a password. */
  hash<Answer>(who: keyof typeof MAX_AT_ONCE, work: () => Promise<Answer>): Promise<Answer>;
  /** Returns the result of a guess; null for a wrong one, which is counted. Throws RATE_LIMIT beyond the budgets. */
  guess<Answer>(guess: Guess, verify: () => Promise<Answer | null>): Promise<Answer | null>;
};

/**
 * Creates the limits of password guesses: for each address and for each account over all addresses, independently of the
 * API's limits. A browser in which the account has signed in before has a budget of its own, which strangers cannot use up.
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
