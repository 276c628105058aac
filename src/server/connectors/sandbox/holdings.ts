import type { Owner } from "../../../protocol/account.ts";
import type { Lines } from "../../domain/bank-values.ts";
import { dayAt, toDay, toMonth } from "../../domain/calendar.ts";
import type { BankAccount } from "../../domain/connectors/bank-account.ts";
import type { BankInvestments } from "../../domain/connectors/bank-investments.ts";
import type { BankTransaction, Period } from "../../domain/connectors/bank-transaction.ts";
import type { TestUser } from "./accounts/account-plan.ts";
import { accountKey, bankAccounts } from "./accounts/bank-accounts.ts";
import { region } from "./accounts/region.ts";
import type { SandboxInstitution } from "./catalogue/institution.ts";
import type { ConnectorState } from "./connector-state.ts";
import { accountInvestments, mergeInvestments } from "./investments/bank-investments.ts";
import { changesAt } from "./transactions/balances.ts";
import {
  bookingStatusAt,
  manualMovements,
  toBankTransactions,
} from "./transactions/bank-transactions.ts";
import type { Household } from "./transactions/household.ts";
import { cachedHousehold, cachedMovementsIn } from "./transactions/household-cache.ts";
import type { Movement } from "./transactions/movement.ts";
import { listOwners } from "./transactions/people.ts";
import { billBeforeTip, MAX_PENDING_DAYS, shopStory } from "./transactions/purchases.ts";
import { drawPrice, householdShops } from "./transactions/shops.ts";

/** The accounts, transactions and owners of a login at a moment. */
export type Holdings = {
  accounts(): BankAccount[];
  transactions(period: Period): BankTransaction[];
  owners(): { key: string; owners: Lines<Owner>[] }[];
  investments(period: Period): BankInvestments;
};

/**
 * The holdings of a test user, with manual transactions and the transactions that each read adds.
 */
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
  const household = cachedHousehold(bank, person, testUser);
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
        ...movementsInPeriod(period, now, (month) => cachedMovementsIn(household, month)),
        ...extras,
      ]
        .flatMap((movement) => {
          const key = keys.get(movement.account);
          return key ? toBankTransactions(movement, { accountKey: key, currency, now }) : [];
        })
        .filter(({ date }) => isWithin(period, date));
    },
    investments: (period) => {
      const today = dayAt(now);
      const parts = accountsWithKeys.flatMap(({ key, name }) => {
        const investment = household.investments.find((one) => one.name === name);
        const at = { accountKey: key, currency, today };
        const written = extras.filter(
          (extra) => extra.account === name && bookingStatusAt(extra, now) === "booked",
        );
        return investment ? [accountInvestments(household, investment, period, at, written)] : [];
      });
      return mergeInvestments(parts);
    },
    owners: () =>
      accountsWithKeys.map((plan) => ({
        key: plan.key,
        owners: listOwners(person, country, plan),
      })),
  };
}

/** The movements of all months in a period, up to the currently pending ones. */
export function movementsInPeriod(
  { from, to }: Period,
  now: number,
  movements: (month: number) => readonly Movement[],
): Movement[] {
  const first = toMonth(toDay(from));
  const last = toMonth(Math.min(toDay(to), dayAt(now)) + MAX_PENDING_DAYS);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at).flatMap(
    movements,
  );
}

/** Whether a date, YYYY-MM-DD, is in a period. */
export const isWithin = ({ from, to }: Period, date: string): boolean => from <= date && date <= to;

/** The outcomes of the purchases before a read; each read finds one of each. */
const BOOKINGS = [
  { keepsId: true, hasTip: true },
  { keepsId: false, hasTip: false },
  { keepsId: false, hasTip: true },
] as const;

/**
 * Purchases in the minutes before each read of the account, booked at the next read, or after two
 * days at the latest. `looks` are the times of reads in ms since 1970. So a second read finds new,
 * modified and removed transactions.
 */
const purchasesBeforeLooks = (household: Household, looks: readonly number[]): Movement[] => {
  const { main, country, unit } = household;
  const shops = householdShops(country).filter(({ typical }) => typical < 3000);
  const [first, ...others] = shops;
  if (!first) return [];
  return looks.flatMap((look, at) => {
    // Several looks at the same moment find different purchases.
    const nth = looks.slice(0, at).filter((earlier) => earlier === look).length;
    const random = household.draw("look", look, nth);
    const nextLook = looks[at + 1];
    const purchases = BOOKINGS.map(({ keepsId, hasTip }, number): Movement => {
      const kind = random.pick([first, ...others]);
      const cents = drawPrice(kind, random, unit);
      const day = dayAt(look) + random.whole(1, 2);
      return {
        key: `look ${look} ${nth} ${number}`,
        account: main.name,
        cents,
        day: nextLook === undefined ? day : Math.min(day, dayAt(nextLook)),
        story: shopStory({ household, account: main.name, about: "main" }, kind, random),
        seenAt: Math.floor(look / 60_000) - number,
        isDropped: false,
        authorized: hasTip ? { currency: null, cents: billBeforeTip(cents) } : null,
        keepsId,
      };
    });
    const [purchase] = purchases;
    if (!purchase || !random.chance(40)) return purchases;
    return [...purchases, { ...purchase, key: `${purchase.key} reserved`, isDropped: true }];
  });
};
