import type { Language } from "../../../../protocol/vocabulary.ts";
import { customRounds } from "../mfa/rounds.ts";
import type { Login } from "../sandbox-login.ts";
import { customUser } from "./custom-user.ts";

/** The login that the password of `user_custom` describes; INVALID_CREDENTIALS when it describes none. */
export const customLogin = (password: string, language: Language): Login => {
  const { seed, override_accounts, mfa, force_error, recaptcha } = customUser(password);
  const person = seed === undefined ? "user_custom" : `user_custom ${seed}`;
  return {
    person,
    source: override_accounts ? { custom: override_accounts } : { testUser: "user_good" },
    rounds: mfa ? customRounds(mfa, person, language) : [],
    refusal: force_error ?? null,
    hasNewPurchases: false,
    captcha: recaptcha ?? null,
    microDeposits: false,
  };
};
