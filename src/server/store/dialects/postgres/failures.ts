import type { Role } from "./address.ts";

/** Returns the SQLSTATE of a failure, or the code of Node's; "" for none. */
export const failureCode = (failure: unknown): string =>
  failure instanceof Error && "code" in failure ? String(failure.code) : "";

/** Two transactions conflicted (40001) or deadlocked (40P01): one of them was rolled back, and can run again. */
const CONFLICTS = ["40001", "40P01"];

/** A named statement that a pooler has lost (26000), or that another client has prepared (42P05). */
const LOST_NAMES = ["26000", "42P05"];

/** Whether a transaction was rolled back only since another one got in its way. */
export const isConflict = (failure: unknown): boolean => CONFLICTS.includes(failureCode(failure));

/** Whether a pooler mixes up the names of statements. */
export const isNameLost = (failure: unknown): boolean => LOST_NAMES.includes(failureCode(failure));

/** Whether a statement was prepared before a migration changed the columns of its result. */
export const isPlanOutdated = (failure: unknown): boolean =>
  failureCode(failure) === "0A000" && String(failure).includes("cached plan");

/** The server, or a proxy on the way, has ended the connection; it is of no further use. */
const ENDED = ["57P01", "57P02", "57P03", "08000", "08003", "08006", "08P01", "25P03"];

/** The server takes no writes: it is a standby, or was set to read only. */
const READ_ONLY = "25006";

/** A trigger of ours refused a write for a client that moves. */
export const REFUSED_BY_FENCE = "SLMOV";

/** The server has a role that is not asked for (object not in prerequisite state). */
const NO_STANDBY = "55000";

/** Returns a failure as PostgreSQL reports it. */
export const failureWithCode = (code: string, message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { code });

/** Throws if the server of a connection has another role; `value` is its `transaction_read_only`. */
export const requireRole = (role: Role, value: unknown): void => {
  if (role === "primary" && value === "on")
    throw failureWithCode(READ_ONLY, "cannot write in a read-only transaction");
  if (role === "standby" && value !== "on")
    throw failureWithCode(NO_STANDBY, "Connection ended: the server is no standby");
};

/**
 * Returns the failure of a `begin`. A standby refuses a serializable transaction as a feature that it does not
 * have, in the words of its language.
 */
export const failureOfBegin = (failure: unknown): unknown =>
  failureCode(failure) === "0A000"
    ? failureWithCode(READ_ONLY, "cannot begin a serializable transaction on a standby", failure)
    : failure;

/** Whether a connection is unusable after a failure. */
export const isConnectionLost = (failure: unknown): boolean => {
  const code = failureCode(failure);
  if (code === READ_ONLY || ENDED.includes(code) || /^E[A-Z]+$/.test(code)) return true;
  return (
    failure instanceof Error && /^(Connection|Client|Query read timeout)/.test(failure.message)
  );
};

/** Whether another host of an address may be connected to instead of this one. */
export const isElsewhere = (failure: unknown): boolean =>
  isConnectionLost(failure) ||
  failureCode(failure) === "EAI_AGAIN" ||
  (failure instanceof Error && failure.message === "timeout expired");

/** Startups that a pooler refuses because they have options: PgBouncer, and RDS Proxy. */
const STARTUP_REFUSALS = ["08P01", "0A000"];

/** Whether a connection was refused because of the options that it began with. */
export const isStartupRefused = (failure: unknown): boolean =>
  STARTUP_REFUSALS.includes(failureCode(failure));
