import { sql } from "kysely";
import type { ResealKeys, SealedTextStore } from "../domain/sealed-text.ts";
import { sealedUnder } from "../domain/vault.ts";
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

  reseal: async (keyIds, reseal, most) => {
    for (const column of SEALED_COLUMNS) {
      const changes = await resealColumn(db, column, { keyIds, reseal, most });
      if (changes > 0) return changes;
    }
    return 0;
  },
});

type Reseal = { keyIds: ResealKeys; reseal: (sealed: string) => string; most: number };

const resealColumn = (
  db: Database,
  column: SealedColumn,
  { keyIds, reseal, most }: Reseal,
): Promise<number> =>
  db.transact(async (transaction) => {
    const names = [...column.key, column.column].map((name) => sql.ref(name));
    const { rows } = await sql<Record<string, string | number>>`
      select ${sql.join(names)} from ${sql.table(column.table)}
      where ${isOther(column, keyIds)} limit ${most}
    `.execute(transaction);
    for (const row of rows) {
      const before = String(row[column.column]);
      const after =
        column.holds === "one"
          ? reseal(before)
          : before.replaceAll(sealedUnder(keyIds.old), reseal);
      await replaceText(transaction, column, row, after);
    }
    return rows.length;
  });

/** Compare-and-set, for databases in which somebody else may have changed the row since it was read. */
async function replaceText(
  transaction: Queryable,
  { table, key, column }: SealedColumn,
  row: Record<string, string | number>,
  text: string,
): Promise<void> {
  const isRow = [...key, column].map((name) => sql`${sql.ref(name)} = ${row[name]}`);
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${text} where ${sql.join(isRow, sql` and `)}
  `.execute(transaction);
}

/** A text that is sealed directly is under no id, which only one that stands alone can be told by. */
function isOther({ column, holds }: SealedColumn, { current, old }: ResealKeys) {
  const name = sql.ref(column);
  return holds === "one"
    ? sql<boolean>`(${name} <> '' and ${name} not like ${`v2.${current}.%`})`
    : sql<boolean>`${name} like ${`%v2.${old}.%`}`;
}
