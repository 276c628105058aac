import { defineCommand, defineGroup, eitherFlag, flag, optionalText, texts } from "../command.ts";
import {
  CLIENT_SECRET_FILES,
  DATA,
  DPOP,
  NEXT_FILES,
  SEAL_FILES,
  SIGN_COMMAND,
  STANDARD,
} from "../options.ts";
import { csr, register } from "./certificate-commands.ts";

const load = () => import("./manage-institutions.ts");

const importCommand = defineCommand({
  name: "import",
  summary: "put in those of a .csv or .json file; one that is there already is replaced",
  operand: "<FILE>",
  options: {
    data: DATA,
    skipBad: flag(
      "--skip-bad",
      "import the valid rows even if others are wrong; the exit code is 1 all the same",
    ),
  },
  run: async ({ operand, values, context }) => {
    const { importInstitutions } = await import("./import-institutions.ts");
    await importInstitutions(operand, values, context);
  },
});

const importFintsCommand = defineCommand({
  name: "import-fints",
  summary: "put in the German banks of the list that comes with your FinTS product ID",
  details:
    "FinTS 3.0 with PIN and TAN. The list is a table with semicolons, whose first row names the columns. No list comes along: the " +
    "registration of a product, which FINTS_PRODUCT_ID names, brings it. A bank that is there already keeps its id.",
  operand: "<FILE>",
  options: {
    data: DATA,
    skipBad: flag(
      "--skip-bad",
      "import the valid rows even if others are wrong; the exit code is 1 all the same",
    ),
  },
  run: async ({ operand, values, context }) => {
    const { importFints } = await import("./import-fints.ts");
    await importFints(operand, values, context);
  },
});

const add = defineCommand({
  name: "add",
  summary: "add a bank that users reach by a token of their own, by its description",
  details:
    "A description is a .json file, or the name of one that comes along: akahu, lunch-flow, mercury, meu-pluggy, monobank, qonto, " +
    "redbark, starling, up, ynab, simplefin. Its " +
    "recorded examples are read from <FILE>.examples.json if they lie beside it. Real banks are for development and " +
    "production; the sandbox takes mock banks on this machine.",
  operand: "<FILE>",
  options: { data: DATA },
  run: async ({ operand, values: { data }, context }) => {
    const { addInstitution } = await import("./add-institution.ts");
    await addInstitution(operand, data, context);
  },
});

const exportCommand = defineCommand({
  name: "export",
  summary: "write yours to a .csv or .json file, or to standard output",
  operand: "[FILE]",
  options: { data: DATA },
  run: async ({ operand, values: { data }, context }) =>
    (await load()).exportInstitutions(operand, data, context),
});

const list = defineCommand({
  name: "list",
  summary: "show yours",
  options: { data: DATA },
  run: async ({ values: { data }, context }) => (await load()).listInstitutions(data, context),
});

const remove = defineCommand({
  name: "remove",
  summary: "take out one of yours that no Item is linked to",
  operand: "<ID>",
  options: { data: DATA },
  run: async ({ operand, values: { data }, context }) =>
    (await load()).removeInstitution(operand, data, context),
});

const loadConnect = () => import("./connect-institution.ts");

const connect = defineCommand({
  name: "connect",
  summary: "connect one of yours by its data API; its users sign in at its own site",
  details:
    "The institution registers this server as a client first, with the redirect URI <PUBLIC_URL>/oauth/return. " +
    "Secrets come from files, and are stored sealed. A running server sees the change within two seconds.",
  operand: "<ID>",
  options: {
    data: DATA,
    issuer: optionalText("--issuer <url>", "address of its metadata, like https://bank.example"),
    clientId: optionalText("--client-id <id>", "client id of this server there"),
    ...CLIENT_SECRET_FILES,
    ...SEAL_FILES,
    ...NEXT_FILES,
    ...SIGN_COMMAND,
    keyId: optionalText("--key-id <kid>", "id of that key at the institution"),
    clientAuthentication: optionalText(
      "--client-authentication <method>",
      "client_secret_basic, client_secret_post, private_key_jwt, tls_client_auth, self_signed_tls_client_auth or none; by default what the secrets are for",
    ),
    dataUrl: optionalText(
      "--data-url <url>",
      "address of its accounts; by default <issuer>/fdx/v6, or the path of its dialect",
    ),
    ...STANDARD,
    scope: texts(
      "--scope <scope>",
      "scope to ask its users for; by default what it offers and the products need; may be repeated",
    ),
    resource: optionalText("--resource <url>", "how it names its data, if it asks for that"),
    requestsPerDay: optionalText(
      "--requests-per-day <number>",
      "how many requests for data it allows in 24 hours; by default any number",
    ),
    requestsCountedBy: optionalText(
      "--requests-counted-by <unit>",
      "unit of that count: customer (the default), endpoint (each of a customer's, such as the transactions of one account) or client (all of this server)",
    ),
    ownRedirectUri: flag(
      "--own-redirect-uri",
      "its users come back to <PUBLIC_URL>/oauth/return/<ID>, which it has registered",
    ),
    anotherIssuer: flag(
      "--another-issuer",
      "although Items are linked by the issuer before, whose users then sign in again",
    ),
    ...DPOP,
    offline: flag(
      "--offline",
      "makes no calls: its data API is not probed, and its metadata are not checked",
    ),
    ciba: flag("--ciba", "its users approve in its app, while Link waits (OpenID CIBA, poll mode)"),
  },
  run: async ({ operand, values, context }) =>
    (await loadConnect()).connectInstitution(operand, values, context),
});

