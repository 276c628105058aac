import { formatCommand } from "../../protocol/brand/brand.ts";
import { knownBrowserId, knownBrowserToken } from "../domain/dashboard/dashboard-session.ts";
import { hashPassword, isPassword } from "../domain/dashboard/password.ts";
import { Fault } from "../domain/fault.ts";
import { digest } from "../domain/identifiers.ts";
import { WRONG_SECRETS } from "../domain/limits/rate-limits.ts";
import type { Services } from "../domain/services.ts";
import {
  type ActiveSession,
  openOperatorSession,
  openSession,
  passwordKey,
  type SessionOrigin,
} from "./dashboard-session.ts";
import type { Guesses } from "./guesses.ts";
import { requireNotGuessable } from "./new-password.ts";

/** A signing-in browser: the network that counts its guesses, and the token that identifies it. */
export type SignInFrom = { address: string; browserToken: string; origin: SessionOrigin };

/** A session, and the token that identifies its browser from now on. */
export type SignedIn = { session: ActiveSession; browserToken: string };

export type OperatorSignIn = {
  /** Opens a session if the password is right; throws INVALID_API_KEYS otherwise. */
  signIn(password: string, from: SignInFrom): Promise<SignedIn>;
  /** Sets the password with a setup code, and opens a session. */
  setUp(code: string, password: string, from: SignInFrom): Promise<SignedIn>;
};

/**
 * Creates the operator's sign-in. Setup codes have a separate budget, which strangers cannot use
 * up.
 */
export const createOperatorSignIn = (services: Services, guesses: Guesses): OperatorSignIn => {
  const { store, clock, brand, guessLimiter: limiter } = services;
  return {
    signIn: async (password, { address, browserToken, origin }) => {
      const hash = await store.operator.passwordHash();
      const key = hash === null ? null : passwordKey(hash);
      const guess = {
        ...({ kind: "operator", account: "operator", address } as const),
        browser: key === null ? null : knownBrowserId(browserToken, key, services),
        lockOut: { action: "operator.lock_out", subject: "operator" } as const,
      };
      const rightKey = await guesses.guess(guess, async () =>
        (await isPassword(password, hash)) ? key : null,
      );
      if (rightKey === null)
        throw new Fault("INVALID_API_KEYS", {
          message: "this is not the operator's password",
          display: "This is not the operator's password.",
        });
      const by = { by: "password" };
      const session = await openOperatorSession(rightKey, "operator", by, origin, services);
      return { session, browserToken: knownBrowserToken(rightKey, services) };
    },

    setUp: async (code, password, { address, origin }) => {
      requireNotGuessable(password, [brand.name]);
      const key = `setup ${address}`;
      await limiter.check(key, WRONG_SECRETS);
      if (await store.operator.hasSetupCode(digest(code), clock())) {
        const hash = await guesses.hash("others", () => hashPassword(password, services.random));
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
      await limiter.pass(key, WRONG_SECRETS);
      throw new Fault("INVALID_FIELD", {
        message: "the setup code is unknown, used or expired",
        display: `This address was used, or is too old. Make another one with: ${formatCommand(brand, "dashboard setup")}`,
      });
    },
  };
};
