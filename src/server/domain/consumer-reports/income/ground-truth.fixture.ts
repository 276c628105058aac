import { TEST_USERS } from "../../../connectors/sandbox/accounts/account-plan.ts";
import { makeBorrower } from "../../../connectors/sandbox/borrowers/borrower.ts";
import { BORROWER_USERS } from "../../../connectors/sandbox/borrowers/borrower-users.ts";
import type { SandboxInstitution } from "../../../connectors/sandbox/catalogue/institution.ts";
import { householdOf } from "../../../connectors/sandbox/transactions/household.ts";

/** A stream of income in the sandbox's ground truth: its kind and frequency. */
export type TrueStream = { category: string; frequency: string };

/** The users with generated income. */
export const PEOPLE = [...TEST_USERS, ...BORROWER_USERS];

const FREQUENCIES: { [every: string]: string } = {
  week: "WEEKLY",
  "two weeks": "BIWEEKLY",
  "half month": "SEMI_MONTHLY",
  month: "MONTHLY",
  "now and then": "IRREGULAR",
};

/**
 * The true stream of a transaction, by the sandbox's internal key, which the API never shows; null
 * for other transactions. `key` begins with the account's key.
 */
export const trueStreamOf = (
  bank: SandboxInstitution,
  person: string,
): ((key: string, payer: string) => ({ id: string } & TrueStream) | null) => {
  const borrower = BORROWER_USERS.find((user) => user === person);
  if (borrower) {
    const { sources } = makeBorrower(bank, borrower, borrower);
    return (key) => {
      const id = / income (.+) \d+ \w+$/.exec(key)?.[1];
      if (id === undefined) return null;
      const source = sources.find((incomeSource) => incomeSource.id === id);
      return source
        ? { id, category: source.kind, frequency: FREQUENCIES[source.rule.every] ?? "" }
        : { id: "interest", category: "BANK_INTEREST", frequency: "MONTHLY" };
    };
  }
  const testUser = TEST_USERS.find((user) => user === person) ?? "user_good";
  const { pots, wages } = householdOf(bank, person, testUser);
  const payFrequency = FREQUENCIES[wages.rhythm.every] ?? "";
  return (key, payer) => {
    const words = key.slice(key.indexOf(" ") + 1);
    if (/^wages /.test(words)) return { id: "wages", category: "SALARY", frequency: payFrequency };
    if (/^side /.test(words)) return { id: "side", category: "SALARY", frequency: "MONTHLY" };
    if (/^takings /.test(words))
      return { id: "takings", category: "SELF_EMPLOYMENT", frequency: payFrequency };
    if (/^invoice /.test(words))
      return { id: `invoice ${payer}`, category: "SELF_EMPLOYMENT", frequency: "IRREGULAR" };
    const pot = pots.find(({ name }) => words.startsWith(`${name} interest `));
    if (!pot) return null;
    const frequency = pot.interestEvery === 1 ? "MONTHLY" : "IRREGULAR";
    return { id: `interest ${pot.name}`, category: "BANK_INTEREST", frequency };
  };
};
