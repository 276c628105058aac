import { sql } from "kysely";
import type { Database, Queryable } from "../../../tables.ts";
import { listParts } from "./keep-parts.ts";
import { transactUntil } from "./stoppable.ts";

/** The table that is partitioned by Item. */
export const TRANSACTIONS = "item_transaction";

/** The name of the unfinished copy of the transactions. */
const COPY = "item_transaction_copy";

/** With 10 million Items each partition has about a terabyte. */
const PARTS = 32;

/** The number of rows that one transaction copies. */
const ROWS_AT_ONCE = 20_000;

const run = (db: Queryable, text: string) => sql.raw(text).execute(db);

/** Creates the empty copy with its partitions, unless an interrupted call has created it. */
export const startTransactions = async (db: Database): Promise<void> => {
  if ((await listParts(db, COPY)) !== null && (await isPrefix(db))) return;
  await db.transact(
    async (transaction) => {
      await run(transaction, `drop table if exists ${COPY}`);
      await run(
        transaction,
        `create table ${COPY} (like ${TRANSACTIONS} including defaults including storage,
          constraint ${COPY}_key primary key (item_id, transaction_id)) partition by hash (item_id)`,
      );
      const options = await storageOptions(transaction);
      for (let part = 0; part < PARTS; part++)
        await run(
          transaction,
          `create table ${TRANSACTIONS}_${String(part).padStart(2, "0")} partition of ${COPY}
            for values with (modulus ${PARTS}, remainder ${part}) ${options}`,
        );
    },
    { isolation: "read committed" },
  );
};

/** The table's storage parameters, such as those of autovacuum, which the partitions inherit. */
async function storageOptions(transaction: Queryable): Promise<string> {
  const { rows } = await sql<{ options: string[] | null }>`
    select reloptions as options from pg_class where oid = to_regclass(${TRANSACTIONS})`.execute(
    transaction,
  );
  const options = rows[0]?.options ?? [];
  return options.length > 0 ? `with (${options.join(", ")})` : "";
}

/**
 * Whether an interrupted copy still equals the table's first rows: a server may have written since.
 */
async function isPrefix(db: Database): Promise<boolean> {
  const last = await lastKey(db);
  if (!last) return true;
  const upTo = sql`(item_id, transaction_id) <= (${last.item}, ${last.id})`;
  const { rows } = await sql`
    (select * from ${sql.table(TRANSACTIONS)} where ${upTo} except all select * from ${sql.table(COPY)})
    union all
    (select * from ${sql.table(COPY)} except all select * from ${sql.table(TRANSACTIONS)} where ${upTo})
    limit 1`.execute(db);
  return rows.length === 0;
}

type Key = { item: string; id: string };

async function lastKey(db: Queryable): Promise<Key | undefined> {
  const { rows } = await sql<Key>`
    select item_id as item, transaction_id as id from ${sql.table(COPY)}
    order by item_id desc, transaction_id desc limit 1`.execute(db);
  return rows[0];
}

/** Copies the missing rows, a few thousand per transaction, and replaces the table by the copy. */
export const finishTransactions = (
  db: Database,
  stop: AbortSignal | undefined,
  progress: (share: number) => void,
): Promise<void> =>
  transactUntil(db, stop, async (transaction) => {
    // Readers continue and writers wait, only until the copy has replaced the table.
    await run(transaction, `lock table ${TRANSACTIONS} in share row exclusive mode`);
    const total = await countRows(transaction, TRANSACTIONS);
    let copied = await countRows(db, COPY);
    for (let last = await lastKey(db); ; ) {
      stop?.throwIfAborted();
      const rows = await copyRows(db, last);
      if (rows.count === 0) break;
      last = rows.last;
      copied += rows.count;
      progress(copied / Math.max(total, 1));
    }
    if (copied !== total)
      throw new Error(`the copy of ${TRANSACTIONS} has ${copied} rows of ${total}`);
    await replaceTable(transaction);
  });

async function countRows(db: Queryable, table: string): Promise<number> {
  const { rows } = await sql<{
    count: string;
  }>`select count(*) as count from ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.count);
}

async function copyRows(
  db: Database,
  after: Key | undefined,
): Promise<{ count: number; last: Key | undefined }> {
  const where = after ? sql`where (item_id, transaction_id) > (${after.item}, ${after.id})` : sql``;
  const { rows } = await sql<Key & { count: string }>`
    with copied as (
      insert into ${sql.table(COPY)} select * from ${sql.table(TRANSACTIONS)} ${where}
      order by item_id, transaction_id limit ${ROWS_AT_ONCE} returning item_id, transaction_id
    )
    select item_id as item, transaction_id as id, count(*) over () as count from copied
    order by item_id desc, transaction_id desc limit 1`.execute(db);
  return { count: Number(rows[0]?.count ?? 0), last: rows[0] };
}

/** Gives the copy the name, the indexes and the reference of the table. */
async function replaceTable(transaction: Queryable): Promise<void> {
  const { rows: indexes } = await sql<{ definition: string; isKey: boolean; name: string }>`
    select relname as name, indisprimary as "isKey", pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = to_regclass(${TRANSACTIONS}) order by relname`.execute(transaction);
  const { rows: references } = await sql<{ name: string; definition: string }>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = to_regclass(${TRANSACTIONS}) and contype = 'f' order by conname`.execute(
    transaction,
  );
  await run(transaction, `drop table ${TRANSACTIONS}`);
  await run(transaction, `alter table ${COPY} rename to ${TRANSACTIONS}`);
  for (const { isKey, name, definition } of indexes)
    await run(
      transaction,
      isKey ? `alter table ${TRANSACTIONS} rename constraint ${COPY}_key to "${name}"` : definition,
    );
  for (const { name, definition } of references)
    await run(transaction, `alter table ${TRANSACTIONS} add constraint "${name}" ${definition}`);
}
