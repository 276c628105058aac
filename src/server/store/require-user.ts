import { Fault } from "../domain/fault.ts";
import type { Queryable } from "./tables.ts";

/**
 * Locks a user within a transaction; throws INVALID_USER_ID if it was removed. Rows written under the user
 * are then either visible to its removal, or not written at all.
 */
export const requireUser = async (transaction: Queryable, userId: string): Promise<void> => {
  if (!(await lockUser(transaction, userId))) throw new Fault("INVALID_USER_ID");
};

/** Locks a user within a transaction: writing its row does that in every dialect. False if there is no such user. */
export const lockUser = async (transaction: Queryable, userId: string): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable("end_user")
    .set((row) => ({ created_at: row.ref("created_at") }))
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
