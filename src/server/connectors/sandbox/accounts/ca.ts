import { type AccountSets, checking, creditCard, savings } from "./account-plan.ts";

/** The test users' accounts in Canada. */
export const canadianAccounts: AccountSets = {
  user_good: [
    checking("Chequing", 400, 8_500),
    savings("Savings", 1_500, 32_000),
    creditCard("Credit Card", 3_000, 6_000, 12_000),
  ],
  user_small_business: [
    checking("Business Chequing", 6_000, 90_000),
    savings("Business Reserve", 10_000, 160_000),
    creditCard("Business Credit Card", 15_000, 30_000),
  ],
  user_yuppie: [
    checking("Premium Chequing", 4_000, 25_000),
    savings("High-Interest Savings", 20_000, 150_000),
    creditCard("Travel Credit Card", 20_000, 40_000),
    { name: "Brokerage", type: "investment", subtype: "brokerage", holds: [15_000, 300_000] },
  ],
  user_ewa_user: [checking("Chequing", 3, 450)],
};
