/** The ways in which a grant shows pending transactions. */
export const PENDING_RULES = ["as_they_are", "left_out", "own_ids"] as const;

/**
 * `as_they_are` shows pending transactions under ids that stay the same after posting. `left_out`
 * shows posted transactions only. `own_ids` shows pending transactions under separate ids.
 */
export type PendingRule = (typeof PENDING_RULES)[number];

/** Readers that never update the amount of a known transaction. */
const READERS_THAT_KEEP_AMOUNTS = /\b(actual|firefly|budget ?board)/i;

/** Returns the proposed rule for an application by its name. */
export const proposePending = (name: string): PendingRule =>
  READERS_THAT_KEEP_AMOUNTS.test(name) ? "left_out" : "as_they_are";
