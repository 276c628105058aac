import { sql } from "kysely";
import { FENCE } from "../../clients/live-move.ts";
import type { Database, Queryable } from "../../tables.ts";
import { type Guard, MOVING, quote, type WatchedTable } from "../dialect.ts";
import { REFUSED_BY_FENCE } from "./failures.ts";
import { runWhenFree } from "./run-when-free.ts";

/** PostgreSQL cancels a vacuum with the lock after deadlock_timeout, which is a second. */
const PATIENCE = { lockTimeoutMs: 1500, tries: 40, pauseMs: 250 };

/** Locks one table at a time, so that a transaction with one lock waits for no other. */
export const startWatch = async (
  db: Database,
  clientId: string,
  tables: readonly WatchedTable[],
  guard?: Guard,
): Promise<void> => {
  for (const table of tables)
    await runWhenFree(
      db,
      async (transaction) => {
        await guard?.(transaction);
        await sql.raw(writeFunction(table, clientId)).execute(transaction);
        if (await isWatched(transaction, table.name)) return;
        const name = nameTrigger(table.name);
        await sql
          .raw(`create trigger ${name} before insert or update or delete on ${table.name}
          for each row execute function ${name}()`)
          .execute(transaction);
      },
      PATIENCE,
    );
};

export const stopWatch = async (
  db: Database,
  tables: readonly string[],
  guard?: Guard,
): Promise<void> => {
  for (const table of tables)
    await runWhenFree(
      db,
      async (transaction) => {
        await guard?.(transaction);
        if (await isWatched(transaction, table))
          await sql.raw(`drop trigger ${nameTrigger(table)} on ${table}`).execute(transaction);
        await sql.raw(`drop function if exists ${nameTrigger(table)}()`).execute(transaction);
      },
      PATIENCE,
    );
};

const nameTrigger = (table: string): string => `client_move_${table}`;

async function isWatched(transaction: Queryable, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_trigger
    where tgname = ${nameTrigger(table)} and tgrelid = ${table}::regclass`.execute(transaction);
  return rows.length > 0;
}

/**
 * Creates the trigger function of a table. Each writer locks the fence's mark. So the fence closes
 * only after all noting transactions have ended. A serializable transaction that began before and
 * writes later conflicts with the mark, and runs again.
 */
function writeFunction({ name, key, ownerOf, fence }: WatchedTable, clientId: string): string {
  const client = quote(clientId);
  const testAny = (test: (image: string) => string) =>
    `(tg_op <> 'INSERT' and ${test("old")}) or (tg_op <> 'DELETE' and ${test("new")})`;
  const isNoted = ownerOf
    ? testAny((image) => `coalesce(${ownerOf(image)}, ${client}) = ${client}`)
    : "true";
  const isOwn = ownerOf ? testAny((image) => `${ownerOf(image)} = ${client}`) : "false";
  const refusal =
    fence === "skip"
      ? "return null;"
      : `raise exception using errcode = ${quote(REFUSED_BY_FENCE)}, message = ${quote(MOVING)};`;
  const note = (image: string) =>
    `insert into client_move_change (at, nonce, table_name, row_key) values (
      (extract(epoch from clock_timestamp()) * 1000000)::bigint, gen_random_uuid()::text, ${quote(name)},
      json_build_array(${key.map((column) => `${image}.${column}`).join(", ")})::text);`;
  const isSame = key.map((column) => `old.${column} is not distinct from new.${column}`);
  const body = `
    declare
      state text;
    begin
      if ${isNoted} then
        select value into state from mark where mark.name = ${quote(FENCE)} for share;
        if state ${fence === "none" ? "is not null" : "= 'open'"} then
          if tg_op <> 'INSERT' then
            if tg_op = 'DELETE' or not (${isSame.join(" and ")}) then ${note("old")} end if;
          end if;
          if tg_op <> 'DELETE' then ${note("new")} end if;
        ${
          fence === "none"
            ? ""
            : `elsif state = 'closed' or (state = 'left' and tg_op <> 'DELETE') then
          if ${isOwn} then ${refusal} end if;`
        }
        end if;
      end if;
      if tg_op = 'DELETE' then return old; end if;
      return new;
    end`;
  return `create or replace function ${nameTrigger(name)}() returns trigger language plpgsql as ${quote(body)}`;
}
