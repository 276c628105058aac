import { defineCommand, defineGroup, optionalText, text } from "../command.ts";
import { DATA } from "../options.ts";

const load = () => import("./inspect-webhooks.ts");

const list = defineCommand({
  name: "list",
  summary: "show the last webhooks and their responses",
  options: { data: DATA, count: text("--count <number>", "how many", "20") },
  run: async ({ values, context }) => (await load()).listWebhooks(values, context),
});

const show = defineCommand({
  name: "show",
  summary: "show one webhook whole, with each attempt",
  operand: "<ID>",
  options: { data: DATA },
  run: async ({ operand, values: { data }, context }) =>
    (await load()).showWebhook(operand, data, context),
});

const replay = defineCommand({
  name: "replay",
  summary: "send a webhook again that was delivered or given up",
  operand: "<ID>",
  options: { data: DATA },
  run: async ({ operand, values: { data }, context }) =>
    (await load()).replayWebhook(operand, data, context),
});

const tail = defineCommand({
  name: "tail",
  summary: "show each webhook as it is sent, until it is stopped",
  options: {
    data: DATA,
    forward: optionalText(
      "--forward <url>",
      "send each there as well, like http://localhost:3000/hook",
    ),
  },
  run: async ({ values, context }) =>
    (await import("./tail-webhooks.ts")).tailWebhooks(values, context),
});

/** `service-link webhooks`. */
export const webhooks = defineGroup("webhooks", "list, show, replay or follow webhooks", [
  list,
  show,
  replay,
  tail,
]);
