import type { Kysely, Migration } from "kysely";

/** The institution's own words for a transaction apart from its body, which is answered as it stands. */
export const originalDescriptions: Migration = { up };

const BATCH = 1000;

type Tables = {
  item_transaction: {
    item_id: string;
    transaction_id: string;
    body: string;
    original_description: string | null;
  };
};

async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable("item_transaction")
    .addColumn("original_description", "text")
    .execute();
  let last = { item_id: "", transaction_id: "" };
  for (;;) {
    const rows = await db
      .selectFrom("item_transaction")
      .select(["item_id", "transaction_id", "body"])
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple("item_id", "transaction_id"), ">", tuple(last.item_id, last.transaction_id)),
      )
      .orderBy("item_id")
      .orderBy("transaction_id")
      .limit(BATCH)
      .execute();
    for (const { item_id, transaction_id, body } of rows) {
      const { original_description, ...rest } = JSON.parse(body);
      await db
        .updateTable("item_transaction")
        .set({
          body: JSON.stringify(rest),
          original_description: JSON.stringify(original_description) ?? null,
        })
        .where("item_id", "=", item_id)
        .where("transaction_id", "=", transaction_id)
        .execute();
    }
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end;
  }
}
