import { defineCommand, flag, optionalText, text, texts } from "../command.ts";
import { CLIENT_SECRET_FILES, DPOP, STANDARD } from "../options.ts";

/** `service-link check-institution`. */
export const checkInstitution = defineCommand({
  name: "check-institution",
  summary: "go through an institution's sign-in and data API, and say what to mend",
  details:
    "Shows an address to sign in at, three times, and a fourth one to cancel at, and waits for the return at " +
    "--redirect-uri, which has to be registered there before. With a token in a file there is no sign-in, and only the data that the token opens is checked. " +
    "Exits with 1 if something is wrong. Its output holds no secret, token or customer's data.",
  operand: "<ISSUER>",
  options: {
    clientId: optionalText("--client-id <id>", "client id at the institution"),
    ...CLIENT_SECRET_FILES,
    clientAuthentication: optionalText(
      "--client-authentication <method>",
      "client_secret_basic or client_secret_post, for a secret; by default the first",
    ),
    redirectUri: text(
      "--redirect-uri <url>",
      "address that the user comes back to, on this machine; port 0 takes a free one",
      "http://127.0.0.1:8765/return",
    ),
    ...STANDARD,
    dataUrl: optionalText(
      "--data-url <url>",
      "address of the accounts; by default <ISSUER>/fdx/v6, or the path of its dialect",
    ),
    scope: texts(
      "--scope <scope>",
      "scope to ask for; by default openid offline_access Account Customer Transactions; may be repeated",
    ),
    resource: optionalText("--resource <url>", "how it names its data, if it asks for that"),
    ...DPOP,
    accessTokenFile: optionalText(
      "--access-token-file <file>",
      "has an access token in it: check its keys and data only",
    ),
    refreshTokenFile: optionalText(
      "--refresh-token-file <file>",
      "has a refresh token in it, which is replaced by the next one",
    ),
    iban: texts(
      "--iban <iban>",
      "account of the user that a consent names, with --deviation consent=detailed; may be repeated",
    ),
    user: optionalText(
      "--user <name>",
      "name of the user at the institution, with --approach decoupled or embedded",
    ),
    passwordFile: optionalText(
      "--password-file <file>",
      "has the user's password there in it, with --approach embedded; it is sent once",
    ),
    once: flag(
      "--once",
      "sign in once: leaves out that codes are good once, PKCE, revocation and what happens on Cancel",
    ),
    timeout: text("--timeout <seconds>", "how long to wait for each answer", "10"),
    wait: text("--wait <seconds>", "how long to wait for each sign-in", "600"),
    json: flag("--json", "print the results as JSON"),
  },
  run: async ({ operand, values, context }) =>
    (await import("./print-check.ts")).printCheck(operand, values, context),
});
