import type { Clearing } from "../catalogue/institution.ts";
import type { AccountSets } from "./account-plan.ts";
import { canadianAccounts } from "./ca.ts";
import { britishAccounts } from "./gb.ts";
import { sepaAccounts } from "./sepa.ts";
import { usAccounts } from "./us.ts";

/** The currency of a country, and the accounts of the test users there. */
export const region = (
  country: Clearing["country"],
): { currency: string; accounts: AccountSets } => {
  switch (country) {
    case "US":
      return { currency: "USD", accounts: usAccounts };
    case "CA":
      return { currency: "CAD", accounts: canadianAccounts };
    case "GB":
      return { currency: "GBP", accounts: britishAccounts };
    case "SE":
      return { currency: "SEK", accounts: sepaAccounts(country) };
    case "DK":
      return { currency: "DKK", accounts: sepaAccounts(country) };
    case "PL":
      return { currency: "PLN", accounts: sepaAccounts(country) };
    default:
      return { currency: "EUR", accounts: sepaAccounts(country) };
  }
};
