import { defineCommand, defineGroup, flag } from "../command.ts";
import { DATA } from "../options.ts";

const migrate = defineCommand({
  name: "migrate",
  summary: "list the clients that still use the legacy user API, and what each has to change",
  options: {
    data: DATA,
    dryRun: flag("--dry-run", "the same: nothing has to be migrated on the server"),
  },
  run: async ({ values, context }) =>
    (await import("./print-migration.ts")).printMigration(values, context),
});

/** `service-link users`. */
export const users = defineGroup("users", "see who still uses the legacy user API", [migrate]);
