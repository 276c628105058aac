import { Fault } from "../../domain/fault.ts";
import type { Queryable } from "../tables.ts";

/**
 * Counts one more live Item within the transaction that creates it; throws ADDITION_LIMIT at the limit.
 * A compare-and-set in one statement: no number of concurrent transactions passes the limit.
 */
export const countLiveItem = async (transaction: Queryable, limit: number): Promise<void> => {
  const { numUpdatedRows } = await transaction
    .updateTable("live_items")
    .set((live) => ({ count: live("count", "+", 1) }))
    .where("count", "<", limit)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new Fault("ADDITION_LIMIT", {
      message: `there may be ${limit} live Items in this environment, and there are; remove some first`,
    });
};

/** Subtracts one live Item; has no effect if Items are not counted. */
export const uncountLiveItem = async (transaction: Queryable): Promise<void> => {
  await transaction
    .updateTable("live_items")
    .set((live) => ({ count: live("count", "-", 1) }))
    .where("count", ">", 0)
    .execute();
};
