import { defineCommand, defineGroup, optionalText, text } from "../command.ts";
import { DATA } from "../options.ts";

const expiring = defineCommand({
  name: "expiring",
  summary: "list the Items whose consent ends soon, the next one first",
  options: {
    data: DATA,
    client: optionalText("--client <id>", "Items of one client; of all by default"),
    days: text("--days <number>", "how far ahead", "14"),
  },
  run: async ({ values, context }) =>
    (await import("./list-expiring-items.ts")).listExpiringItems(values, context),
});

/** `service-link items`. */
export const items = defineGroup("items", "see which Items' consent ends soon", [expiring]);
