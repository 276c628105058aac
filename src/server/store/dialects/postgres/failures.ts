const codeOf = (failure: unknown): string =>
  failure instanceof Error && "code" in failure ? String(failure.code) : "";

/** Two transactions conflicted (40001) or deadlocked (40P01): one of them was rolled back, and can run again. */
const CONFLICTS = ["40001", "40P01"];

/** A named statement that a pooler has lost (26000), or that another client has prepared (42P05). */
const LOST_NAMES = ["26000", "42P05"];

/** Whether a transaction was rolled back only since another one got in its way. */
export const isConflict = (failure: unknown): boolean => CONFLICTS.includes(codeOf(failure));

/** Whether a pooler mixes up the names of statements. */
export const isNameLost = (failure: unknown): boolean => LOST_NAMES.includes(codeOf(failure));

/** Whether a statement was prepared before a migration changed the columns of its result. */
export const isPlanOutdated = (failure: unknown): boolean =>
  codeOf(failure) === "0A000" && String(failure).includes("cached plan");

/** The server, or a proxy on the way, has ended the connection; it is of no further use. */
const ENDED = ["57P01", "57P02", "57P03", "08000", "08003", "08006", "08P01", "25P03"];

/** Whether a connection is unusable after a failure. */
export const isConnectionLost = (failure: unknown): boolean => {
  const code = codeOf(failure);
  if (ENDED.includes(code) || /^E[A-Z]+$/.test(code)) return true;
  return (
    failure instanceof Error && /^(Connection|Client|Query read timeout)/.test(failure.message)
  );
};
