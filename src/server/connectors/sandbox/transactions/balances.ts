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

/** A pending or booked amount on an account, positive for outflows. */
export type BalanceChange = Pick<Movement, "account" | "cents"> & {
  status: "pending" | "booked";
};

/** Whether outflows raise the account's balance, which is a debt. */
const isDebt = ({ type }: Pick<AccountPlan, "type">): boolean =>
  type === "credit" || type === "loan";

/**
 * A household's balances at a moment: those at the last month's end, this month's booked movements,
 * and pending amounts; for investment accounts the day's worth. Pending amounts reduce the
 * available balance. `extraChanges` are movements outside the household's own.
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
        // The value of an investment account includes its movements.
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

/** The balances at a month's end, later changes, and cards' limits, in cents. */
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

/** A movement as balance changes at a moment; empty before it is visible. */
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
  // Money on a certificate of deposit is unavailable before the end of its term.
  return plan.type === "depository" && plan.subtype !== "cd" ? current - pending : null;
}

function units(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}
