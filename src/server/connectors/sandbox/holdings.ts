import type { Owner } from "../../../protocol/owner.ts";
import { dayAt, dayOf, monthOf } from "../../domain/calendar.ts";
import type { BankAccount } from "../../domain/connectors/bank-account.ts";
import type { BankTransaction, Period } from "../../domain/connectors/bank-transaction.ts";
import type { TestUser } from "./accounts/account-plan.ts";
import { accountKey, bankAccounts } from "./accounts/bank-accounts.ts";
import { region } from "./accounts/region.ts";
import type { SandboxInstitution } from "./catalogue/institution.ts";
import type { ConnectorState } from "./connector-state.ts";
import { changesAt } from "./transactions/balances.ts";
import { householdOf } from "./transactions/household.ts";
import { manualMovements } from "./transactions/manual-transactions.ts";
import { movementsIn } from "./transactions/month.ts";
import type { Movement } from "./transactions/movement.ts";
import { ownersOf } from "./transactions/owners.ts";
import { purchasesBeforeLooks } from "./transactions/pending-purchases.ts";
import { toBankTransactions } from "./transactions/to-bank-transaction.ts";

/** The accounts, transactions and owners of a login at a moment. */
export type Holdings = {
  accounts(): BankAccount[];
  transactions(period: Period): BankTransaction[];
  owners(): { key: string; owners: Owner[] }[];
};

/** The holdings of a test user, with manual transactions and those of each look. */
export function testUserHoldings(
  bank: SandboxInstitution,
  person: string,
  testUser: TestUser,
  connectorState: ConnectorState,
  now: number,
): Holdings {
  const { country } = bank.routingScheme;
  const { currency, accounts } = region(country);
  const accountsWithKeys = accounts[testUser].map((plan) => ({
    ...plan,
    key: accountKey(bank, person, plan.name),
  }));
  const household = householdOf(bank, person, testUser);
  const manual = accountsWithKeys.flatMap(({ key, name }) =>
    manualMovements(
      name,
      connectorState.written.filter(({ accountKey: id }) => id === key),
    ),
  );
  const extras = [...manual, ...purchasesBeforeLooks(household, connectorState.looks)];
  return {
    accounts: () =>
      bankAccounts(bank, person, testUser, { now, extraChanges: extras.flatMap(changesAt(now)) }),
    transactions: (period) => {
      const keys = new Map(accountsWithKeys.map(({ name, key }) => [name, key]));
      return [
        ...movementsInPeriod(period, now, (month) => movementsIn(household, month)),
        ...extras,
      ]
        .flatMap((movement) =>
          toBankTransactions(movement, {
            accountKey: keys.get(movement.account) ?? "",
            currency,
            now,
          }),
        )
        .filter(({ date }) => isWithin(period, date));
    },
    owners: () =>
      accountsWithKeys.map((plan) => ({ key: plan.key, owners: ownersOf(person, country, plan) })),
  };
}

/** The movements of all the months that a period touches, up to now. */
export function movementsInPeriod(
  { from, to }: Period,
  now: number,
  movements: (month: number) => Movement[],
): Movement[] {
  const first = monthOf(dayOf(from));
  const last = monthOf(Math.min(dayOf(to), dayAt(now)));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at).flatMap(
    movements,
  );
}

/** Whether a date, YYYY-MM-DD, is in a period. */
export const isWithin = ({ from, to }: Period, date: string): boolean => from <= date && date <= to;
