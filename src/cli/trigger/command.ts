import { defineCommand, text } from "../command.ts";
import { DATA } from "../options.ts";

/** `service-link trigger`. */
export const trigger = defineCommand({
  name: "trigger",
  summary: "make something happen to an Item of the sandbox, as at its bank",
  details:
    "Without a scenario it lists them. The Item is named by its item_id; an access_token is taken from the " +
    "variable ACCESS_TOKEN alone, since others on this machine can read a command line.",
  operand: "[scenario]",
  options: {
    data: DATA,
    item: text("--item <item_id>", "Item that it happens to; default: the one of ACCESS_TOKEN", ""),
  },
  run: async ({ operand, values, context }) => {
    const { listScenarios, triggerScenario } = await import("./trigger-scenario.ts");
    if (operand === "") context.out(listScenarios());
    else await triggerScenario(operand, values, context);
  },
});
