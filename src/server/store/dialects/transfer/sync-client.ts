import { type RawBuilder, sql } from "kysely";
import {
  type LiveMove,
  MoveRefusal,
  STEPS_OF_SOURCE,
  transactInRun,
} from "../../clients/live-move.ts";
import type { Database, Queryable } from "../../tables.ts";
import { quote } from "../dialect.ts";
import { partsOf, readClientIds, readDrafts } from "./client-rows.ts";
import { CLIENT_TABLES } from "./client-tables.ts";
import { CopyRefusal } from "./copy-store.ts";
import { type Columns, encodeRow, loadColumns, type Row, tableRows } from "./rows.ts";
import { placePeople } from "./shared-rows.ts";
import { TABLE_NAMES, type TableName } from "./table-keys.ts";
import { SHARED_ROWS } from "./watched-tables.ts";

const ROWS_AT_ONCE = 500;

/** Options for copying a client's rows while servers write to both stores. */
export type SyncOptions = {
  move: LiveMove;
  /** Called after each batch with the completed share of a pass, from 0 to 1; may throw to stop. */
  onBatch: (step: "copy" | "compare", share: number) => Promise<void>;
  rowsAtOnce?: number;
};

type Change = { at: number; nonce: string; name: TableName; key: readonly unknown[] };

/** The removal time that hides the arriving client, as a removed client is hidden. */
const HIDDEN_SINCE = 0;

/**
 * Copies the rows of a client while triggers note changes, and then compares each row of both
 * stores. Rows that differ are noted, too. Returns the number of compared rows. Afterwards every
 * row is either equal or noted.
 */
export const copyLiveRows = async (
  source: Database,
  target: Database,
  options: SyncOptions,
): Promise<number> => {
  const columns = await loadColumns(source);
  const { move } = options;
  const pass = { source, target, columns, ...options };
  await walkLiveBatches(pass, source, "copy", 0, async (name, rows) => {
    const { different, put } = await compareRows(pass, name, rows);
    if (different.length === 0) return;
    try {
      await transactInRun(target, move, ["arriving"], put);
    } catch (failure) {
      if (isFinal(failure)) throw failure;
      // The batch may refer to rows that were added after the copy of their table.
      await noteRows(pass, name, different);
    }
  });
  let total = 0;
  await walkLiveBatches(pass, source, "compare", 0, async (name, rows) => {
    total += rows.length;
    const { different } = await compareRows(pass, name, rows);
    await noteRows(pass, name, different);
  });
  // This pass finds rows that the source no longer has.
  await walkLiveBatches(pass, target, "compare", 0.5, async (name, rows) => {
    const table = tableRows(name, columns.get(name) ?? []);
    const known = new Set((await table.readSame(source, rows)).map(table.keyOf));
    await noteRows(
      pass,
      name,
      rows.map(table.keyOf).filter((key) => !known.has(key)),
    );
  });
  return total;
};

type Pass = SyncOptions & { source: Database; target: Database; columns: Columns };

