import { createHash } from "node:crypto";
import { migrate } from "../../migrations/index.ts";
import type { Database, Queryable } from "../../tables.ts";
import { PARTIAL_COPY_SETTING } from "./copy-setting.ts";
import {
  type Columns,
  clearTable,
  countRows,
  digestRows,
  loadColumns,
  type Row,
  tableRows,
} from "./rows.ts";
import { SEEDED, TABLE_NAMES, type TableName } from "./table-keys.ts";

const ROWS_AT_ONCE = 500;

type CopyOptions = {
  /** Identifies the source store. A copy of another source is not resumed. */
  identity: string;
  /** Called with the completed share of the copy, then of the comparison, from 0 to 1. */
  progress: (step: "copy" | "compare", share: number) => void;
  rowsAtOnce?: number;
};

/** The result of a copy. Every copy of a store has the same digest, in any kind of database. */
export type CopyTotals = { rows: number; digest: string };

/** The reason why a database cannot become the copy. */
export class CopyRefusal extends Error {
  /**
   * `occupied`: the target has other data; `different`: the finished copy differs from the source.
   */
  readonly reason: "occupied" | "different";

  constructor(reason: CopyRefusal["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Copies every table of a store at rest into another database, and compares both row by row. Each batch is a
 * transaction, and rows come in key order, so an interrupted copy resumes after the last copied row. Throws a
 * `CopyRefusal`.
 */
export const copyStore = async (
  source: Queryable,
  target: Database,
  { identity, progress, rowsAtOnce = ROWS_AT_ONCE }: CopyOptions,
): Promise<CopyTotals> => {
  await migrate(target);
  await begin(target, identity);
  const columns = await loadColumns(source);
  const total = Math.max(1, await countAll(source));
  const count = (step: "copy" | "compare") => {
    let rowCount = 0;
    return (rows: number) => {
      rowCount += rows;
      progress(step, rowCount / total);
    };
  };
  const totals = count("copy");
  for (const name of TABLE_NAMES)
    await copyTable(source, target, { name, columns, rowsAtOnce, countCopy: totals });
  const answer = await compare(source, target, { columns, rowsAtOnce, count: count("compare") });
  await target.deleteFrom("mark").where("name", "=", PARTIAL_COPY_SETTING).execute();
  return answer;
};

/** Marks a database as the copy of a store, unless it already is. */
const begin = (target: Database, identity: string): Promise<void> =>
  target.transact(async (transaction) => {
    const mark = await transaction
      .selectFrom("mark")
      .select("value")
      .where("name", "=", PARTIAL_COPY_SETTING)
      .executeTakeFirst();
    if (mark?.value === identity) return;
    if (mark) throw new CopyRefusal("occupied", "it has a part of another store");
    for (const name of TABLE_NAMES)
      if (!SEEDED.includes(name) && (await countRows(transaction, name)) > 0)
        throw new CopyRefusal("occupied", "it has the data of a store");
    for (const name of SEEDED) await clearTable(transaction, name);
    await transaction
      .insertInto("mark")
      .values({ name: PARTIAL_COPY_SETTING, value: identity })
      .execute();
  });

async function countAll(db: Queryable): Promise<number> {
  let total = 0;
  for (const name of TABLE_NAMES) total += await countRows(db, name);
  return total;
}

type TableCopy = {
  name: TableName;
  columns: Columns;
  rowsAtOnce: number;
  countCopy: (rows: number) => void;
};

async function copyTable(
  source: Queryable,
  target: Database,
  { name, columns, rowsAtOnce, countCopy }: TableCopy,
): Promise<void> {
  const table = tableRows(name, columns.get(name) ?? []);
  let after: Row | null = await table.last(target);
  if (after) countCopy(await countRows(target, name));
  for (;;) {
    const rows = await table.read(source, after, rowsAtOnce);
    if (rows.length === 0) return;
    await target.transact((transaction) => table.insert(transaction, rows), {
      isolation: "read committed",
    });
    countCopy(rows.length);
    after = rows.at(-1) ?? null;
  }
}

/** Throws if a table differs between the stores; returns its row count and digest. */
async function compare(
  source: Queryable,
  target: Queryable,
  {
    columns,
    rowsAtOnce,
    count,
  }: { columns: Columns; rowsAtOnce: number; count: (rows: number) => void },
): Promise<CopyTotals> {
  const hash = createHash("sha256");
  let total = 0;
  for (const name of TABLE_NAMES) {
    const table = tableRows(name, columns.get(name) ?? []);
    const read = async (db: Queryable, onRows: (rows: number) => void) => {
      const digest = digestRows();
      for (let after: Row | null = null; ; ) {
        const rows = await table.read(db, after, rowsAtOnce);
        if (rows.length === 0) return digest.end();
        digest.add(rows);
        onRows(rows.length);
        after = rows.at(-1) ?? null;
      }
    };
    // Both reads run in parallel, since the server ends a transaction that is idle for long.
    const [first, second] = await Promise.all([read(source, count), read(target, () => {})]);
    if (first.count !== second.count || first.digest !== second.digest)
      throw new CopyRefusal(
        "different",
        `its table ${name} has ${second.count} rows that are not the ${first.count} of the source`,
      );
    hash.update(`${name} ${first.count} ${first.digest}\n`);
    total += first.count;
  }
  return { rows: total, digest: hash.digest("hex") };
}
