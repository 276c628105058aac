import { type Currency, currencyCodes } from "../../../domain/bank-values.ts";
import { dayAt, toMonth } from "../../../domain/calendar.ts";
import type { BankBalances } from "../../../domain/connectors/bank-account.ts";
import type { AccountPlan } from "../accounts/account-plan.ts";
import { bookingStatusAt } from "./bank-transactions.ts";
import type { Household } from "./household.ts";
import { cachedMovementsIn } from "./household-cache.ts";
import { investmentValueOn } from "./investments.ts";
import { balancesAfter } from "./month.ts";
import type { Movement } from "./movement.ts";
import { MAX_PENDING_DAYS } from "./purchases.ts";

/** Money on an account, pending or booked: positive if it leaves the account. */
export type BalanceChange = Pick<Movement, "account" | "cents"> & {
  status: "pending" | "booked";
};

/** Whether money out of the account raises its balance, which is a debt. */
const isDebt = ({ type }: Pick<AccountPlan, "type">): boolean =>
  type === "credit" || type === "loan";

/**
 * The balances of a household at a moment: those at the end of the last month, the booked movements of this
 * one, and what is pending; of investment accounts what they are worth on the day. Pending amounts reduce the available balance. `extraChanges` are movements that are not
 * the household's own.
 */
export const balancesAt = (
  household: Household,
  plans: readonly AccountPlan[],
  now: number,
  extraChanges: readonly BalanceChange[],
): Map<string, BankBalances> => {
  const month = toMonth(dayAt(now));
  const months = new Set([month, toMonth(dayAt(now) + MAX_PENDING_DAYS)]);
  const values = household.investments.map((investment): [string, number] => [
    investment.name,
    investmentValueOn(household, investment, dayAt(now)),
  ]);
  const invested = new Map(values);
  return balancesFrom(
    {
      startBalances: new Map([...balancesAfter(household, month - 1), ...values]),
      changes: [
        // The value of an investment account has its movements in it.
        ...[...months]
          .flatMap((month) => cachedMovementsIn(household, month))
          .filter(({ account }) => !invested.has(account))
          .flatMap(changesAt(now)),
        ...extraChanges,
      ],
      limits: new Map(household.cards.map(({ name, limit }) => [name, limit])),
      currency: household.currency,
    },
    plans,
  );
};

/** The balances at the end of a month, changes since then, and the limits of cards; amounts are in cents. */
export type BalanceSheet = {
  startBalances: ReadonlyMap<string, number>;
  changes: readonly BalanceChange[];
  limits: ReadonlyMap<string, number>;
  currency: Currency;
};

/** The balances of accounts after some changes. */
export const balancesFrom = (
  { startBalances, changes, limits, currency }: BalanceSheet,
  plans: readonly AccountPlan[],
): Map<string, BankBalances> => {
  const sum = (name: string, status: BalanceChange["status"]) =>
    changes.reduce(
      (all, change) =>
        all + (change.account === name && change.status === status ? change.cents : 0),
      0,
    );
  return new Map(
    plans.map((plan): [string, BankBalances] => {
      const { name } = plan;
      const [start, movements] = [startBalances.get(name) ?? 0, sum(name, "booked")];
      const current = isDebt(plan) ? start + movements : start - movements;
      const limit = limits.get(name) ?? null;
      return [
        name,
        {
          available: units(availableOf(plan, current, limit, sum(name, "pending"))),
          current: current / 100,
          limit: units(limit),
          ...currencyCodes(currency),
        },
      ];
    }),
  );
};

/** A movement as balance changes at a moment; empty if it is not visible yet. */
export const changesAt =
  (now: number) =>
  (movement: Movement): BalanceChange[] => {
    const status = bookingStatusAt(movement, now);
    if (status === "unseen") return [];
    const { account, cents, authorized } = movement;
    // An authorization in a foreign currency holds the amount that will be booked.
    const isHeld = status === "pending" && authorized?.currency === null;
    return [{ account, cents: isHeld ? authorized.cents : cents, status }];
  };

function availableOf(
  plan: AccountPlan,
  current: number,
  limit: number | null,
  pending: number,
): number | null {
  if (limit !== null) return limit - current - pending;
  // The money on a certificate of deposit is not available before its term ends.
  return plan.type === "depository" && plan.subtype !== "cd" ? current - pending : null;
}

function units(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}
