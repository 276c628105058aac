import { type RawBuilder, sql } from "kysely";
import type { ResealKeys, SealedTextStore } from "../domain/sealed-text.ts";
import { sealedUnder } from "../domain/vault.ts";
import { sealBytes } from "./column-cipher.ts";
import { SEALED_COLUMNS, type SealedColumn } from "./sealed-columns.ts";
import type { Database, Queryable } from "./tables.ts";

/** All that is sealed, by its columns. */
export const sealedTexts = (db: Database): SealedTextStore => ({
  countOthers: async (keyIds) => {
    let count = 0;
    for (const column of SEALED_COLUMNS) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(column.table)} where ${isOther(column, keyIds)}
      `.execute(db);
      count += Number(rows[0]?.count ?? 0);
    }
    return count;
  },

  sealPlain: async () => {
    const places = PLAIN_ONCE.map(({ table, column }) => `${table}.${column}`).join(" ");
    const mark = await db
      .selectFrom("mark")
      .select("value")
      .where("name", "=", SEALED_COLUMNS_SETTING)
      .executeTakeFirst();
    if (mark?.value === places) return false;
    let count = 0;
    for (const column of PLAIN_ONCE)
      for (let changes = 1; changes > 0; count += changes) changes = await sealColumn(db, column);
    const row = { name: SEALED_COLUMNS_SETTING, value: places };
    await db
      .insertInto("mark")
      .values(row)
      .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
      .execute();
    return count > 0;
  },

  reseal: async (keyIds, reseal, limit) => {
    for (const column of SEALED_COLUMNS) {
      const changes = await resealColumn(db, column, { keyIds, reseal, limit });
      if (changes > 0) return changes;
    }
    return 0;
  },
});

/** The columns that are sealed by the store itself, which they were not always. */
const PLAIN_ONCE = SEALED_COLUMNS.filter(({ place }) => place !== undefined);

/** The setting that records that a store has no unencrypted values in these columns. */
const SEALED_COLUMNS_SETTING = "sealed-columns";

const ROWS_AT_ONCE = 200;

const sealColumn = (db: Database, column: SealedColumn): Promise<number> =>
  db.transact(async (transaction) => {
    const name = sql.ref(column.column);
    const isPlain = sql<boolean>`(${name} <> '' and ${name} not like 'v2.%')`;
    const rows = await rowsWith(transaction, column, isPlain, ROWS_AT_ONCE);
    for (const row of rows) {
      const place = column.place?.(row) ?? "";
      const text = String(row[column.column]);
      const bytes = Buffer.from(text, column.isBytes ? "base64" : "utf8");
      await replaceText(transaction, column, row, sealBytes(transaction, place, bytes));
    }
    return rows.length;
  });

type Reseal = { keyIds: ResealKeys; reseal: (sealed: string) => string; limit: number };

const resealColumn = (
  db: Database,
  column: SealedColumn,
  { keyIds, reseal, limit }: Reseal,
): Promise<number> =>
  db.transact(async (transaction) => {
    const rows = await rowsWith(transaction, column, isOther(column, keyIds), limit);
    for (const row of rows) {
      const previous = String(row[column.column]);
      const updated =
        column.holds === "one"
          ? reseal(previous)
          : previous.replaceAll(sealedUnder(keyIds.old), reseal);
      await replaceText(transaction, column, row, updated);
    }
    return rows.length;
  });

type Row = Record<string, string | number>;

async function rowsWith(
  transaction: Queryable,
  { table, key, column }: SealedColumn,
  condition: RawBuilder<boolean>,
  limit: number,
): Promise<Row[]> {
  const names = [...key, column].map((name) => sql.ref(name));
  const { rows } = await sql<Row>`
    select ${sql.join(names)} from ${sql.table(table)} where ${condition} limit ${limit}
  `.execute(transaction);
  return rows;
}

/** Compare-and-set, for databases in which another process may have changed the row since it was read. */
async function replaceText(
  transaction: Queryable,
  { table, key, column }: SealedColumn,
  row: Row,
  text: string,
): Promise<void> {
  const isRow = [...key, column].map((name) => sql`${sql.ref(name)} = ${row[name]}`);
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${text} where ${sql.join(isRow, sql` and `)}
  `.execute(transaction);
}

/**
 * Only a column that is one sealed text can be checked for the current key's id; a text sealed directly has
 * no id.
 */
function isOther({ column, holds }: SealedColumn, { current, old }: ResealKeys) {
  const name = sql.ref(column);
  return holds === "one"
    ? sql<boolean>`(${name} <> '' and ${name} not like ${`v2.${current}.%`})`
    : sql<boolean>`${name} like ${`%v2.${old}.%`}`;
}
