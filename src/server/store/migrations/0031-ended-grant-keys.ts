import type { Migration } from "kysely";
import { table, text, time } from "./0001-baseline/table.ts";

/** Adds the digests of the secrets of grants that have ended or were claimed, so that they count as no guess. */
export const endedGrantKeys: Migration = {
  up: async (db) => {
    await ENDED_GRANT_KEY.create(db);
  },
};

const ENDED_GRANT_KEY = table("ended_grant_key", {
  columns: { digest: text(), ended_at: time() },
  primaryKey: ["digest"],
  indexes: { ended_grant_key_by_ended_at: ["ended_at"] },
});
