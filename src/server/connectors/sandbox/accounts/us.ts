import { type AccountSets, checking, creditCard, savings } from "./account-plan.ts";

/** The test users' accounts in the United States. */
export const usAccounts: AccountSets = {
  user_good: [
    checking("Checking", 400, 7_500),
    savings("Savings", 1_500, 28_000),
    { name: "Certificate of Deposit", type: "depository", subtype: "cd", holds: [1_000, 20_000] },
    { name: "Money Market", type: "depository", subtype: "money market", holds: [5_000, 60_000] },
    creditCard("Credit Card", 2_500, 5_000, 9_500),
    { name: "Traditional IRA", type: "investment", subtype: "ira", holds: [4_000, 90_000] },
    { name: "401(k)", type: "investment", subtype: "401k", holds: [12_000, 240_000] },
    { name: "Student Loan", type: "loan", subtype: "student", holds: [6_000, 62_000] },
    { name: "Mortgage", type: "loan", subtype: "mortgage", holds: [90_000, 480_000] },
  ],
  user_small_business: [
    checking("Business Checking", 6_000, 85_000),
    checking("Payroll Checking", 2_000, 40_000),
    savings("Business Reserve", 10_000, 150_000),
    creditCard("Business Credit Card", 15_000, 25_000, 40_000),
    { name: "Van Loan", type: "loan", subtype: "auto", holds: [8_000, 45_000] },
  ],
  user_yuppie: [
    checking("Premium Checking", 4_000, 22_000),
    savings("High-Yield Savings", 20_000, 140_000),
    creditCard("Credit Card", 12_000, 18_000),
    creditCard("Travel Credit Card", 20_000, 35_000),
    { name: "Brokerage", type: "investment", subtype: "brokerage", holds: [15_000, 320_000] },
    { name: "401(k)", type: "investment", subtype: "401k", holds: [40_000, 310_000] },
    { name: "Car Loan", type: "loan", subtype: "auto", holds: [9_000, 58_000] },
  ],
  user_ewa_user: [checking("Checking", 3, 420), savings("Rainy Day Savings", 0, 150)],
};
