import type { AccountSubtype } from "../../../../protocol/vocabulary.ts";
import type { BankAccount } from "../../../domain/ports.ts";
import type { SandboxInstitution } from "../catalogue/institution.ts";
import { drawAccountNumbers } from "../numbers/account-numbers.ts";
import { seededRandom } from "../random.ts";
import type { TestUser } from "./account-plan.ts";
import { drawBalances } from "./balances.ts";
import { region } from "./region.ts";

/**
 * The accounts of a person at an institution, the same for ever for the same two. What is drawn for
 * an account hangs on its name alone, so that a new one in the set leaves the others as they were.
 */
export const bankAccounts = (
  { institution, clearing }: SandboxInstitution,
  username: string,
  like: TestUser,
): BankAccount[] => {
  const { currency, accounts } = region(clearing.country);
  const drawn = (...about: string[]) => seededRandom(institution.institutionId, username, ...about);
  return accounts[like].map((plan) => {
    const { name, type, subtype } = plan;
    const { numbers, mask } = hasNumbers(plan)
      ? drawAccountNumbers(clearing, drawn("branch"), drawn(name, "numbers"))
      : { numbers: {}, mask: drawn(name, "numbers").digits(4) };
    return {
      key: drawn(name, "key").digits(20),
      name,
      official_name: `${institution.name} ${name}`,
      mask,
      type,
      subtype,
      balances: drawBalances(plan, currency, drawn(name, "balances")),
      numbers,
    };
  });
};

/** Debits and payouts reach current and savings accounts only. */
export const hasNumbers = ({ subtype }: { subtype: AccountSubtype }): boolean =>
  subtype === "checking" || subtype === "savings";
