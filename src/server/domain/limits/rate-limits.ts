import type { ErrorCode } from "../../../protocol/errors.ts";
import type { Environment } from "../../../protocol/vocabulary.ts";

/** How many calls a minute, and with which code the next one is refused. */
export type Limit = { perMinute: number; sandboxPerMinute?: number; code: ErrorCode };

/** How often a path may be called: for each Item, and by each client. */
export type Limits = { item?: Limit; client?: Limit };

/** What holds for a path that says nothing else. */
const EVERY_PATH: Limits = { client: { perMinute: 5000, code: "RATE_LIMIT" } };

/** How many Link sessions may start with one key. */
export const SESSION_STARTS: Limit = { perMinute: 600, code: "RATE_LIMIT" };

/** How many indexes of institutions may be made, for whoever asks. */
export const INDEXES_MADE: Limit = { perMinute: 60, code: "RATE_LIMIT" };

/**
 * How many of them from one address: the key is there to be read in every page, and nobody who reads it
 * may use up what all of a client's users share.
 */
export const SESSION_STARTS_OF_ADDRESS: Limit = { perMinute: 120, code: "RATE_LIMIT" };

/** How many tries to sign in as one user of an institution's are free of a captcha. */
export const SIGN_INS_AS_ONE_USER: Limit = { perMinute: 5, code: "RECAPTCHA_REQUIRED" };

/** How many wrong secrets may come for one client from one address. */
export const WRONG_SECRETS: Limit = { perMinute: 10, code: "RATE_LIMIT" };

/** Limits that whoever runs the server has set, by path; 0 for none at all. */
export type LimitChanges = Record<
  string,
  { item?: number | undefined; client?: number | undefined }
>;

/** The limits of a path in an environment, with what was set instead; without those that are none. */
export const limitsOf = (
  path: string,
  declared: Limits | undefined,
  environment: Environment,
  changes: LimitChanges,
): Limits => {
  const limits = { ...EVERY_PATH, ...declared };
  const changed = Object.hasOwn(changes, path) ? changes[path] : undefined;
  const item = effective(limits.item, environment, changed?.item);
  const client = effective(limits.client, environment, changed?.client);
  return { ...(item && { item }), ...(client && { client }) };
};

function effective(
  declared: Limit | undefined,
  environment: Environment,
  changed: number | undefined,
): Limit | undefined {
  if (changed === 0) return undefined;
  const code = declared?.code ?? "RATE_LIMIT";
  if (changed !== undefined) return { perMinute: changed, code };
  if (!declared) return undefined;
  const sandbox = environment === "sandbox" ? declared.sandboxPerMinute : undefined;
  return { perMinute: sandbox ?? declared.perMinute, code };
}
