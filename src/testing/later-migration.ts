import { sql } from "kysely";
import { onTestFinished } from "vitest";
import { migrations } from "../server/store/migrations/index.ts";

/** Adds a migration until the test ends, so that every existing store has an older version. */
export const addLaterMigration = (): void => {
  migrations[NAME] = {
    up: async (db) => {
      await sql`alter table client add column later text default 'later'`.execute(db);
    },
  };
  onTestFinished(() => void delete migrations[NAME]);
};

const NAME = "9998-later";
