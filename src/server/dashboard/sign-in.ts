import { formatCommand } from "../../protocol/brand.ts";
import { knownBrowserId, knownBrowserToken } from "../domain/dashboard/dashboard-session.ts";
import { hashPassword, isGuessable, isPassword } from "../domain/dashboard/password.ts";
import { Fault } from "../domain/fault.ts";
import { digest } from "../domain/identifiers.ts";
import { GUESSES_OF_ALL, type Limit, WRONG_SECRETS } from "../domain/limits/rate-limits.ts";
import type { Services } from "../domain/services.ts";
import {
  type ActiveSession,
  openOperatorSession,
  openSession,
  passwordKey,
  type SessionOrigin,
} from "./dashboard-session.ts";
import { isWithin, logRefusal } from "./log-refusal.ts";

/** The minimum length of the operator's password, in characters. */
export const MIN_PASSWORD_LENGTH = 12;

/** A guess takes 32 MB for a tenth of a second, so strangers and others each have a number of concurrent guesses. */
const MAX_AT_ONCE = { strangers: 4, others: 2 };

const GUESSABLE = () =>
  new Fault("INVALID_FIELD", {
    message:
      "password is one that is guessed early; several words that do not belong together are not",
    display: "This password is guessed early. Take several words that do not belong together.",
  });

export type OperatorSignIn = {
  /** Opens a session if the password is right; throws INVALID_API_KEYS otherwise. */
  signIn(
    password: string,
    from: { address: string; browserToken: string; origin: SessionOrigin },
  ): Promise<SignedIn>;
  /** Sets the password with a setup code, and opens a session. */
  setUp(code: string, password: string, address: string, origin: SessionOrigin): Promise<SignedIn>;
};

/** A session of the operator, and the token by which its browser is recognized from now on. */
type SignedIn = { session: ActiveSession; browserToken: string };

/**
 * Creates the operator's sign-in. Guesses are limited for each address and in all, independently of the API's limits. A
 * browser in which the operator has signed in before, and a setup code, have budgets of their own, which strangers
 * cannot use up.
 */
export const createOperatorSignIn = (services: Services): OperatorSignIn => {
  const { store, clock, brand, guessLimiter: limiter } = services;
  const underWay = { strangers: 0, others: 0 };
  const withGate = async <Answer>(
    who: keyof typeof underWay,
    work: () => Promise<Answer>,
  ): Promise<Answer> => {
    if (underWay[who] >= MAX_AT_ONCE[who]) throw new Fault("RATE_LIMIT", { retryAfterMs: 1000 });
    underWay[who]++;
    return work().finally(() => underWay[who]--);
  };
  return {
    signIn: async (password, { address, browserToken, origin }) => {
      const hash = await store.operator.passwordHash();
      const key = hash === null ? null : passwordKey(hash);
      const browser = key === null ? null : knownBrowserId(browserToken, key, services);
      const budgets: [string, Limit][] =
        browser === null
          ? [
              [`operator ${address}`, WRONG_SECRETS],
              ["operator", GUESSES_OF_ALL],
            ]
          : [[`operator browser ${browser}`, WRONG_SECRETS]];
      for (const [key, limit] of budgets) await limiter.check(key, limit);
      const who = browser === null ? "strangers" : "others";
      const isRight = await withGate(who, () => isPassword(password, hash));
      if (isRight && key !== null) {
        const by = { by: "password" };
        const session = await openOperatorSession(key, "operator", by, origin, services);
        return { session, browserToken: knownBrowserToken(key, services) };
      }
      for (const [key, limit] of budgets) await limiter.pass(key, limit);
      let mayGuess = true;
      for (const [key, limit] of budgets)
        mayGuess = mayGuess && (await isWithin(limiter.check(key, limit)));
      const lockOut = { action: "operator.lock_out", subject: "operator" } as const;
      if (!mayGuess) await logRefusal(address, lockOut, services);
      throw new Fault("INVALID_API_KEYS", {
        message: "this is not the operator's password",
        display: "This is not the operator's password.",
      });
    },

    setUp: async (code, password, address, origin) => {
      if (isGuessable(password, [brand.name])) throw GUESSABLE();
      const guesses = `setup ${address}`;
      await limiter.check(guesses, WRONG_SECRETS);
      if (await store.operator.hasSetupCode(digest(code), clock())) {
        const hash = await withGate("others", () => hashPassword(password, services.random));
        const isSet = await store.transact(async (transaction) => {
          const isGood = await transaction.operator.setPassword(hash, digest(code), clock());
          const actor = { kind: "dashboard", name: "setup code" } as const;
          const record = { action: "operator.set_password", subject: "operator" } as const;
          if (isGood) await transaction.audit.append({ at: clock(), actor, ...record });
          return isGood;
        });
        if (isSet) {
          const owner = { kind: "operator", member: null } as const;
          const session = await openSession(owner, passwordKey(hash), origin, services);
          return { session, browserToken: knownBrowserToken(passwordKey(hash), services) };
        }
      }
      await limiter.pass(guesses, WRONG_SECRETS);
      throw new Fault("INVALID_FIELD", {
        message: "the setup code is unknown, used or expired",
        display: `This address was used, or is too old. Make another one with: ${formatCommand(brand, "dashboard setup")}`,
      });
    },
  };
};
