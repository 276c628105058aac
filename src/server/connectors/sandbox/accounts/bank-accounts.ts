import type { AccountSubtype } from "../../../../protocol/vocabulary.ts";
import { type Id, ownId, ownLine } from "../../../domain/bank-values.ts";
import type { BankAccount, BankBalances } from "../../../domain/connectors/bank-account.ts";
import type { SandboxInstitution } from "../catalogue/institution.ts";
import { bankNumbers, drawAccountNumbers } from "../numbers/account-numbers.ts";
import { seededRandom } from "../random.ts";
import { type BalanceChange, balancesAt } from "../transactions/balances.ts";
import { cachedHousehold } from "../transactions/household-cache.ts";
import type { AccountPlan, TestUser } from "./account-plan.ts";
import { region } from "./region.ts";

/** A moment, and balance changes in addition to the household's. */
export type Moment = { now: number; extraChanges: readonly BalanceChange[] };

/**
 * A person's accounts at an institution, always the same, with their balances at a moment. An
 * account's seed is its name, so that a new account leaves the others unchanged.
 */
export const bankAccounts = (
  bank: SandboxInstitution,
  person: string,
  testUser: TestUser,
  { now, extraChanges }: Moment,
): BankAccount[] => {
  const { accounts } = region(bank.routingScheme.country);
  const balances = balancesAt(
    cachedHousehold(bank, person, testUser),
    accounts[testUser],
    now,
    extraChanges,
  );
  return accounts[testUser].flatMap((plan) => {
    const balance = balances.get(plan.name);
    return balance ? [toBankAccount(bank, person, plan, balance)] : [];
  });
};

/** The account of a plan, with its fixed numbers and its balances. */
export const toBankAccount = (
  bank: SandboxInstitution,
  person: string,
  plan: AccountPlan,
  balances: BankBalances,
): BankAccount => {
  const { institution, routingScheme } = bank;
  const random = (...about: string[]) => seededRandom(institution.institutionId, person, ...about);
  const { name, type, subtype } = plan;
  const { numbers, mask } = hasNumbers(plan)
    ? drawAccountNumbers(routingScheme, random("branch"), random(name, "numbers"))
    : { numbers: {}, mask: random(name, "numbers").digits(4) };
  return {
    key: accountKey(bank, person, name),
    name: ownLine(name),
    official_name: ownLine(`${institution.name} ${name}`),
    mask: ownLine(mask),
    type,
    subtype,
    holder_category: "personal",
    balances,
    numbers: bankNumbers(numbers),
  };
};

/**
 * The stable key of a person's account at an institution; `place` is unique among the person's
 * accounts.
 */
export const accountKey = (
  { institution }: SandboxInstitution,
  person: string,
  place: string,
): Id => ownId(seededRandom(institution.institutionId, person, place, "key").digits(20));

/** Debits and payouts reach current and savings accounts only. */
export const hasNumbers = ({ subtype }: { subtype: AccountSubtype }): boolean =>
  subtype === "checking" || subtype === "savings";
