import { type AccountSets, checking, creditCard, savings } from "./account-plan.ts";

/** The test users' accounts in the United Kingdom. */
export const britishAccounts: AccountSets = {
  user_good: [
    checking("Current Account", 300, 5_500),
    checking("Bills Account", 50, 1_800),
    savings("Savings", 1_000, 24_000),
    creditCard("Credit Card", 1_500, 4_000, 8_000),
  ],
  user_small_business: [
    checking("Business Current Account", 5_000, 70_000),
    savings("Business Reserve", 8_000, 120_000),
    creditCard("Business Credit Card", 10_000, 20_000),
  ],
  user_yuppie: [
    checking("Premier Current Account", 3_000, 18_000),
    savings("Cash ISA", 8_000, 60_000),
    creditCard("Travel Credit Card", 12_000, 20_000),
    { name: "Share Dealing", type: "investment", subtype: "brokerage", holds: [10_000, 220_000] },
  ],
  user_ewa_user: [checking("Current Account", 2, 350)],
};
