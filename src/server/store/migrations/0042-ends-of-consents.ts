import { type Migration, sql } from "kysely";

/** Indexes Items by the end of their consent, for the lists of those that end soon. */
export const endsOfConsents: Migration = {
  up: (db) =>
    db.schema
      .createIndex("item_by_consent_end")
      .on("item")
      .columns(["consent_expires_at", "client_id", "item_id"])
      .where(sql<boolean>`consent_expires_at is not null and removed_at is null`)
      .execute(),
};
