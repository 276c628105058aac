import { defineCommand } from "../command.ts";
import { DATA } from "../options.ts";

/** `service-link backup`. */
export const backup = defineCommand({
  name: "backup",
  summary: "copy the store to a file while the server runs, and check the copy",
  details:
    "The file is readable by its owner only. It has all of the store and none of the keys: keep the master key " +
    "somewhere else. A store in PostgreSQL is backed up by its own tools.",
  operand: "<FILE>",
  options: { data: DATA },
  run: async ({ operand, values: { data }, context }) =>
    (await import("./backup-and-restore.ts")).backUpStore(operand, data, context),
});
