import { defineCommand, text } from "../command.ts";
import { DATA } from "../options.ts";

/** `service-link uncategorized`. */
export const uncategorized = defineCommand({
  name: "uncategorized",
  summary: "list descriptions of transactions that no category was found for",
  details:
    "The most frequent ones come first, with digits as #. A line in MERCHANTS_FILE gives a merchant its " +
    "category. A description that few people have may name a person; such ones are left out.",
  options: {
    data: DATA,
    count: text("--count <count>", "how many descriptions", "50"),
    items: text("--items <count>", "how many Items must have a description at least", "3"),
  },
  run: async ({ values, context }) =>
    (await import("./list-uncategorized.ts")).listUncategorized(values, context),
});
