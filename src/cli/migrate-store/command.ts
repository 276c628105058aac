import { defineCommand, optionalText } from "../command.ts";
import { DATA } from "../options.ts";

/** `service-link migrate-store`. */
export const migrateStore = defineCommand({
  name: "migrate-store",
  summary:
    "copy the store into another database, such as from SQLite to PostgreSQL, and compare both",
  details:
    "Stop the servers and workers first. The other database is new and gets its tables here; the source is left as it\n" +
    "is. Called again, this goes on where it was interrupted.",
  options: {
    data: DATA,
    from: optionalText("--from <address>", "the store to copy; the data folder's where not given"),
    to: optionalText(
      "--to <address>",
      "a new database, like postgres://user@host/database; DATABASE_URL where not given",
    ),
  },
  run: async ({ values, context }) =>
    (await import("./copy-to-database.ts")).copyToDatabase(values, context),
});
