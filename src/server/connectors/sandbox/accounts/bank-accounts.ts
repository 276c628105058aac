import type { AccountSubtype } from "../../../../protocol/vocabulary.ts";
import type { BankAccount } from "../../../domain/connectors/connector.ts";
import type { SandboxInstitution } from "../catalogue/institution.ts";
import { householdOf } from "../life/household.ts";
import { type Change, standingBalances } from "../life/standing-balances.ts";
import { drawAccountNumbers } from "../numbers/account-numbers.ts";
import { seededRandom } from "../random.ts";
import type { TestUser } from "./account-plan.ts";
import { region } from "./region.ts";

/** When somebody looks, and what they have moved beside what their household does. */
export type Moment = { now: number; beside: readonly Change[] };

/**
 * The accounts of a person at an institution: the same for ever for the same two, with balances as they
 * stand at the moment. What is drawn for an account hangs on its name alone, so that a new one in the
 * set leaves the others as they were.
 */
export const bankAccounts = (
  bank: SandboxInstitution,
  person: string,
  like: TestUser,
  { now, beside }: Moment,
): BankAccount[] => {
  const { institution, clearing } = bank;
  const { accounts } = region(clearing.country);
  const drawn = (...about: string[]) => seededRandom(institution.institutionId, person, ...about);
  const balances = standingBalances(householdOf(bank, person, like), accounts[like], now, beside);
  return accounts[like].flatMap((plan) => {
    const { name, type, subtype } = plan;
    const standing = balances.get(name);
    if (!standing) return [];
    const { numbers, mask } = hasNumbers(plan)
      ? drawAccountNumbers(clearing, drawn("branch"), drawn(name, "numbers"))
      : { numbers: {}, mask: drawn(name, "numbers").digits(4) };
    return [
      {
        key: accountKey(bank, person, name),
        name,
        official_name: `${institution.name} ${name}`,
        mask,
        type,
        subtype,
        balances: standing,
        numbers,
      },
    ];
  });
};

/** What an institution knows a person's account by, for ever; `place` is its own among the person's. */
export const accountKey = (
  { institution }: SandboxInstitution,
  person: string,
  place: string,
): string => seededRandom(institution.institutionId, person, place, "key").digits(20);

/** Debits and payouts reach current and savings accounts only. */
export const hasNumbers = ({ subtype }: { subtype: AccountSubtype }): boolean =>
  subtype === "checking" || subtype === "savings";
