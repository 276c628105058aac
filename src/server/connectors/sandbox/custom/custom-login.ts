import type { Language } from "../../../../protocol/vocabulary.ts";
import { deviceRounds, questionRounds, type Rounds, selectionRounds } from "../mfa/rounds.ts";
import type { Login } from "../sandbox-login.ts";
import { type CustomUser, customUser } from "./custom-user.ts";

/** The login that the password of `user_custom` describes; INVALID_CREDENTIALS when it describes none. */
export const customLogin = (password: string, language: Language): Login => {
  const { seed, override_accounts, mfa, force_error, recaptcha } = customUser(password);
  const person = seed === undefined ? "user_custom" : `user_custom ${seed}`;
  return {
    person,
    source: override_accounts ? { custom: override_accounts } : { testUser: "user_good" },
    rounds: mfaRounds(person, mfa, language),
    refusal: force_error ?? null,
    hasNewPurchases: false,
    captcha: recaptcha ?? null,
    microDeposits: false,
  };
};

function mfaRounds(person: string, mfa: CustomUser["mfa"], language: Language): Rounds {
  switch (mfa?.type) {
    case "device":
      return deviceRounds(person);
    case "questions":
      return questionRounds(mfa.question_rounds, mfa.questions_per_round, language);
    case "selections":
      return selectionRounds(
        mfa.selection_rounds,
        mfa.questions_per_round,
        mfa.selections_per_question,
        language,
      );
    case undefined:
      return [];
  }
}
