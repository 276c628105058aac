import type { ErrorCode } from "../../../protocol/errors.ts";
import type { Environment } from "../../../protocol/vocabulary.ts";

/** How many calls a minute, and with which code the next one is refused. */
export type Limit = { perMinute: number; sandboxPerMinute?: number; code: ErrorCode };

/** How often a path may be called: for each Item, and by each client. */
export type Limits = { item?: Limit; client?: Limit };

/** The default of every path. */
const EVERY_PATH: Limits = { client: { perMinute: 5000, code: "RATE_LIMIT" } };

/** How many Link sessions may start with one key. */
export const SESSION_STARTS: Limit = { perMinute: 600, code: "RATE_LIMIT" };

/** How many indexes of institutions may be built, over all callers. */
export const INDEX_BUILDS: Limit = { perMinute: 60, code: "RATE_LIMIT" };

/**
 * How many of them from one address: the key is public in every page, and nobody who copies it may use
 * up the limit that all users of a client share.
 */
export const SESSION_STARTS_OF_ADDRESS: Limit = { perMinute: 120, code: "RATE_LIMIT" };

/** How many sign-in attempts as one user of an institution need no captcha: a throttle on brute force. */
export const SIGN_INS_AS_ONE_USER: Limit = { perMinute: 5, code: "RECAPTCHA_REQUIRED" };

/** How many wrong secrets may come for one client from one address. */
export const WRONG_SECRETS: Limit = { perMinute: 10, code: "RATE_LIMIT" };

/**
 * How many guesses of the operator's password may come from all addresses together, but for browsers in which the
 * operator has signed in before: many addresses are cheap.
 */
export const GUESSES_OF_ALL: Limit = { perMinute: 30, code: "RATE_LIMIT" };

/** Limits that the operator has set, by path; 0 for none at all. */
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
