import { type Kysely, type Migration, sql } from "kysely";

/**
 * Indexes of the lists of requests: by time or by latency, of a client, of a path, those that failed, and those by
 * the code of their error. Each ends with what else a list is narrowed by, so that only the rows of a page are read
 * from the table. Those of failures hold nothing else: most requests go well, and are written to fewer of them.
 */
export const requestLists: Migration = { up };

const OLD = [
  "request_log_by_failed_at_request_id",
  "request_log_by_client_id_failed_at_request_id",
  "request_log_by_path_at_request_id",
];

const NEW = {
  request_log_by_path: ["path", "at", "request_id", "client_id", "failed"],
  request_log_by_latency: ["ms", "request_id", "at", "failed"],
  request_log_by_client_id_latency: ["client_id", "ms", "request_id", "at", "failed"],
  request_log_by_path_latency: ["path", "ms", "request_id", "at", "client_id", "failed"],
};

const FAILED = {
  request_log_failed_by_at: ["at", "request_id", "client_id"],
  request_log_failed_by_error_code: ["error_code", "at", "request_id", "client_id", "ms"],
};

async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of OLD) await db.schema.dropIndex(name).execute();
  for (const [name, columns] of Object.entries(NEW))
    await db.schema.createIndex(name).on("request_log").columns(columns).execute();
  for (const [name, columns] of Object.entries(FAILED))
    await db.schema
      .createIndex(name)
      .on("request_log")
      .columns(columns)
      .where(sql<boolean>`failed = 1`)
      .execute();
}
