import { z } from "zod";
import { dayAt, toMonth } from "../../domain/calendar.ts";
import { changedHoldings } from "./account-changes.ts";
import { accountKey, toBankAccount } from "./accounts/bank-accounts.ts";
import { makeBorrower } from "./borrowers/borrower.ts";
import { borrowerBalancesAfter, borrowerMovementsIn } from "./borrowers/borrower-month.ts";
import type { BorrowerUser } from "./borrowers/borrower-users.ts";
import type { SandboxInstitution } from "./catalogue/institution.ts";
import type { ConnectorState } from "./connector-state.ts";
import { customHoldings } from "./custom/custom-holdings.ts";
import { type Holdings, isWithin, movementsInPeriod, testUserHoldings } from "./holdings.ts";
import { cashInvestments, toInvestments } from "./investments/bank-investments.ts";
import type { Login } from "./login.ts";
import { balancesFrom, changesAt } from "./transactions/balances.ts";
import { manualMovements, toBankTransactions } from "./transactions/bank-transactions.ts";
import { fullName, listOwners, toOwner } from "./transactions/people.ts";
import { MAX_PENDING_DAYS } from "./transactions/purchases.ts";

/** The holdings of a login at an institution, including additions in the connector state. */
export const loginHoldings = (
  bank: SandboxInstitution,
  login: Login,
  connectorState: ConnectorState,
  now: number,
): Holdings =>
  changedHoldings(
    firstHoldings(bank, login, connectorState, now),
    bank,
    login.person,
    connectorState,
    now,
  );

/** The holdings before any account was opened or closed. */
function firstHoldings(
  bank: SandboxInstitution,
  { person, source }: Login,
  connectorState: ConnectorState,
  now: number,
): Holdings {
  if ("custom" in source) return customHoldings(bank, person, source.custom, connectorState, now);
  if ("borrower" in source) return borrowerHoldings(bank, source.borrower, connectorState, now);
  return testUserHoldings(bank, person, source.testUser, connectorState, now);
}

/** The holdings of a borrower at a moment, with manual transactions. */
const borrowerHoldings = (
  bank: SandboxInstitution,
  user: BorrowerUser,
  connectorState: ConnectorState,
  now: number,
): Holdings => {
  const borrower = makeBorrower(bank, user, user);
  const { plans, currency, country, card, home, traits } = borrower;
  const keys = new Map(plans.map(({ name }) => [name, accountKey(bank, user, name)]));
  const manual = plans.flatMap(({ name }) =>
    manualMovements(
      name,
      connectorState.written.filter(({ accountKey: key }) => key === keys.get(name)),
    ),
  );
  const month = toMonth(dayAt(now));
  const months = new Set([month, toMonth(dayAt(now) + MAX_PENDING_DAYS)]);
  const accounts = () => {
    const movements = [...months].flatMap((month) => borrowerMovementsIn(borrower, month));
    const balances = balancesFrom(
      {
        startBalances: borrowerBalancesAfter(borrower, month - 1),
        changes: [...movements, ...manual].flatMap(changesAt(now)),
        limits: new Map(card ? [[card.name, card.limit]] : []),
        currency,
      },
      plans,
    );
    return plans.flatMap((plan) => {
      const balance = balances.get(plan.name);
      return balance ? [toBankAccount(bank, user, plan, balance)] : [];
    });
  };
  return {
    accounts,
    investments: () => cashInvestments(accounts()),
    transactions: (period) =>
      [...movementsInPeriod(period, now, (at) => borrowerMovementsIn(borrower, at)), ...manual]
        .flatMap((movement) => {
          const key = keys.get(movement.account);
          return key ? toBankTransactions(movement, { accountKey: key, currency, now }) : [];
        })
        .filter(({ date }) => isWithin(period, date)),
    owners: () =>
      plans.map((plan) => {
        const owners = listOwners(user, country, plan);
        const isPartnerOwner = owners.some(({ names }) =>
          names.some((name) => name === fullName(home.partner)),
        );
        return {
          key: accountKey(bank, user, plan.name),
          owners:
            traits.isJoint && plan.type === "depository" && !isPartnerOwner
              ? [...owners, toOwner(home.partner, [home.place])]
              : owners,
        };
      }),
  };
};

/** The credential with the keys of an Item's shared accounts. */
const SHARED = "shared_accounts";

/**
 * The credentials of a login that only shares these accounts; null for all, even those opened
 * later.
 */
export const withShared = (
  credentials: Record<string, string>,
  accountKeys: readonly string[] | null,
): Record<string, string> =>
  accountKeys === null ? credentials : { ...credentials, [SHARED]: JSON.stringify(accountKeys) };

/** The typed credentials, and the keys of the shared accounts; null for all. */
export const parseShared = (credentials: Record<string, string>) => {
  const { [SHARED]: shared, ...typed } = credentials;
  return { typed, sharedKeys: shared === undefined ? null : Keys.parse(JSON.parse(shared)) };
};

const Keys = z.array(z.string());

/** The holdings without the accounts that are not shared. */
export const sharedHoldings = (
  holdings: Holdings,
  sharedKeys: readonly string[] | null,
): Holdings => {
  if (sharedKeys === null) return holdings;
  const isShared = (key: string) => sharedKeys.includes(key);
  return {
    accounts: () => holdings.accounts().filter(({ key }) => isShared(key)),
    transactions: (period) =>
      holdings.transactions(period).filter(({ accountKey }) => isShared(accountKey)),
    investments: (period) => toInvestments(holdings.investments(period), isShared),
    owners: () => holdings.owners().filter(({ key }) => isShared(key)),
  };
};
