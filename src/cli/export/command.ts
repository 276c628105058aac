import { defineCommand, optionalText, text, texts } from "../command.ts";
import { DATA } from "../options.ts";

/** `service-link export`. */
export const exportFile = defineCommand({
  name: "export",
  summary: "write an Item's transactions as a file for other programs",
  details:
    "The file goes to the standard output: redirect it with >. The Item is named by its access_token in the " +
    "variable ACCESS_TOKEN, since others on this machine can read a command line; one of the sandbox also by " +
    "its item_id.",
  options: {
    data: DATA,
    format: text(
      "--format <format>",
      "ofx, qif, mt940, camt, csv, ledger, hledger or beancount",
      "csv",
    ),
    from: optionalText("--from <date>", "first day, YYYY-MM-DD; default: 24 months ago"),
    to: optionalText("--to <date>", "last day; default: today"),
    accounts: texts("--account <account_id>", "account to write, several times; default: all"),
    item: text("--item <item_id>", "Item of the sandbox; default: the one of ACCESS_TOKEN", ""),
  },
  run: async ({ values, context }) =>
    (await import("./export-transactions.ts")).exportTransactions(values, context),
});
