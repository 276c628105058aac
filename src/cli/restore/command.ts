import { defineCommand, flag } from "../command.ts";
import { DATA } from "../options.ts";

/** `service-link restore`. */
export const restore = defineCommand({
  name: "restore",
  summary: "put a backup back as the store of a data folder; the server has to be stopped",
  details:
    "Checks the backup, that this version can open it, and that the master key is the one it was sealed under.",
  operand: "<FILE>",
  options: { data: DATA, force: flag("--force", "replace the store that is there, for good") },
  run: async ({ operand, values, context }) =>
    (await import("../backup/backup-and-restore.ts")).restoreStore(operand, values, context),
});
