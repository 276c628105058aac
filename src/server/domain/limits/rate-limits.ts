import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import type { Environment } from "../../../protocol/vocabulary.ts";

/** The calls allowed per minute, and the error code beyond. */
export type Limit = { perMinute: number; sandboxPerMinute?: number; code: ErrorCode };

/** The limits of a path: for each Item, and for each client. */
export type Limits = { item?: Limit; client?: Limit };

/** The default of every path. */
const EVERY_PATH: Limits = { client: { perMinute: 5000, code: "RATE_LIMIT" } };

/** The limit of Link sessions that start with one key. */
export const SESSION_STARTS: Limit = { perMinute: 600, code: "RATE_LIMIT" };

/** The limit of search indexes that are built, over all callers. */
export const INDEX_BUILDS: Limit = { perMinute: 60, code: "RATE_LIMIT" };

/**
 * The limit of session starts from one address: the key is public in every page, so a copy of it must not use
 * up the limit that all users of a client share.
 */
export const SESSION_STARTS_OF_ADDRESS: Limit = { perMinute: 120, code: "RATE_LIMIT" };

/**
 * The limit of sign-in attempts as one user of an institution without a captcha: a throttle on brute force.
 */
export const SIGN_INS_AS_ONE_USER: Limit = { perMinute: 5, code: "RECAPTCHA_REQUIRED" };

/** The limit of wrong secrets for one client from one address. */
export const WRONG_SECRETS: Limit = { perMinute: 10, code: "RATE_LIMIT" };

/**
 * The limit of guesses of the operator's password from all addresses together, except from browsers in which
 * the operator has signed in before: many addresses are cheap.
 */
export const GUESSES_OF_ALL: Limit = { perMinute: 30, code: "RATE_LIMIT" };

/**
 * Limits the guesses at one member's one-time code: somebody who knows the password has to guess
 * one of three codes in a million.
 */
export const GUESSES_OF_MEMBER: Limit = { perMinute: 5, code: "RATE_LIMIT" };

/** The limit of one member's sign-ins by passkey: a script with a key must not fill the audit log and the list of sessions. */
export const PASSKEY_SIGN_INS: Limit = { perMinute: 10, code: "RATE_LIMIT" };

/** Limits that the operator has set, by path; 0 for no limit. */
export type LimitChanges = Record<
  string,
  { item?: number | undefined; client?: number | undefined }
>;

/** The effective limits of a path in an environment, with the changes of the operator applied. */
export const limitsOf = (
  path: string,
  defaults: Limits | undefined,
  environment: Environment,
  changes: LimitChanges,
): Limits => {
  const limits = { ...EVERY_PATH, ...defaults };
  const override = Object.hasOwn(changes, path) ? changes[path] : undefined;
  const item = effective(limits.item, environment, override?.item);
  const client = effective(limits.client, environment, override?.client);
  return { ...(item && { item }), ...(client && { client }) };
};

function effective(
  limit: Limit | undefined,
  environment: Environment,
  override: number | undefined,
): Limit | undefined {
  if (override === 0) return undefined;
  const code = limit?.code ?? "RATE_LIMIT";
  if (override !== undefined) return { perMinute: override, code };
  if (!limit) return undefined;
  const sandbox = environment === "sandbox" ? limit.sandboxPerMinute : undefined;
  return { perMinute: sandbox ?? limit.perMinute, code };
}
