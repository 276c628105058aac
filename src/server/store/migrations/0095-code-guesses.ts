import type { Kysely, Migration } from "kysely";

/** Every guess of a mailed code is counted, the right one among them. */
export const codeGuesses: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("email_code").renameColumn("wrong", "guesses").execute();
}
