import type { ACCOUNT_SUBTYPES } from "../../../../protocol/vocabulary.ts";

/** What an account is, before it is drawn for a person. Amounts are in whole units of its currency. */
export type AccountPlan = {
  /** Its own among the person's accounts: what is drawn for the account hangs on it. */
  name: string;
} & (
  | Holding<"depository">
  | Holding<"loan">
  | Holding<"investment">
  | { type: "credit"; subtype: "credit card"; limits: readonly [number, ...number[]] }
);

type Holding<T extends keyof typeof ACCOUNT_SUBTYPES> = {
  type: T;
  subtype: (typeof ACCOUNT_SUBTYPES)[T][number];
  /** The least and the most it may hold, or that may be owed on it. */
  holds: readonly [number, number];
};

/** The users who can log in to every institution. */
export const TEST_USERS = [
  "user_good",
  "user_small_business",
  "user_yuppie",
  "user_ewa_user",
] as const;
export type TestUser = (typeof TEST_USERS)[number];

/** What each test user has. */
export type AccountSets = { [U in TestUser]: AccountPlan[] };

/** A current account. */
export const checking = (name: string, least: number, most: number): AccountPlan => ({
  name,
  type: "depository",
  subtype: "checking",
  holds: [least, most],
});

/** A savings account. */
export const savings = (name: string, least: number, most: number): AccountPlan => ({
  name,
  type: "depository",
  subtype: "savings",
  holds: [least, most],
});

/** A credit card with one of the limits. */
export const creditCard = (name: string, ...limits: [number, ...number[]]): AccountPlan => ({
  name,
  type: "credit",
  subtype: "credit card",
  limits,
});
