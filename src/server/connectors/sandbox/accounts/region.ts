import type { RoutingScheme, SepaCountry } from "../catalogue/institution.ts";
import type { AccountSets } from "./account-plan.ts";
import { canadianAccounts } from "./ca.ts";
import { britishAccounts } from "./gb.ts";
import { sepaAccounts, unitOf } from "./sepa.ts";
import { usAccounts } from "./us.ts";

/**
 * A country's currency, the number of its units that are worth about one of a big currency, and its test
 * users' accounts.
 */
export const region = (
  country: RoutingScheme["country"],
): { currency: string; unit: number; accounts: AccountSets } => {
  switch (country) {
    case "US":
      return { currency: "USD", unit: 1, accounts: usAccounts };
    case "CA":
      return { currency: "CAD", unit: 1, accounts: canadianAccounts };
    case "GB":
      return { currency: "GBP", unit: 1, accounts: britishAccounts };
    default:
      return {
        currency: CURRENCIES[country] ?? "EUR",
        unit: unitOf(country),
        accounts: sepaAccounts(country),
      };
  }
};

/** The currencies of countries that have no euro. */
const CURRENCIES: { [C in SepaCountry]?: string } = { SE: "SEK", DK: "DKK", PL: "PLN", NO: "NOK" };
