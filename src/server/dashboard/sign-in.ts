import { commandOf } from "../../protocol/brand.ts";
import { isGuessable } from "../domain/dashboard/guessable-password.ts";
import { hashPassword, isPassword } from "../domain/dashboard/password.ts";
import { Fault } from "../domain/fault.ts";
import { digest } from "../domain/identifiers.ts";
import { WRONG_SECRETS } from "../domain/limits/rate-limits.ts";
import type { Services } from "../domain/services.ts";
import {
  type ActiveSession,
  openOperatorSession,
  openSession,
  operatorKey,
} from "./dashboard-session.ts";
import { isWithin, logRefusal } from "./log-refusal.ts";

/** The shortest password that an operator may set, in letters. */
export const SHORTEST_PASSWORD = 12;

/** A guess takes 32 MB for a tenth of a second: so many at once, and no more. */
const MOST_AT_ONCE = 4;

const GUESSABLE = () =>
  new Fault("INVALID_FIELD", {
    message:
      "password is one that is guessed early; several words that do not belong together are not",
    display: "This password is guessed early. Take several words that do not belong together.",
  });

export type OperatorSignIn = {
  /** Opens a session for whoever has the password; INVALID_API_KEYS otherwise. */
  signIn(password: string, address: string): Promise<ActiveSession>;
  /** Sets the password with a setup code, and opens a session. */
  setUp(code: string, password: string, address: string): Promise<ActiveSession>;
};

/** How the operator signs in; guesses are limited for each address, whatever the limits of the API. */
export const createOperatorSignIn = (services: Services): OperatorSignIn => {
  const { store, clock, brand, guessLimiter: limiter } = services;
  let underWay = 0;
  const withGate = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (underWay >= MOST_AT_ONCE) throw new Fault("RATE_LIMIT", { retryAfterMs: 1000 });
    underWay++;
    return work().finally(() => underWay--);
  };
  return {
    signIn: async (password, address) => {
      const guesses = `operator ${address}`;
      await limiter.check(guesses, WRONG_SECRETS);
      const hash = await store.operator.passwordHash();
      const isRight = await withGate(() => isPassword(password, hash));
      if (isRight && hash !== null)
        return openOperatorSession(operatorKey(hash), "operator", { by: "password" }, services);
      await limiter.pass(guesses, WRONG_SECRETS);
      const mayGuess = await isWithin(limiter.check(guesses, WRONG_SECRETS));
      const lockOut = { action: "operator.lock_out", subject: "operator" } as const;
      if (!mayGuess) await logRefusal(address, lockOut, services);
      throw new Fault("INVALID_API_KEYS", {
        message: "this is not the operator's password",
        display: "This is not the operator's password.",
      });
    },

    setUp: async (code, password, address) => {
      if (isGuessable(password, [brand.name])) throw GUESSABLE();
      const guesses = `setup ${address}`;
      await limiter.check(guesses, WRONG_SECRETS);
      if (await store.operator.hasSetupCode(digest(code), clock())) {
        const hash = await withGate(() => hashPassword(password));
        const isSet = await store.transact(async (transaction) => {
          const isGood = await transaction.operator.setPassword(hash, digest(code), clock());
          const actor = { kind: "dashboard", name: "setup code" } as const;
          const record = { action: "operator.set_password", subject: "operator" } as const;
          if (isGood) await transaction.audit.append({ at: clock(), actor, ...record });
          return isGood;
        });
        if (isSet) return openSession({ kind: "operator" }, operatorKey(hash), services);
      }
      await limiter.pass(guesses, WRONG_SECRETS);
      throw new Fault("INVALID_FIELD", {
        message: "the setup code is unknown, used or expired",
        display: `This address was used, or is too old. Make another one with: ${commandOf(brand, "dashboard setup")}`,
      });
    },
  };
};
