import { defineCommand } from "../command.ts";
import { DATA, YES } from "../options.ts";

/** `service-link partition`. */
export const partition = defineCommand({
  name: "partition",
  summary: "partition the large tables of a store in PostgreSQL: logs by day, transactions by Item",
  details:
    "Stop the servers and workers first. The command shows its plan, and asks before it changes anything. " +
    "Called again after an interruption, it resumes. " +
    "From then on workers make the parts of the coming days, and drop those that have expired.",
  options: { data: DATA, yes: YES },
  run: async ({ values, context }) =>
    (await import("./partition-store.ts")).partitionStore(values, context),
});
