import { defineCommand, flag, optionalText } from "../command.ts";
import { DATA } from "../options.ts";

/** `service-link usage`. */
export const usage = defineCommand({
  name: "usage",
  summary: "show how often each product was read",
  options: {
    data: DATA,
    month: optionalText("--month <month>", "another month than this one, like 2026-11"),
    csv: flag("--csv", "for a spreadsheet"),
  },
  run: async ({ values, context }) =>
    (await import("./print-usage.ts")).printUsage(values, context),
});
