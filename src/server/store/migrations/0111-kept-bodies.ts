import { type Kysely, type Migration, sql } from "kysely";

/**
 * Deletes the bodies of requests that were kept while redaction went by the names of fields alone: tokens typed into
 * other fields are in them, which are good for longer than the log is kept.
 */
export const keptBodies: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update request_log set request = null, response = null`.execute(db);
  await sql`
    update request_log set client_id = null
    where client_id is not null and client_id not in (select client_id from client)
  `.execute(db);
}
