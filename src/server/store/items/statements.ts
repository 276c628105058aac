import { sql } from "kysely";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import type { Statement, StatementStore } from "../../domain/transactions/statements/statement.ts";
import { openBytes, openText, sealBytes, sealText } from "../column-cipher.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import type { Database, Queryable } from "../tables.ts";

/** A query takes some 32,000 parameters at most, and an Item with many accounts may have more statements. */
const ROWS_AT_ONCE = 1000;

/** The statements of Items, a row for each, with its document once that was downloaded. */
export const statements = (db: Database, writeWithOutbox: WriteWithOutbox): StatementStore => ({
  list: async (itemId) => {
    const list = await db
      .selectFrom("statement_list")
      .select(["start_date", "end_date", "read_at"])
      .where("item_id", "=", itemId)
      .executeTakeFirst();
    const rows = await selectStatements(db, itemId)
      .orderBy("date", "desc")
      .orderBy("statement_id")
      .execute();
    const { start_date: from = null, end_date: to = null, read_at = null } = list ?? {};
    return {
      period: from === null || to === null ? null : { from, to },
      readAt: read_at === null ? null : Number(read_at),
      statements: rows.map((row) => toStatement(db, itemId, row)),
    };
  },

  byId: async (itemId, statementId) => {
    const row = await selectStatements(db, itemId)
      .where("statement_id", "=", statementId)
      .executeTakeFirst();
    return row ? toStatement(db, itemId, row) : null;
  },

  set: (itemId, all, { period, readAt }, jobs) =>
    writeWithOutbox(jobs, async (transaction) => {
      if (!(await markRead(transaction, itemId, readAt))) return;
      const accounts = await transaction
        .selectFrom("item_account")
        .select("account_id")
        .where("item_id", "=", itemId)
        .execute();
      const own = new Set(accounts.map(({ account_id }) => account_id));
      const present = all.filter(({ accountId }) => own.has(accountId));
      await deleteOthers(transaction, itemId, period, present);
      for (const statement of present) await insertStatement(transaction, itemId, statement);
    }),

  document: async (itemId, statementId) => {
    const row = await db
      .selectFrom("statement")
      .select("document")
      .where("item_id", "=", itemId)
      .where("statement_id", "=", statementId)
      .executeTakeFirst();
    if (row === undefined || row.document === null) return null;
    return openBytes(db, statementPlace("document", itemId, statementId), row.document);
  },

  keepDocument: async (itemId, statementId, document, keptAt) => {
    const place = statementPlace("document", itemId, statementId);
    await db
      .updateTable("statement")
      .set({ document: sealBytes(db, place, document), kept_at: keptAt })
      .where("item_id", "=", itemId)
      .where("statement_id", "=", statementId)
      .where("document", "is", null)
      .execute();
  },

  purgeDocuments: async (keptUntil) => {
    for (let count = 1n; count > 0n; ) {
      const { numAffectedRows = 0n } = await sql`
        update statement set document = null, kept_at = null where (item_id, statement_id) in (
          select item_id, statement_id from statement
          where kept_at <= ${keptUntil} limit ${DOCUMENTS_AT_ONCE}
        )
      `.execute(db);
      count = numAffectedRows;
    }
  },
});

/** How many documents one statement deletes, which bounds how long other writers wait. */
const DOCUMENTS_AT_ONCE = 100;

/** Writes the period of statements that a new Item's application has set. */
export const insertStatementPeriod = async (
  transaction: Queryable,
  itemId: string,
  { from, to }: Period,
): Promise<void> => {
  await transaction
    .insertInto("statement_list")
    .values({ item_id: itemId, start_date: from, end_date: to, read_at: null })
    .execute();
};

/** The purpose for which a column of a statement is sealed. */
export const statementPlace = (
  column: "statement_key" | "document",
  itemId: string,
  statementId: string,
): string => `statement.${column}:${itemId}:${statementId}`;

const selectStatements = (db: Queryable, itemId: string) =>
  db
    .selectFrom("statement")
    .select(["statement_id", "account_id", "date", "statement_key"])
    .where("item_id", "=", itemId);

type Row = { statement_id: string; account_id: string; date: string; statement_key: string };

const toStatement = (
  db: Queryable,
  itemId: string,
  { statement_id: statementId, account_id: accountId, date, statement_key }: Row,
): Statement => {
  const place = statementPlace("statement_key", itemId, statementId);
  return { statementId, accountId, date, key: openText(db, place, statement_key) };
};

/**
 * Sets when an Item's statements were last listed; null keeps the last time. Returns false and changes
 * nothing if the Item was removed.
 */
async function markRead(
  transaction: Queryable,
  itemId: string,
  readAt: number | null,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto("statement_list")
    .columns(["item_id", "start_date", "end_date", "read_at"])
    // A database that is strict about types takes a parameter among selected columns for a text.
    .expression(({ cast, selectFrom, val }) =>
      selectFrom("item")
        .select([
          "item_id",
          val<string | null>(null).as("start_date"),
          val<string | null>(null).as("end_date"),
          cast<number | null>(val(readAt), "bigint").as("read_at"),
        ])
        .where("item_id", "=", itemId)
        .where("removed_at", "is", null),
    )
    .onConflict((conflict) =>
      conflict
        .column("item_id")
        .doUpdateSet(readAt === null ? { item_id: itemId } : { read_at: readAt }),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Deletes the statements of a period that the institution does not list any more, except for kept documents. */
async function deleteOthers(
  transaction: Queryable,
  itemId: string,
  { from, to }: Period,
  present: readonly Statement[],
): Promise<void> {
  const ids = new Set(present.map(({ statementId }) => statementId));
  const stored = await transaction
    .selectFrom("statement")
    .select("statement_id")
    .where("item_id", "=", itemId)
    .where("document", "is", null)
    .where("date", ">=", from)
    .where("date", "<=", to)
    .execute();
  const others = stored.map(({ statement_id }) => statement_id).filter((id) => !ids.has(id));
  for (let at = 0; at < others.length; at += ROWS_AT_ONCE)
    await transaction
      .deleteFrom("statement")
      .where("item_id", "=", itemId)
      .where("document", "is", null)
      .where("statement_id", "in", others.slice(at, at + ROWS_AT_ONCE))
      .execute();
}

async function insertStatement(
  transaction: Queryable,
  itemId: string,
  { statementId, accountId, date, key }: Statement,
): Promise<void> {
  const place = statementPlace("statement_key", itemId, statementId);
  await transaction
    .insertInto("statement")
    .values({
      ...{ item_id: itemId, statement_id: statementId, account_id: accountId, date },
      statement_key: sealText(transaction, place, key),
      document: null,
    })
    .onConflict((conflict) => conflict.columns(["item_id", "statement_id"]).doNothing())
    .execute();
}
