import { ACCOUNT_PATHS, everyAccount } from "./accounts.ts";
import type { Version } from "./change.ts";
import { atPath, compose, drop } from "./edit.ts";
import { flatNumbers } from "./flat-numbers.ts";
import { everyTransaction } from "./transactions.ts";

const currencies = drop("iso_currency_code", "unofficial_currency_code");

export const version20180522: Version = {
  date: "2018-05-22",
  changes: [
    {
      summary:
        "Auth's `numbers` is an object with one array per network, `ach` and `eft`; the array of a network " +
        "that does not apply is empty. Before, it was a flat array of ACH numbers.",
      paths: ["/auth/get"],
      response: atPath("numbers", flatNumbers),
    },
    {
      summary:
        "Balances, transactions and investments have `iso_currency_code` and `unofficial_currency_code`. " +
        "Before, they had neither.",
      paths: ACCOUNT_PATHS,
      response: compose(
        everyAccount(
          compose(
            atPath("balances", currencies),
            atPath("historical_balances[]", currencies),
            atPath("investments.holdings[]", currencies),
            atPath("investments.transactions[]", currencies),
          ),
        ),
        everyTransaction(currencies),
        ...["holdings[]", "securities[]", "investment_transactions[]"].map((path) =>
          atPath(path, currencies),
        ),
      ),
    },
  ],
};
