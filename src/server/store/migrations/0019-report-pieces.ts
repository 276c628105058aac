import type { Kysely, Migration } from "kysely";
import { compressJson } from "../../domain/asset-reports/compressed-json.ts";

/** Reports in compressed pieces of bounded size, read one by one; and the pieces that are to be erased. */
export const reportPieces: Migration = { up };

/** How many entries of an account's history one piece has here; a piece made later is cut by its size. */
const ENTRIES = 200;

type Entry = { [field: string]: unknown };

type Tables = {
  asset_report_account: {
    asset_report_id: string;
    account_id: string;
    history: string;
    draft_id: string;
  };
  report_piece: {
    draft_id: string;
    account_id: string;
    part: string;
    position: number;
    body: string;
  };
};

async function up(db: Kysely<Tables>): Promise<void> {
  // No row refers to an account of a report: several reports may share its pieces.
  await db.schema
    .createTable("report_piece")
    .addColumn("draft_id", "text", (column) => column.notNull())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addColumn("part", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("report_piece_place", ["draft_id", "account_id", "part", "position"])
    .execute();
  await db.schema
    .createTable("report_erasure")
    .addColumn("draft_id", "text", (column) => column.notNull())
    .addColumn("account_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("report_erasure_draft", ["draft_id", "account_id"])
    .execute();
  await db.schema
    .alterTable("asset_report_account")
    .addColumn("draft_id", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db.schema
    .createIndex("asset_report_account_by_draft_id")
    .on("asset_report_account")
    .columns(["draft_id", "account_id"])
    .execute();
  await db.schema
    .alterTable("asset_report")
    .addColumn("has_pdf", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await cutHistories(db);
  await db.schema.alterTable("asset_report_account").dropColumn("history").execute();
}

async function cutHistories(db: Kysely<Tables>): Promise<void> {
  let last = { asset_report_id: "", account_id: "" };
  for (;;) {
    const row = await db
      .selectFrom("asset_report_account")
      .select(["asset_report_id", "account_id", "history"])
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple("asset_report_id", "account_id"),
          ">",
          tuple(last.asset_report_id, last.account_id),
        ),
      )
      .orderBy("asset_report_id")
      .orderBy("account_id")
      .executeTakeFirst();
    if (!row) return;
    last = row;
    await cutHistory(db, row);
  }
}

async function cutHistory(
  db: Kysely<Tables>,
  row: Pick<Tables["asset_report_account"], "asset_report_id" | "account_id" | "history">,
): Promise<void> {
  const history: { historical_balances: Entry[]; transactions: Entry[] } = JSON.parse(row.history);
  const place = { draft_id: row.asset_report_id, account_id: row.account_id };
  const parts = {
    balances: history.historical_balances,
    transactions: history.transactions.map(bare),
    insights: history.transactions,
  };
  for (const [part, entries] of Object.entries(parts))
    for (let from = 0; from < entries.length; from += ENTRIES) {
      const json = JSON.stringify(entries.slice(from, from + ENTRIES));
      const body = (await compressJson(json)).toString("base64");
      await db
        .insertInto("report_piece")
        .values({ ...place, part, position: from / ENTRIES, body })
        .execute();
    }
  await db
    .updateTable("asset_report_account")
    .set({ draft_id: row.asset_report_id })
    .where("asset_report_id", "=", row.asset_report_id)
    .where("account_id", "=", row.account_id)
    .execute();
}

const bare = (transaction: Entry): Entry => ({
  account_id: transaction.account_id,
  amount: transaction.amount,
  iso_currency_code: transaction.iso_currency_code,
  unofficial_currency_code: transaction.unofficial_currency_code,
  original_description: transaction.original_description,
  date: transaction.date,
  pending: transaction.pending,
  transaction_id: transaction.transaction_id,
});
