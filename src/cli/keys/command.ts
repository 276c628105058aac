import { defineCommand, flag, optionalText, texts } from "../command.ts";
import {
  ALLOW_ORIGIN,
  ALLOW_REDIRECT_URI,
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

const rotateMaster = defineCommand({
  name: "rotate-master",
  summary: "seal everything under a new master key, while servers run",
  details:
    "Give every server and worker SERVICE_LINK_MASTER_KEY, the new one, and SERVICE_LINK_OLD_MASTER_KEY, and " +
    "restart them; then call this with both. If interrupted, it resumes, and says when the old one " +
    "can be removed. In the sandbox the first call makes the new key, and the second one uses it.",
  options: { data: DATA },
  run: async ({ values: { data }, context }) =>
    (await import("./rotate-master-key.ts")).rotateMasterKey(data, context),
});

const CLIENT = optionalText("--client <id>", "whose; needed if there are several clients");

const add = defineCommand({
  name: "add",
  summary: "give a client another secret, and show it this once; the others work on",
  options: {
    data: DATA,
    client: CLIENT,
    env: ENV,
    name: optionalText("--name <name>", "name of the secret in lists"),
    product: texts(
      "--product <names>",
      "products whose paths it may call, like auth,transactions; all without this",
    ),
    readOnly: flag("--read-only", "refuse it where something would change"),
    network: texts(
      "--network <cidr>",
      "network that it may be used from, like 203.0.113.0/24; may be repeated",
    ),
    ends: optionalText("--ends <day>", "last day of its use in UTC, like 2030-12-31"),
  },
  run: async ({ values, context }) => (await import("./add-secret.ts")).addSecret(values, context),
});

const list = defineCommand({
  name: "list",
  summary: "show a client's secrets that work: what each may do, its last use, and its end",
  options: { data: DATA, client: CLIENT },
  run: async ({ values, context }) =>
    (await import("../clients/client-secrets.ts")).listSecrets(values.client, values, context),
});

const end = defineCommand({
  name: "end",
  summary: "refuse a secret within a second, after a question",
  options: { data: DATA, client: CLIENT, secret: SECRET, evenLast: EVEN_LAST, yes: YES },
  run: async ({ values, context }) =>
    (await import("../clients/client-secrets.ts")).endSecret(values.client, values, context),
});

/** `service-link keys`. */
export const keys = defineCommand({
  name: "keys",
  summary: "show a client's keys and settings, or change the settings",
  options: {
    data: DATA,
    client: optionalText(
      "--client <id>",
      "client to show or change; needed for a change if there are several",
    ),
    env: ENV,
    allowOrigin: ALLOW_ORIGIN,
    removeOrigin: texts("--remove-origin <origin>", "no longer let pages of this origin show Link"),
    allowRedirectUri: ALLOW_REDIRECT_URI,
    removeRedirectUri: texts("--remove-redirect-uri <uri>", "no longer let them come back there"),
    partner: PARTNER,
    productionAccess: PRODUCTION_ACCESS,
    institutions: INSTITUTIONS,
    legacyUserApi: LEGACY_USER_API,
    grants: optionalText(
      "--grants <on|off>",
      "whether its users' accounts may be shared with other applications by grants",
    ),
    reminders: optionalText(
      "--reminders <on|off>",
      "whether its users are mailed before their consent ends, and after their login broke",
    ),
    selectAccount: SELECT_ACCOUNT,
    defaultVersion: DEFAULT_VERSION,
    rotateWebhookKey: flag("--rotate-webhook-key", "sign webhooks with another key from now on"),
  },
  run: async ({ values, context }) =>
    (await import("./manage-keys.ts")).manageKeys(values, context),
  commands: [add, list, end, rotateMaster],
});
