import { defineCommand, optionalText } from "../command.ts";
import { DATA } from "../options.ts";

/** `service-link migrate-store`. */
export const migrateStore = defineCommand({
  name: "migrate-store",
  summary:
    "copy the store into another database, such as from SQLite to PostgreSQL, and compare both",
  details:
    "Stop the servers and workers first. The other database is new and gets its tables here; the source is left as it " +
    "is. Called again after an interruption, it resumes.",
  options: {
    data: DATA,
    from: optionalText("--from <address>", "the store to copy; default: the data folder's"),
    to: optionalText(
      "--to <address>",
      "a new database, like postgres://user@host/database; default: DATABASE_URL",
    ),
  },
  run: async ({ values, context }) =>
    (await import("./copy-to-database.ts")).copyToDatabase(values, context),
});
