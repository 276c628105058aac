import type { Kysely, Migration } from "kysely";

/** Whom a failed sign-in was of, so that its user is mailed once, in however many parts they are told. */
export const noticeRecipients: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  const table = () => db.schema.alterTable("failed_sign_in");
  await table().addColumn("recipient_digest", "text").execute();
  await table()
    .addColumn("is_mailed", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex("failed_sign_in_by_client_id_recipient_digest")
    .on("failed_sign_in")
    .columns(["client_id", "recipient_digest"])
    .execute();
  // The one above begins with the same column.
  await db.schema.dropIndex("failed_sign_in_by_client_id").execute();
}
