import { defineCommand, flag, optionalText, texts } from "./command.ts";
import {
  ALLOW_ORIGIN,
  DATA,
  DEFAULT_VERSION,
  ENV,
  INSTITUTIONS,
  LEGACY_USER_API,
  PARTNER,
  SELECT_ACCOUNT,
} from "./options.ts";

/** `service-link keys`. */
export const keys = defineCommand({
  name: "keys",
  summary: "show a client's keys and settings, or change the settings",
  options: {
    data: DATA,
    client: optionalText(
      "--client <id>",
      "of this client; needed for a change where there are several",
    ),
    env: ENV,
    allowOrigin: ALLOW_ORIGIN,
    removeOrigin: texts("--remove-origin <origin>", "no longer let pages of this origin show Link"),
    partner: PARTNER,
    institutions: INSTITUTIONS,
    legacyUserApi: LEGACY_USER_API,
    selectAccount: SELECT_ACCOUNT,
    defaultVersion: DEFAULT_VERSION,
    rotateWebhookKey: flag("--rotate-webhook-key", "sign webhooks with another key from now on"),
  },
  run: async ({ values, context }) =>
    (await import("./keys/manage-keys.ts")).manageKeys(values, context),
});
