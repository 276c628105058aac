import type SQLite from "better-sqlite3";
import { ERASE_CLIENT_JOB } from "../src/server/domain/clients/erase-client.ts";
import { ERASE_ITEM_JOB } from "../src/server/domain/items/erase-removed-item.ts";
import { KEPT_OF_CLIENTS, KEPT_OF_ITEMS } from "./kept-rows.ts";
import type { World } from "./world.ts";

/** The things that can be removed as a whole, by the column with their id. */
const PARENTS = [
  { column: "user_id", parent: "end_user" },
  { column: "client_id", parent: "client" },
  { column: "asset_report_id", parent: "asset_report" },
  { column: "grant_id", parent: "access_grant" },
];

/**
 * The columns that may name a removed thing, and a column whose `client_id` belongs to an
 * institution.
 */
const KEPT_OF_PARENTS: ReadonlySet<string> = new Set([
  ...KEPT_OF_CLIENTS.map(({ table }) => `${table}.client_id`),
  "institution_connection.client_id",
]);

/** The tables of the schema that have a column. */
const tablesWith = (reader: SQLite.Database, column: string): string[] =>
  reader
    .prepare<[string], string>(
      `select m.name from sqlite_master m join pragma_table_info(m.name) c
       where m.type = 'table' and c.name = ? order by m.name`,
    )
    .pluck()
    .all(column);

/**
 * The rule of removed Items: no table with an `item_id` has rows of them. Exceptions are tables
 * that keep rows on purpose, and Items whose erasure waits. A job may end its process, and must
 * succeed in the end.
 */
export const createRemovalRule = (world: World, reader: SQLite.Database): (() => void) => {
  const kept = new Set(KEPT_OF_ITEMS.map(({ table }) => table));
  const remains = tablesWith(reader, "item_id")
    .filter((table) => !kept.has(table))
    .map((table) => ({
      table,
      rows: reader
        .prepare<[], string>(
          `select item_id from ${table}
           where item_id in (
             select item_id from item where removed_at is not null
             and not exists (select 1 from job where job_id in
               ('${ERASE_ITEM_JOB}:' || item.item_id, '${ERASE_CLIENT_JOB}:' || item.client_id))
           ) limit 1`,
        )
        .pluck(),
    }));
  const orphans = PARENTS.flatMap(({ column, parent }) =>
    tablesWith(reader, column)
      .filter((table) => table !== parent && !KEPT_OF_PARENTS.has(`${table}.${column}`))
      .map((table) => ({
        name: `${table}.${column}`,
        rows: reader
          .prepare<[], string>(
            `select ${column} from ${table} where ${column} is not null and ${column} <> ''
             and not exists (select 1 from ${parent} where ${parent}.${column} = ${table}.${column})
             and not exists (select 1 from job where job_id = '${ERASE_CLIENT_JOB}:' || ${table}.${column})
             limit 1`,
          )
          .pluck(),
      })),
  );
  return () => {
    for (const { name, rows } of orphans) {
      const id = rows.get();
      world.require(id === undefined, () => `${name} keeps rows of ${String(id)}, which is gone`);
    }
    for (const { table, rows } of remains) {
      const itemId = rows.get();
      world.require(
        itemId === undefined,
        () => `${table} keeps rows of the removed Item ${String(itemId)}`,
      );
    }
  };
};
