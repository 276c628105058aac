import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import type { Environment } from "../../../protocol/vocabulary.ts";

/** The allowed calls per minute, and the error code above them. */
export type Limit = { perMinute: number; sandboxPerMinute?: number; code: ErrorCode };

/** The limits of a path, per Item and per client. */
export type Limits = { item?: Limit; client?: Limit };

/** The default limits of a path. */
const EVERY_PATH: Limits = { client: { perMinute: 5000, code: "RATE_LIMIT" } };

/** The limit of session starts with one key. */
export const SESSION_STARTS: Limit = { perMinute: 600, code: "RATE_LIMIT" };

/** The limit of built search indexes, over all callers. */
export const INDEX_BUILDS: Limit = { perMinute: 60, code: "RATE_LIMIT" };

/**
 * The limit of session starts per address. The key is public in every page, so a copied key must
 * not use up the limit that all users of a client share.
 */
export const SESSION_STARTS_OF_ADDRESS: Limit = { perMinute: 120, code: "RATE_LIMIT" };

/**
 * The limit of sign-in attempts as one user of an institution without a captcha, against brute
 * force.
 */
export const SIGN_INS_AS_ONE_USER: Limit = { perMinute: 5, code: "RECAPTCHA_REQUIRED" };

/** The limit of wrong secrets for a client per address. */
export const WRONG_SECRETS: Limit = { perMinute: 10, code: "RATE_LIMIT" };

/**
 * The limit of guesses of the operator's password over all addresses, since an attacker may have
 * many. Browsers in which the operator has signed in before do not count.
 */
export const GUESSES_OF_ALL: Limit = { perMinute: 30, code: "RATE_LIMIT" };

/**
 * The limit of guesses of a member's one-time code. Someone with the password could otherwise guess
 * one of three valid codes in a million.
 */
export const GUESSES_OF_MEMBER: Limit = { perMinute: 5, code: "RATE_LIMIT" };

/**
 * The limit of a member's passkey sign-ins. A script with a key must not fill the audit log and the
 * list of sessions.
 */
export const PASSKEY_SIGN_INS: Limit = { perMinute: 10, code: "RATE_LIMIT" };

/** The operator's limits by path; 0 for no limit. */
export type LimitChanges = Record<
  string,
  { item?: number | undefined; client?: number | undefined }
>;

/** The effective limits of a path in an environment, including the operator's changes. */
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
