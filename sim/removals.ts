import type SQLite from "better-sqlite3";
import { KEPT_OF_ITEMS } from "./kept-rows.ts";
import type { World } from "./world.ts";

/**
 * The rule of removed Items: each table of the schema that has an `item_id` is empty of them, but for those that keep
 * their rows on purpose.
 */
export const createRemovalRule = (world: World, reader: SQLite.Database): (() => void) => {
  const kept = new Set(KEPT_OF_ITEMS.map(({ table }) => table));
  const tables = reader
    .prepare<[], string>(
      `select m.name from sqlite_master m join pragma_table_info(m.name) c
       where m.type = 'table' and c.name = 'item_id' order by m.name`,
    )
    .pluck()
    .all();
  const remains = tables
    .filter((table) => !kept.has(table))
    .map((table) => ({
      table,
      rows: reader
        .prepare<[], string>(
          `select item_id from ${table}
           where item_id in (select item_id from item where removed_at is not null) limit 1`,
        )
        .pluck(),
    }));
  return () => {
    for (const { table, rows } of remains) {
      const itemId = rows.get();
      world.require(
        itemId === undefined,
        () => `${table} keeps rows of the removed Item ${String(itemId)}`,
      );
    }
  };
};
