import { sql } from "kysely";
import type { Queryable } from "../tables.ts";

/** How many rows one statement deletes, which takes some 5 ms on SQLite. */
const BATCH = 500;

/**
 * The tables with the most rows of an Item, and the column by which some rows are chosen: days by
 * their account, since all accounts share a date.
 */
export const LARGE_TABLES = [
  { table: "item_transaction", key: "transaction_id" },
  { table: "transaction_alias", key: "alias" },
  { table: "match_candidate", key: "transaction_id" },
  { table: "removed_transaction", key: "removed" },
  { table: "transaction_day", key: "account_id" },
] as const;

/** Deletes up to a number of rows of an Item; returns whether none is left. */
export const deleteSomeRowsOfItem = async (
  transaction: Queryable,
  itemId: string,
): Promise<boolean> => {
  for (const { table, key } of LARGE_TABLES) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where item_id = ${itemId} and ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where item_id = ${itemId} limit ${BATCH}
      )
    `.execute(transaction);
    if (numAffectedRows > 0n) return false;
  }
  return true;
};

/** How many rows each Item has in the large tables; no table is counted further than a limit. */
export const countRowsOfItems = async (
  transaction: Queryable,
  itemIds: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, number>> => {
  const counts = LARGE_TABLES.map(
    ({ table }) => sql`(select count(*) from (
      select 1 as one from ${sql.table(table)} as large where large.item_id = item.item_id limit ${limit}
    ) as counted)`,
  );
  const { rows } = await sql<{ itemId: string; count: number }>`
    select item_id as ${sql.id("itemId")}, ${sql.join(counts, sql` + `)} as count from item
    where item_id in (${sql.join(itemIds)})
  `.execute(transaction);
  return new Map(rows.map(({ itemId, count }) => [itemId, Number(count)]));
};
