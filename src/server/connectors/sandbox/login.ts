import type { CredentialField } from "../../../protocol/bridge.ts";
import { ERRORS, type ErrorCode } from "../../../protocol/errors.ts";
import { Fault } from "../../domain/fault.ts";
import { TEST_USERS, type TestUser } from "./accounts/account-plan.ts";
import type { CustomAccount } from "./custom/custom-account.ts";
import { customLogin } from "./custom/custom-login.ts";
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
};

/** Has the accounts of `user_good`, takes any password, and never stops spending. */
const RESTLESS_USER = "user_transactions_dynamic";

/**
 * The login of the test user whose credentials these are. Throws MISSING_FIELDS or UNKNOWN_FIELDS when
 * they do not fit the form, the code that `user_good` asks for with the password `error_<CODE>`, and
 * else INVALID_CREDENTIALS. What the user typed is in none of the messages.
 */
export const logIn = (
  fields: readonly CredentialField[],
  credentials: Record<string, string>,
): Login => {
  checkFields(fields, credentials);
  const typed = ({ name }: CredentialField) => credentials[name] ?? "";
  const usernames = fields.filter(({ type }) => type === "text").map(typed);
  const isNamed = (name: string) => usernames.every((username) => username === name);

  const secrets = fields.filter(({ type }) => type === "password");
  const wishes = secrets.filter((field) => !isGood(field, typed(field))).map(typed);
  const [wish = null, ...others] = new Set(wishes);
  if (others.length > 0) throw new Fault("INVALID_CREDENTIALS");

  if (isNamed("user_custom")) return customLogin(wish ?? "");
  if (isNamed(RESTLESS_USER)) return letIn(RESTLESS_USER, "user_good", { isRestless: true });
  const person = TEST_USERS.find(isNamed);
  if (person && wish === null) return letIn(person, person);
  if (person !== "user_good" || wish === null) throw new Fault("INVALID_CREDENTIALS");
  const rounds = roundsFor(person, wish);
  if (!rounds) throw new Fault(askedFor(wish) ?? "INVALID_CREDENTIALS");
  return letIn(person, person, { rounds });
};

/** The login of a person who has what a test user has. */
const letIn = (person: string, like: TestUser, asked: Partial<Login> = {}): Login => ({
  person,
  holds: { like },
  rounds: [],
  refusal: null,
  isRestless: false,
  ...asked,
});

function checkFields(fields: readonly CredentialField[], credentials: Record<string, string>) {
  const names = fields.map(({ name }) => name);
  const missing = names.filter((name) => !Object.hasOwn(credentials, name));
  if (missing.length > 0) throw fieldsFault("MISSING_FIELDS", "are missing", missing);
  const unknown = Object.keys(credentials).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw fieldsFault("UNKNOWN_FIELDS", "are not known", unknown);
}

function fieldsFault(code: ErrorCode, trouble: string, names: string[]): Fault {
  return new Fault(code, { message: `credential fields ${trouble}: ${names.join(", ")}` });
}

/** A PIN takes the password as well: who fills in a form unseen gives every secret the same. */
function isGood({ name }: CredentialField, secret: string): boolean {
  return secret === "pass_good" || (name === "pin" && secret === "credential_good");
}

/** The code in `error_<CODE>`, where it is one that an institution could answer a login with. */
function askedFor(secret: string): ErrorCode | null {
  const code = secret.startsWith("error_") ? secret.slice("error_".length) : "";
  return isErrorCode(code) && answersLogin(code) ? code : null;
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

function answersLogin(code: ErrorCode): boolean {
  const { type } = ERRORS[code];
  return type === "ITEM_ERROR" || type === "INSTITUTION_ERROR" || code === "INTERNAL_SERVER_ERROR";
}
