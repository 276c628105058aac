import type { ACCOUNT_SUBTYPES } from "../../../../protocol/vocabulary.ts";

/** The template of an account, drawn per person. Amounts are in whole currency units. */
export type AccountPlan = {
  /** Unique among a person's accounts; the seed of everything drawn for the account. */
  name: string;
} & (
  | PlanWithBalance<"depository">
  | PlanWithBalance<"loan">
  | PlanWithBalance<"investment">
  | { type: "credit"; subtype: "credit card"; limits: readonly [number, ...number[]] }
);

type PlanWithBalance<T extends keyof typeof ACCOUNT_SUBTYPES> = {
  type: T;
  /** No template has a kind without a name. */
  subtype: Exclude<(typeof ACCOUNT_SUBTYPES)[T][number], "other">;
  /** The bounds of its balance; a debt on a loan. */
  holds: readonly [number, number];
};

/** The users who can sign in at every institution. */
export const TEST_USERS = [
  "user_good",
  "user_small_business",
  "user_yuppie",
  "user_ewa_user",
] as const;
export type TestUser = (typeof TEST_USERS)[number];

/** The accounts of each test user. */
export type AccountSets = { [U in TestUser]: AccountPlan[] };

/** A current account. */
export const checking = (name: string, min: number, max: number): AccountPlan => ({
  name,
  type: "depository",
  subtype: "checking",
  holds: [min, max],
});

/** A savings account. */
export const savings = (name: string, min: number, max: number): AccountPlan => ({
  name,
  type: "depository",
  subtype: "savings",
  holds: [min, max],
});

/** A credit card with one of the limits. */
export const creditCard = (name: string, ...limits: [number, ...number[]]): AccountPlan => ({
  name,
  type: "credit",
  subtype: "credit card",
  limits,
});
