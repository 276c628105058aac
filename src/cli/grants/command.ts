import { defineCommand, defineGroup, optionalText, texts } from "../command.ts";
import { DATA } from "../options.ts";

const create = defineCommand({
  name: "create",
  summary: "let another application read accounts by a door, and show the token for it this once",
  details:
    "The server has to be started with that door: service-link serve --doors simplefin. The application is " +
    "given the token of SimpleFIN within 24 hours. By gocardless and pluggy it has its users link accounts.",
  options: {
    data: DATA,
    name: optionalText("--name <name>", "name of the application, for the lists"),
    door: optionalText(
      "--door <name>",
      "protocol that it reads by: simplefin, the default, ofx, gocardless or pluggy",
    ),
    client: optionalText(
      "--client <id>",
      "for gocardless and pluggy: client under which its users link accounts; the only one by default",
    ),
    item: texts(
      "--item <id>",
      "item_id of a connection that it reads; may be repeated, and left out with a client",
    ),
    account: texts(
      "--account <id>",
      "account_id that it reads; all of these Items without this; may be repeated",
    ),
    from: optionalText("--from <date>", "first day of the transactions that it reads, YYYY-MM-DD"),
    pending: optionalText(
      "--pending <rule>",
      "pending transactions: as-they-are, left-out or own-ids; by the name unless given",
    ),
    until: optionalText("--until <date>", "last day on which it may read, YYYY-MM-DD"),
  },
  run: async ({ values, context }) =>
    (await import("./manage-grants.ts")).createGrant(values, context),
});

const list = defineCommand({
  name: "list",
  summary: "show which applications read which accounts, and when they last did",
  options: { data: DATA },
  run: async ({ values: { data }, context }) =>
    (await import("./manage-grants.ts")).listGrants(data, context),
});

const change = defineCommand({
  name: "change",
  summary: "change a grant: its name, the accounts that it shows, its first day and its end",
  details: "What is left out stays, and so does the application's token or key.",
  operand: "<ID>",
  options: {
    data: DATA,
    name: optionalText("--name <name>", "name of the application, for the lists"),
    item: texts(
      "--item <id>",
      "item_id of a connection that it reads, in place of those that it read; may be repeated",
    ),
    account: texts(
      "--account <id>",
      "account_id that it reads; all of these Items without this; may be repeated",
    ),
    from: optionalText("--from <date>", "first day of the transactions that it reads, or none"),
    pending: optionalText("--pending <rule>", "as-they-are, left-out or own-ids"),
    until: optionalText("--until <date>", "last day on which it may read, or none"),
  },
  run: async ({ operand, values, context }) =>
    (await import("./manage-grants.ts")).changeOneGrant(operand, values, context),
});

const end = defineCommand({
  name: "end",
  summary: "end a grant: its application is refused at once",
  operand: "<ID>",
  options: { data: DATA },
  run: async ({ operand, values: { data }, context }) =>
    (await import("./manage-grants.ts")).endOneGrant(operand, data, context),
});

/** `service-link grants`. */
export const grants = defineGroup("grants", "let other applications read accounts by a door", [
  create,
  list,
  change,
  end,
]);
