import { defineCommand, defineGroup, flag, optionalText, text, texts } from "../command.ts";
import {
  ALLOW_ORIGIN,
  DATA,
  DEFAULT_VERSION,
  ENV,
  EVEN_LAST,
  INSTITUTIONS,
  LEGACY_USER_API,
  PARTNER,
  PRODUCTION_ACCESS,
  SECRET,
  SELECT_ACCOUNT,
  YES,
} from "../options.ts";

const create = defineCommand({
  name: "create",
  summary: "make another client, and show its keys this once",
  options: {
    data: DATA,
    env: ENV,
    name: optionalText("--name <name>", "name to show in lists"),
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
    (await import("./create-client.ts")).createClient(values, context),
});

const list = defineCommand({
  name: "list",
  summary: "show all clients, without their secrets",
  options: { data: DATA },
  run: async ({ values: { data }, context }) =>
    (await import("./list-clients.ts")).listClients(data, context),
});

const rotate = defineCommand({
  name: "rotate",
  summary: "give a client another secret; the others are refused within a second, or later",
  details:
    "A secret that was promised an end by an earlier rotation works until then, whatever this one says: " +
    "end it at once with clients secrets end.",
  operand: "<ID>",
  options: {
    data: DATA,
    env: ENV,
    name: optionalText("--name <name>", "name of the new secret in lists"),
    overlap: optionalText(
      "--overlap <hours>",
      "let the others work for so many hours more, at most 720",
    ),
    keepOthers: flag("--keep-others", "let the others work on, without an end"),
  },
  run: async ({ operand, values, context }) =>
    (await import("./rotate-secret.ts")).rotateSecret(operand, values, context),
});

const invite = defineCommand({
  name: "invite",
  summary: "invite a member of a client to the Dashboard, and print the address of the invitation",
  details:
    "Good for seven days, once. As soon as a client has a member, its secret no longer signs in to the Dashboard. " +
    "A member who is invited again replaces their password and authenticator app.",
  operand: "<ID> <EMAIL>",
  options: {
    data: DATA,
    role: text("--role <role>", "read, developer or admin", "admin"),
  },
  run: async ({ operands, values, context }) =>
    (await import("./invite-member.ts")).inviteMember(operands, values, context),
});

const listSecrets = defineCommand({
  name: "list",
  summary: "show a client's secrets that work: when each was made and used, and when it ends",
  operand: "<ID>",
  options: { data: DATA },
  run: async ({ operand, values, context }) =>
    (await import("./client-secrets.ts")).listSecrets(operand, values, context),
});

const endSecret = defineCommand({
  name: "end",
  summary: "refuse a secret within a second, after a question",
  operand: "<ID>",
  options: {
    data: DATA,
    secret: SECRET,
    evenLast: EVEN_LAST,
    yes: YES,
  },
  run: async ({ operand, values, context }) =>
    (await import("./client-secrets.ts")).endSecret(operand, values, context),
});

const nameSecret = defineCommand({
  name: "name",
  summary: "name a secret in lists",
  operand: "<ID>",
  options: {
    data: DATA,
    secret: SECRET,
    name: optionalText("--name <name>", "name of the secret in lists"),
  },
  run: async ({ operand, values, context }) =>
    (await import("./client-secrets.ts")).nameSecret(operand, values, context),
});

const secrets = defineGroup("secrets", "list, name or end the secrets of a client", [
  listSecrets,
  endSecret,
  nameSecret,
]);

const remove = defineCommand({
  name: "remove",
  summary: "forget a client and all that is its, once its client_id is typed again",
  operand: "<ID>",
  options: {
    data: DATA,
    withItems: flag("--with-items", "even if it has live Items"),
    yes: YES,
  },
  run: async ({ operand, values, context }) =>
    (await import("./remove-client.ts")).removeClient(operand, values, context),
});

const move = defineCommand({
  name: "move",
  summary: "move a client with all that is its own into the store of another cell",
  details:
    "Both cells have the same master key. Stop their servers and workers first, or add --live: then the client's calls " +
    "get 503 for some seconds, and all others go on. The command shows its plan, and asks before it changes anything. " +
    "It copies the client, compares each row, and removes it here; ids, tokens and webhooks stay as they are. Called " +
    "again after an interruption, it resumes; without --live no server opens either store before.",
  operand: "<ID>",
  options: {
    data: DATA,
    to: optionalText("--to <address>", "the store of the other cell: its file or address"),
    live: flag("--live", "while the servers of both cells run"),
    undo: flag("--undo", "take back a move that was interrupted, while the client is here"),
    yes: YES,
  },
  run: async ({ operand, values: { live, ...values }, context }) =>
    live
      ? (await import("./move-live.ts")).moveClientLive(operand, values, context)
      : (await import("./move-client.ts")).moveClientTo(operand, values, context),
});

/** `service-link clients`. */
export const clients = defineGroup(
  "clients",
  "make, list, move or remove clients, invite members, or rotate a secret",
  [create, list, rotate, invite, secrets, move, remove],
);
