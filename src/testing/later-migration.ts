import { sql } from "kysely";
import { onTestFinished } from "vitest";
import { migrations } from "../server/store/migrations/index.ts";

/** Makes every store one of an older version until the test ends: this version has a change that none of them has had. */
export const addLaterMigration = (): void => {
  migrations[NAME] = {
    up: async (db) => {
      await sql`alter table client add column later text default 'later'`.execute(db);
    },
  };
  onTestFinished(() => void delete migrations[NAME]);
};

const NAME = "9998-later";