async function walkLiveBatches(
  pass: Pass,
  db: Database,
  step: "copy" | "compare",
  from: number,
  use: (name: TableName, rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  const { move, columns, onBatch, rowsAtOnce = ROWS_AT_ONCE } = pass;
  const span = step === "copy" ? 1 : 0.5;
  const ids = await readClientIds(db, move.client_id);
  for (const [at, name] of TABLE_NAMES.entries())
    for (const [part, table, parts] of partsOf(name, columns, ids))
      for (let after: Row | null = null; ; ) {
        const rows: Row[] = await table.read(db, after, rowsAtOnce);
        const last = rows.at(-1);
        if (!last) break;
        await use(name, rows);
        await onBatch(step, from + (span * (at + part / parts)) / TABLE_NAMES.length);
        after = last;
      }
}

/** Returns the keys of rows that differ, and a write that makes the target's rows equal. */
async function compareRows(
  { source, target, columns }: Pass,
  name: TableName,
  rows: readonly Row[],
) {
  const table = tableRows(name, columns.get(name) ?? []);
  const wanted = await convertRows(name, columns.get(name) ?? [], rows, { source, target });
  const there = new Map(
    (await table.readSame(target, wanted)).map((row) => [table.keyOf(row), encodeRow(row)]),
  );
  const differing = wanted.filter((row) => there.get(table.keyOf(row)) !== encodeRow(row));
  const put = async (transaction: Queryable) => {
    await table.put(transaction, differing);
    await requireSameRows(transaction, name, table, differing);
  };
  return { different: differing.map(table.keyOf), put };
}

/**
 * The rows as the target stores them: an arriving client is hidden, and a person may have another
 * id.
 */
async function convertRows(
  name: TableName,
  columns: readonly string[],
  rows: readonly Row[],
  { source, target }: { source: Queryable; target: Queryable },
): Promise<Row[]> {
  if (name === "client")
    return rows.map((row) => row.with(columns.indexOf("removed_at"), HIDDEN_SINCE));
  if (name !== "person_item") return [...rows];
  const place = columns.indexOf("person_id");
  const others = await placePeople(
    source,
    target,
    rows.map((row) => String(row[place])),
  );
  return rows.map((row) => row.with(place, others.get(String(row[place])) ?? row[place]));
}

/** Whether another attempt would fail as well. */
const isFinal = (failure: unknown): boolean =>
  failure instanceof CopyRefusal || failure instanceof MoveRefusal;

async function noteRows(
  { source, move }: Pass,
  name: TableName,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const { last } = await source
    .selectFrom("client_move_change")
    .select(({ fn }) => fn.max("at").as("last"))
    .executeTakeFirstOrThrow();
  const at = Number(last ?? 0) + 1;
  await transactInRun(source, move, STEPS_OF_SOURCE, (transaction) =>
    transaction
      .insertInto("client_move_change")
      .values(
        keys.map((key, n) => ({
          ...{ at, table_name: name, row_key: key },
          nonce: `${name} ${n} ${key}`,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** The number of noted changes applied at once. */
const CHANGES_AT_ONCE = 500;

/** Applies noted changes and deletes the notes; returns their number, without jobs. */
export const applyChanges = async (
  source: Database,
  target: Database,
  move: LiveMove,
): Promise<number> => {
  const columns = await loadColumns(source);
  let total = 0;
  for (let limit = CHANGES_AT_ONCE; ; ) {
    let count: number;
    try {
      count = await applySome({ source, target, columns, move }, limit);
    } catch (failure) {
      // A referenced row may be noted later.
      if (isFinal(failure) || limit >= 16 * CHANGES_AT_ONCE) throw failure;
      limit *= 4;
      continue;
    }
    total += count;
    if (count < limit) return total;
  }
};

type Sides = { source: Database; target: Database; columns: Columns; move: LiveMove };

async function applySome(sides: Sides, limit: number): Promise<number> {
  const { source, target, columns, move } = sides;
  const { client_id: clientId } = move;
  const { changes, found } = await source.transact(async (transaction) => {
    const noted = await readChanges(transaction, limit);
    const parts = new Map<TableName, { keys: Row[]; rows: Row[] }>();
    for (const name of TABLE_NAMES) {
      const own = noted.filter((change) => change.name === name);
      if (own.length === 0) continue;
      const list = columns.get(name) ?? [];
      const table = tableRows(name, list, await findOwn(transaction, name, clientId));
      const keys = [...new Map(own.map(({ key }) => [JSON.stringify(key), key])).values()];
      const keyRows = keys.map(table.makeRow);
      const current = await table.readSame(transaction, keyRows);
      const rows = await convertRows(name, list, current, { source: transaction, target });
      parts.set(name, { keys: keyRows, rows });
    }
    return { changes: noted, found: parts };
  });
  if (changes.length === 0) return 0;
  await transactInRun(target, move, ["arriving"], async (transaction) => {
    for (const name of TABLE_NAMES.toReversed()) {
      const part = found.get(name);
      if (!part || SHARED_ROWS.includes(name)) continue;
      const table = tableRows(name, columns.get(name) ?? [], matchOwn(name, clientId));
      const kept = new Set(part.rows.map(table.keyOf));
      const gone = part.keys.filter((key) => !kept.has(table.keyOf(key)));
      if (gone.length > 0) await table.remove(transaction, gone);
    }
    for (const name of TABLE_NAMES) {
      const part = found.get(name);
      if (!part) continue;
      const table = tableRows(name, columns.get(name) ?? []);
      await table.put(transaction, part.rows);
      await requireSameRows(transaction, name, table, part.rows);
    }
  });
  await transactInRun(source, move, STEPS_OF_SOURCE, (transaction) =>
    forgetChanges(transaction, changes),
  );
  return changes.length;
}

async function readChanges(db: Queryable, limit: number): Promise<Change[]> {
  const rows = await db
    .selectFrom("client_move_change")
    .selectAll()
    .where("table_name", "<>", "job")
    .orderBy("at")
    .orderBy("nonce")
    .limit(limit)
    .execute();
  return rows.map(({ at, nonce, table_name, row_key }) => ({
    ...{ at: Number(at), nonce, name: table_name as TableName },
    key: JSON.parse(row_key) as unknown[],
  }));
}

async function requireSameRows(
  db: Queryable,
  name: TableName,
  table: ReturnType<typeof tableRows>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const there = new Set((await table.readSame(db, rows)).map(encodeRow));
  if (rows.some((row) => !there.has(encodeRow(row))))
    throw new CopyRefusal("different", `its table ${name} has other values than were written`);
}

const forgetChanges = async (
  source: Queryable,
  changes: readonly { at: number; nonce: string }[],
): Promise<void> => {
  for (let from = 0; from < changes.length; from += CHANGES_AT_ONCE)
    await sql`delete from client_move_change where ${sql.join(
      changes
        .slice(from, from + CHANGES_AT_ONCE)
        .map(({ at, nonce }) => sql`(at = ${at} and nonce = ${nonce})`),
      sql` or `,
    )}`.execute(source);
};

/** The condition of the client's rows in a table. */
async function findOwn(
  db: Queryable,
  name: TableName,
  clientId: string,
): Promise<RawBuilder<unknown> | undefined> {
  const rule = CLIENT_TABLES[name];
  if (typeof rule === "string") return undefined;
  if (rule.ownerOf) return sql`${sql.raw(rule.ownerOf(name))} = ${clientId}`;
  const drafts = await readDrafts(db, clientId);
  const [condition] = rule({ clientId, drafts, items: [], grants: [] }, name);
  return condition;
}

/** The condition for rows that the source has deleted, whose parents may be deleted as well. */
function matchOwn(name: TableName, clientId: string): RawBuilder<unknown> | undefined {
  const rule = CLIENT_TABLES[name];
  if (typeof rule === "string" || !rule.ownerOf) return undefined;
  return sql.raw(`coalesce(${rule.ownerOf(name)}, ${quote(clientId)}) = ${quote(clientId)}`);
}
