import { defineCommand, defineGroup, flag, optionalText, texts } from "./command.ts";
import {
  ALLOW_ORIGIN,
  DATA,
  DEFAULT_VERSION,
  ENV,
  INSTITUTIONS,
  LEGACY_USER_API,
  PARTNER,
  PRODUCTION_ACCESS,
  SELECT_ACCOUNT,
} from "./options.ts";

const create = defineCommand({
  name: "create",
  summary: "make another client, and show its keys this once",
  options: {
    data: DATA,
    env: ENV,
    name: optionalText("--name <name>", "what to call it in lists"),
    allowOrigin: ALLOW_ORIGIN,
    product: texts(
      "--product <names>",
      "products that it may use, like auth,transactions; all without this",
    ),
    partner: PARTNER,
    productionAccess: PRODUCTION_ACCESS,
    institutions: INSTITUTIONS,
    legacyUserApi: LEGACY_USER_API,
    publicKey: optionalText("--public-key <on|off>", "whether its public_key opens Link"),
    selectAccount: SELECT_ACCOUNT,
    defaultVersion: DEFAULT_VERSION,
  },
  run: async ({ values, context }) =>
    (await import("./clients/create-client.ts")).createClient(values, context),
});

const list = defineCommand({
  name: "list",
  summary: "show all clients, without their secrets",
  options: { data: DATA },
  run: async ({ values: { data }, context }) =>
    (await import("./clients/list-clients.ts")).listClients(data, context),
});

const rotate = defineCommand({
  name: "rotate",
  summary: "give a client another secret; the old one is refused within a second, or later",
  operand: "<ID>",
  options: {
    data: DATA,
    env: ENV,
    overlap: optionalText(
      "--overlap <hours>",
      "let the old secret work beside the new one for so many hours, at most 720",
    ),
  },
  run: async ({ operand, values, context }) =>
    (await import("./clients/rotate-secret.ts")).rotateSecret(operand, values, context),
});

const remove = defineCommand({
  name: "remove",
  summary: "forget a client and all that is its, once its client_id is typed again",
  operand: "<ID>",
  options: {
    data: DATA,
    withItems: flag("--with-items", "also where it has live Items"),
    yes: flag("--yes", "without being asked"),
  },
  run: async ({ operand, values, context }) =>
    (await import("./clients/remove-client.ts")).removeClient(operand, values, context),
});

/** `service-link clients`. */
export const clients = defineGroup("clients", "make, list or remove clients, or rotate a secret", [
  create,
  list,
  rotate,
  remove,
]);
