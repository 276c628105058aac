import { defineCommand, flag, optionalText, texts } from "../command.ts";
import {
  ALLOW_ORIGIN,
  ALLOW_REDIRECT_URI,
  DATA,
  DEFAULT_VERSION,
  ENV,
  INSTITUTIONS,
  LEGACY_USER_API,
  PARTNER,
  PRODUCTION_ACCESS,
  SELECT_ACCOUNT,
} from "../options.ts";

const rotateMaster = defineCommand({
  name: "rotate-master",
  summary: "seal everything under a new master key, while servers run",
  details:
    "Give every server and worker SERVICE_LINK_MASTER_KEY, the new one, and SERVICE_LINK_OLD_MASTER_KEY, and\n" +
    "restart them; then call this with both. If interrupted, it resumes, and says when the old one\n" +
    "can be removed. In the sandbox the first call makes the new key, and the second one uses it.",
  options: { data: DATA },
  run: async ({ values: { data }, context }) =>
    (await import("./rotate-master-key.ts")).rotateMasterKey(data, context),
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
    selectAccount: SELECT_ACCOUNT,
    defaultVersion: DEFAULT_VERSION,
    rotateWebhookKey: flag("--rotate-webhook-key", "sign webhooks with another key from now on"),
  },
  run: async ({ values, context }) =>
    (await import("./manage-keys.ts")).manageKeys(values, context),
  commands: [rotateMaster],
});
