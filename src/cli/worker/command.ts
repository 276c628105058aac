import { defineCommand } from "../command.ts";
import { holdHeap } from "../heap-limits.ts";
import { BRAND, DATA } from "../options.ts";

/** `service-link worker`. */
export const worker = defineCommand({
  name: "worker",
  summary: "do a server's jobs, next to it or in its place",
  options: { data: DATA, brand: BRAND },
  run: async ({ values, context }) => {
    holdHeap();
    return (await import("./run-worker.ts")).runWorker(values, context);
  },
});
