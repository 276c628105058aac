import { defineCommand } from "./command.ts";
import { DATA } from "./options.ts";

/** `service-link worker`. */
export const worker = defineCommand({
  name: "worker",
  summary: "do a server's jobs, beside it or in its place",
  options: { data: DATA },
  run: async ({ values: { data }, context }) =>
    (await import("./worker/run-worker.ts")).runWorker(data, context),
});
