import type { Role } from "./address.ts";

/** Returns the SQLSTATE or Node's error code of a failure; "" if it has no code. */
export const failureCode = (failure: unknown): string =>
  failure instanceof Error && "code" in failure ? String(failure.code) : "";

/**
 * Two transactions conflicted (40001) or deadlocked (40P01). PostgreSQL rolled one of them back,
 * and a retry may succeed.
 */
const CONFLICTS = ["40001", "40P01"];

/** A named statement that a pooler has lost (26000), or that another client has prepared (42P05). */
const LOST_NAMES = ["26000", "42P05"];

/** Whether a conflict with another transaction caused the rollback. */
export const isConflict = (failure: unknown): boolean => CONFLICTS.includes(failureCode(failure));

/** Whether a pooler mixes up the names of statements. */
export const isNameLost = (failure: unknown): boolean => LOST_NAMES.includes(failureCode(failure));

/** Whether a migration has changed the result columns of a prepared statement. */
export const isPlanOutdated = (failure: unknown): boolean =>
  failureCode(failure) === "0A000" && String(failure).includes("cached plan");

/** The server, or a proxy in between, has ended the connection. */
const ENDED = ["57P01", "57P02", "57P03", "08000", "08003", "08006", "08P01", "25P03"];

/** The server takes no writes: it is a standby, or is set to read-only. */
const READ_ONLY = "25006";

/** Our trigger refused a write, since the client moves to another cell. */
export const REFUSED_BY_FENCE = "SLMOV";

/** The server has the wrong role (object not in prerequisite state). */
const NO_STANDBY = "55000";

/** Returns a failure as PostgreSQL reports it. */
export const failureWithCode = (code: string, message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { code });

/**
 * Throws if the server of a connection has the wrong role; `value` is its `transaction_read_only`.
 */
export const requireRole = (role: Role, value: unknown): void => {
  if (role === "primary" && value === "on")
    throw failureWithCode(READ_ONLY, "cannot write in a read-only transaction");
  if (role === "standby" && value !== "on")
    throw failureWithCode(NO_STANDBY, "Connection ended: the server is no standby");
};

/**
 * Returns the failure of a `begin`. A standby refuses a serializable transaction as an unsupported
 * feature, in a localized message.
 */
export const failureOfBegin = (failure: unknown): unknown =>
  failureCode(failure) === "0A000"
    ? failureWithCode(READ_ONLY, "cannot begin a serializable transaction on a standby", failure)
    : failure;

/** Whether a failure makes the connection unusable. */
export const isConnectionLost = (failure: unknown): boolean => {
  const code = failureCode(failure);
  if (code === READ_ONLY || ENDED.includes(code) || /^E[A-Z]+$/.test(code)) return true;
  return (
    failure instanceof Error && /^(Connection|Client|Query read timeout)/.test(failure.message)
  );
};

/** Whether the driver should try the next host of the address. */
export const isElsewhere = (failure: unknown): boolean =>
  isConnectionLost(failure) ||
  failureCode(failure) === "EAI_AGAIN" ||
  (failure instanceof Error && failure.message === "timeout expired");

/** Codes with which a pooler refuses startup options: PgBouncer, and RDS Proxy. */
const STARTUP_REFUSALS = ["08P01", "0A000"];

/** Whether a pooler refused the connection because of its startup options. */
export const isStartupRefused = (failure: unknown): boolean =>
  STARTUP_REFUSALS.includes(failureCode(failure));
