import { defineCommand, defineGroup, text } from "../command.ts";
import { DATA } from "../options.ts";

const load = () => import("./manage-jobs.ts");

const list = defineCommand({
  name: "list",
  summary: "show jobs that gave up, or that ended their process each time",
  options: { data: DATA, count: text("--count <number>", "how many", "20") },
  run: async ({ values, context }) => (await load()).listDeadLetters(values, context),
});

const retry = defineCommand({
  name: "retry",
  summary: "run such a job again; alone, if it ended its process",
  operand: "<ID>",
  options: { data: DATA },
  run: async ({ operand, values: { data }, context }) =>
    (await load()).retryDeadLetter(operand, data, context),
});

/** `service-link jobs`. */
export const jobs = defineGroup("jobs", "list or retry jobs that gave up (dead letters)", [
  list,
  retry,
]);
