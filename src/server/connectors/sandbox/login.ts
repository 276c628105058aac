import type { CredentialField } from "../../../protocol/bridge.ts";
import type { ErrorCode } from "../../../protocol/errors.ts";
import type { Language } from "../../../protocol/vocabulary.ts";
import { checkCredentials } from "../../domain/connectors/credentials.ts";
import { Fault } from "../../domain/fault.ts";
import { TEST_USERS, type TestUser } from "./accounts/account-plan.ts";
import type { CustomAccount } from "./custom/custom-account.ts";
import { customLogin } from "./custom/custom-login.ts";
import { LOGIN_ERRORS } from "./login-errors.ts";
import { type Rounds, roundsFor } from "./mfa/rounds.ts";

/** What credentials lead to. */
export type Login = {
  /** Whom it is: what is drawn for them hangs on it. */
  person: string;
  /** The user whose kind of accounts they have, or accounts of their own. */
  holds: { like: TestUser } | { written: readonly CustomAccount[] };
  /** What they are asked before they are let in. */
  rounds: Rounds;
  /** What they are told in the end in place of their accounts. */
  refusal: ErrorCode | null;
  /** Whether they have bought something new each time somebody looks. */
  isRestless: boolean;
  /** Whether a captcha is asked for, and whether its solution pleases. */
  captcha: "good" | "bad" | null;
  /** Whether micro-deposits have to prove their accounts' numbers. */
  microDeposits: boolean;
};

/** Passwords of `user_good` that ask for something beside what the institution asks further. */
const WISHES: { [password: string]: Partial<Login> } = {
  recaptcha_good: { captcha: "good" },
  recaptcha_bad: { captcha: "bad" },
  microdeposits_good: { microDeposits: true },
};

/** Has the accounts of `user_good`, takes any password, and never stops spending. */
const RESTLESS_USER = "user_transactions_dynamic";

/**
 * The login of the test user whose credentials these are. Throws what `checkCredentials` does when they
 * do not fit the form, the code that `user_good` asks for with the password `error_<CODE>`, and else
 * INVALID_CREDENTIALS. What the user typed is in none of the messages. They are asked further in their
 * language.
 */
export const logIn = (
  fields: readonly CredentialField[],
  credentials: Record<string, string>,
  language: Language = "en",
): Login => {
  checkCredentials(fields, credentials);
  const typed = ({ name }: CredentialField) => credentials[name] ?? "";
  const usernames = fields.filter(({ type }) => type === "text").map(typed);
  const isNamed = (name: string) => usernames.every((username) => username === name);

  const secrets = fields.filter(({ type }) => type === "password" || type === "pin");
  const wishes = secrets.filter((field) => !isGood(field, typed(field))).map(typed);
  const [wish = null, ...others] = new Set(wishes);
  if (others.length > 0) throw new Fault("INVALID_CREDENTIALS");

  if (isNamed("user_custom")) return customLogin(wish ?? "", language);
  if (isNamed(RESTLESS_USER))
    return { ...plain("user_good", fields, credentials), person: RESTLESS_USER, isRestless: true };
  if (isNamed("microdeposits_good") && wish === null)
    return { ...plain("user_good", fields, credentials), microDeposits: true };
  const person = TEST_USERS.find(isNamed);
  if (!person || (wish !== null && person !== "user_good")) throw new Fault("INVALID_CREDENTIALS");
  const login = plain(person, fields, credentials);
  if (wish === null) return login;
  if (Object.hasOwn(WISHES, wish)) return { ...login, ...WISHES[wish] };
  const rounds = roundsFor(person, wish, language);
  if (!rounds) throw new Fault(askedFor(wish) ?? "INVALID_CREDENTIALS");
  return { ...login, rounds };
};

/** The login of a test user who is let in at once. */
function plain(
  person: TestUser,
  fields: readonly CredentialField[],
  credentials: Record<string, string>,
): Login {
  const isBusiness = fields.some(
    ({ name, type }) => type === "select" && credentials[name] === "business",
  );
  return {
    person,
    holds: { like: isBusiness ? "user_small_business" : person },
    rounds: [],
    refusal: null,
    isRestless: false,
    captcha: null,
    microDeposits: false,
  };
}

/** A PIN takes the password as well: who fills in a form unseen gives every secret the same. */
function isGood({ type }: CredentialField, secret: string): boolean {
  return secret === "pass_good" || (type === "pin" && secret === "credential_good");
}

/** The code in `error_<CODE>`, where it is one that an institution could answer a login with. */
function askedFor(secret: string): ErrorCode | null {
  const code = secret.startsWith("error_") ? secret.slice("error_".length) : "";
  return LOGIN_ERRORS.find((known) => known === code) ?? null;
}
