import { DEFAULT_LANGUAGE, LANGUAGES } from "../../protocol/vocabulary.ts";
import { defineCommand, flag, text } from "../command.ts";
import { DATA } from "../options.ts";

/** `service-link link`. */
export const link = defineCommand({
  name: "link",
  summary: "print an address at which a user connects a bank, and wait for the public token",
  details:
    "The address opens hosted Link on the running server; anyone who has it can use it, once. Each line of " +
    "--json is an object: the address first, then the public token.",
  options: {
    data: DATA,
    clientName: text(
      "--client-name <name>",
      "application's name, as users read it",
      "service-link",
    ),
    products: text("--products <list>", "products, separated by commas", "auth,transactions"),
    country: text("--country <list>", "countries of the institutions, like US,CA", "US"),
    language: text(
      "--language <code>",
      `language of the page: ${LANGUAGES.join(" or ")}`,
      DEFAULT_LANGUAGE,
    ),
    institution: text("--institution <id>", "institution_id at which Link starts", ""),
    lifetime: text("--lifetime <seconds>", "how long the address works, up to 21 days", "14400"),
    json: flag("--json", "print lines of JSON, without a QR code"),
  },
  run: async ({ values, context }) =>
    (await import("./wait-for-link.ts")).waitForLink(values, context),
});
