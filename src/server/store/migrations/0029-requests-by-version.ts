import type { Migration } from "kysely";

/** Indexes logged requests by their API version; the index covers the other conditions of a list. */
export const requestsByVersion: Migration = {
  up: (db) =>
    db.schema
      .createIndex("request_log_by_version")
      .on("request_log")
      .columns(["version", "at", "request_id", "client_id", "failed", "path"])
      .execute(),
};
