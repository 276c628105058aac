import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import type { CredentialField } from "../../../protocol/link/login-form.ts";
import { DEFAULT_LANGUAGE, type Language } from "../../../protocol/vocabulary.ts";
import { checkCredentials } from "../../domain/connectors/credentials.ts";
import { Fault } from "../../domain/fault.ts";
import { TEST_USERS, type TestUser } from "./accounts/account-plan.ts";
import { BORROWER_USERS, type BorrowerUser } from "./borrowers/borrower-users.ts";
import { type CustomAccount, customUser } from "./custom/custom-user.ts";
import type { EuropeanRules } from "./european-rules.ts";
import { LOGIN_ERRORS } from "./login-errors.ts";
import { customRounds, type Rounds, roundsFor } from "./mfa.ts";

/** A sandbox login, as its credentials describe it. */
export type Login = {
  /** The person's name, the seed of everything drawn for them. */
  person: string;
  /** The source of the accounts: a test user, a borrower, or the person's own accounts. */
  source:
    | { testUser: TestUser }
    | { borrower: BorrowerUser }
    | { custom: readonly CustomAccount[] };
  /** The challenges before the login succeeds. */
  rounds: Rounds;
  /** The error that ends the login instead of accounts. */
  refusal: ErrorCode | null;
  /** Whether each look at the account adds new purchases. */
  hasNewPurchases: boolean;
  /** Whether a captcha is required, and whether its solution is accepted. */
  captcha: "good" | "bad" | null;
  /** Whether micro-deposits have to verify the account numbers. */
  microDeposits: boolean;
  /** The user's rules in addition to the bank's. */
  rules: EuropeanRules;
};

/** Passwords of `user_good` that change the login. */
const SPECIAL_PASSWORDS: { [password: string]: Partial<Login> } = {
  recaptcha_good: { captcha: "good" },
  recaptcha_bad: { captcha: "bad" },
  microdeposits_good: { microDeposits: true },
};

/** A second valid password of borrowers. */
const BORROWERS_PASSWORD = "{}";

/** A login without challenges, that is not refused. */
const PLAIN_LOGIN = {
  rounds: [],
  refusal: null,
  hasNewPurchases: false,
  captcha: null,
  microDeposits: false,
  rules: {},
} satisfies Partial<Login>;

/** A user with the accounts of `user_good`, any password, and new purchases per look. */
const DYNAMIC_USER = "user_transactions_dynamic";

/**
 * The login of a test user with these credentials, with challenges in the user's language. Throws
 * like `checkCredentials` for unsuitable credentials, the code in `user_good`'s password
 * `error_<CODE>`, and INVALID_CREDENTIALS otherwise. No message contains a typed value.
 */
export const logIn = (
  fields: readonly CredentialField[],
  credentials: Record<string, string>,
  language: Language = DEFAULT_LANGUAGE,
): Login => {
  checkCredentials(fields, credentials);
  const readInput = ({ name }: CredentialField) => credentials[name] ?? "";
  const usernames = fields.filter(({ type }) => type === "text").map(readInput);
  const hasUsername = (name: string) => usernames.every((username) => username === name);

  const secrets = fields.filter(({ type }) => type === "password" || type === "pin");
  const specialPasswords = secrets
    .filter((field) => !isGood(field, readInput(field)))
    .map(readInput);
  const [specialPassword = null, ...others] = new Set(specialPasswords);
  if (others.length > 0) throw new Fault("INVALID_CREDENTIALS");

  if (hasUsername("user_custom")) return customLogin(specialPassword ?? "", language);
  if (hasUsername(DYNAMIC_USER))
    return {
      ...loginWithoutMfa("user_good", fields, credentials),
      person: DYNAMIC_USER,
      hasNewPurchases: true,
    };
  if (hasUsername("microdeposits_good") && specialPassword === null)
    return { ...loginWithoutMfa("user_good", fields, credentials), microDeposits: true };
  const borrower = BORROWER_USERS.find(hasUsername);
  if (borrower) {
    if (specialPassword !== null && specialPassword !== BORROWERS_PASSWORD)
      throw new Fault("INVALID_CREDENTIALS");
    return { ...PLAIN_LOGIN, person: borrower, source: { borrower } };
  }
  const person = TEST_USERS.find(hasUsername);
  if (!person || (specialPassword !== null && person !== "user_good"))
    throw new Fault("INVALID_CREDENTIALS");
  const login = loginWithoutMfa(person, fields, credentials);
  if (specialPassword === null) return login;
  if (Object.hasOwn(SPECIAL_PASSWORDS, specialPassword))
    return { ...login, ...SPECIAL_PASSWORDS[specialPassword] };
  const rounds = roundsFor(person, specialPassword, language);
  if (!rounds) throw new Fault(errorCodeIn(specialPassword) ?? "INVALID_CREDENTIALS");
  return { ...login, rounds };
};

/** The login of a test user without challenges. */
function loginWithoutMfa(
  person: TestUser,
  fields: readonly CredentialField[],
  credentials: Record<string, string>,
): Login {
  const isBusiness = fields.some(
    ({ name, type }) => type === "select" && credentials[name] === "business",
  );
  return {
    ...PLAIN_LOGIN,
    person,
    source: { testUser: isBusiness ? "user_small_business" : person },
  };
}

/** A PIN also accepts the password, so that a script may fill every secret with the same value. */
function isGood({ type }: CredentialField, secret: string): boolean {
  return secret === "pass_good" || (type === "pin" && secret === "credential_good");
}

/** The code in `error_<CODE>`, if a login can be refused with it. */
function errorCodeIn(secret: string): ErrorCode | null {
  const code = secret.startsWith("error_") ? secret.slice("error_".length) : "";
  return LOGIN_ERRORS.find((loginError) => loginError === code) ?? null;
}

/** The login in `user_custom`'s password; INVALID_CREDENTIALS for any other text. */
const customLogin = (password: string, language: Language): Login => {
  const { seed, override_accounts, mfa, force_error, recaptcha, europe } = customUser(password);
  const person = seed === undefined ? "user_custom" : `user_custom ${seed}`;
  return {
    person,
    source: override_accounts ? { custom: override_accounts } : { testUser: "user_good" },
    rounds: mfa ? customRounds(mfa, person, language) : [],
    refusal: force_error ?? null,
    hasNewPurchases: false,
    captcha: recaptcha ?? null,
    microDeposits: false,
    rules: europe ?? {},
  };
};