const disconnect = defineCommand({
  name: "disconnect",
  summary: "disconnect one of yours from its data API",
  operand: "<ID>",
  options: { data: DATA },
  run: async ({ operand, values: { data }, context }) =>
    (await loadConnect()).disconnectInstitution(operand, data, context),
});

const ids = defineCommand({
  name: "ids",
  summary: "show if the ids of a bank's transactions move from one payment to another, or set it",
  details:
    "A server learns it: once three ids are seen to move, it matches the transactions of all Items of the bank by content.",
  operand: "<ID>",
  options: {
    data: DATA,
    set: optionalText("--set <word>", "stay, move, or learn to forget what was set and seen"),
  },
  run: async ({ operand, values, context }) => {
    const { showIds } = await import("./institution-ids.ts");
    await showIds(operand, values, context);
  },
});

const ways = defineCommand({
  name: "ways",
  summary: "show how banks are reached that several ways lead to, or set it",
  details:
    "Such a bank is one row in Link: those with one name in one country are one. A way is a connection, an aggregator, a " +
    "token, or FinTS (fints); the first of the order is taken, unless Link asks.",
  options: {
    data: DATA,
    order: optionalText(
      "--order <kinds>",
      "the preferred kind first, such as aggregator,connection,token,fints",
    ),
    ask: eitherFlag("--ask", "Link asks for the way, once the bank is chosen"),
    noAsk: eitherFlag("--no-ask", "the order decides, as at first"),
    join: optionalText(
      "--join <ids>",
      "institutions that are one bank, the preferred way first, with commas between them",
    ),
    part: optionalText("--part <id>", "an institution that is a bank of its own"),
    byName: optionalText("--by-name <id>", "an institution whose name decides again"),
  },
  run: async ({ values, context }) => {
    const { showWays } = await import("./bank-ways.ts");
    await showWays(values, context);
  },
});

const loadAggregators = () => import("./manage-aggregators.ts");

const addAggregator = defineCommand({
  name: "add",
  summary: "add a key of your own at an aggregator, by which banks of many countries are reached",
  details:
    "<KIND> is enable-banking. Its control panel makes the application and the .pem file, and has to list the redirect URI " +
    "<PUBLIC_URL>/oauth/return. The key is stored sealed. Adding it again replaces the key and reads the banks again.",
  operand: "<KIND>",
  options: {
    data: DATA,
    applicationId: optionalText("--application-id <id>", "id of the application"),
    key: optionalText("--key <file>", "its private key, as PEM"),
    address: optionalText("--address <url>", "address of the API, if it is another one"),
    client: optionalText("--client <id>", "the one client that sees its banks; by default all do"),
    person: optionalText(
      "--person <address>",
      "mail address of the one person who sees its banks; by default everybody does",
    ),
  },
  run: async ({ operand, values, context }) =>
    (await loadAggregators()).addAggregator(operand, values, context),
});

const listAggregators = defineCommand({
  name: "list",
  summary: "show the keys, and when their banks were last read",
  options: { data: DATA },
  run: async ({ values: { data }, context }) =>
    (await loadAggregators()).listAggregators(data, context),
});

const removeAggregator = defineCommand({
  name: "remove",
  summary: "remove a key and its banks, unless Items are linked to one of them",
  operand: "<ID>",
  options: { data: DATA },
  run: async ({ operand, values: { data }, context }) =>
    (await loadAggregators()).removeAggregator(operand, data, context),
});

const aggregators = defineGroup("aggregators", "add, list or remove keys at aggregators", [
  addAggregator,
  listAggregators,
  removeAggregator,
]);

/** `service-link institutions`. */
export const institutions = defineGroup(
  "institutions",
  "import, add, export, list, remove, connect or disconnect institutions of your own; set how a bank's ids behave, and which way leads to it",
  [
    importCommand,
    importFintsCommand,
    add,
    exportCommand,
    list,
    remove,
    connect,
    disconnect,
    csr,
    register,
    ids,
    ways,
    aggregators,
  ],
);
