import { sql } from "kysely";
import { FENCE } from "../../clients/live-move.ts";
import type { Database } from "../../tables.ts";
import { type Guard, MOVING, quote, type WatchedTable } from "../dialect.ts";

const OPERATIONS = ["insert", "update", "delete"] as const;

/**
 * Creates the triggers in a write transaction. SQLite runs one write transaction at a time, so no
 * other write is in progress.
 */
export const startWatch = (
  db: Database,
  clientId: string,
  tables: readonly WatchedTable[],
  guard?: Guard,
): Promise<void> =>
  db.transact(async (transaction) => {
    await guard?.(transaction);
    for (const table of tables)
      for (const operation of OPERATIONS) {
        const name = nameTrigger(table.name, operation);
        await sql.raw(`drop trigger if exists ${name}`).execute(transaction);
        await sql
          .raw(`create trigger ${name} ${writeBody(table, operation, quote(clientId))}`)
          .execute(transaction);
      }
  });

export const stopWatch = (db: Database, tables: readonly string[], guard?: Guard): Promise<void> =>
  db.transact(async (transaction) => {
    await guard?.(transaction);
    for (const table of tables)
      for (const operation of OPERATIONS)
        await sql
          .raw(`drop trigger if exists ${nameTrigger(table, operation)}`)
          .execute(transaction);
  });

const nameTrigger = (table: string, operation: string): string =>
  `client_move_${table}_${operation}`;

const STATE = `(select value from mark where name = ${quote(FENCE)})`;

function writeBody(
  { name, key, ownerOf, fence }: WatchedTable,
  operation: (typeof OPERATIONS)[number],
  client: string,
): string {
  const images = { insert: ["new"], update: ["old", "new"], delete: ["old"] }[operation];
  const testAny = (test: (image: string) => string) => images.map(test).join(" or ");
  // A row without a parent was deleted by the cascade, and may be the client's.
  const isNoted = ownerOf
    ? testAny((image) => `coalesce(${ownerOf(image)}, ${client}) = ${client}`)
    : "true";
  const shut = operation === "delete" ? "'closed'" : "'closed', 'left'";
  const refusal =
    fence === "none" || !ownerOf
      ? ""
      : `select raise(${fence === "skip" ? "ignore" : `abort, ${quote(MOVING)}`})
          where (${testAny((image) => `${ownerOf(image)} = ${client}`)}) and ${STATE} in (${shut});`;
  const notes = images.map((image) => {
    const isSame = key.map((column) => `old.${column} is new.${column}`).join(" and ");
    const once = operation === "update" && image === "old" ? ` and not (${isSame})` : "";
    const values = key.map((column) => `${image}.${column}`).join(", ");
    return `insert into client_move_change (at, nonce, table_name, row_key)
      select (select coalesce(max(at), 0) + 1 from client_move_change), '', ${quote(name)}, json_array(${values})
      where ${STATE} ${fence === "none" ? "is not null" : "= 'open'"}${once};`;
  });
  return `before ${operation} on ${name} when ${isNoted} begin ${refusal} ${notes.join(" ")} end`;
}
