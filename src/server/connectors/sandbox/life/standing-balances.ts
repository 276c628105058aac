import type { Balances } from "../../../../protocol/account.ts";
import { dayAt, monthOf } from "../../../domain/calendar.ts";
import type { AccountPlan } from "../accounts/account-plan.ts";
import type { Household } from "./household.ts";
import { heldAfter, movementsIn } from "./month.ts";
import type { Movement } from "./movement.ts";
import { standingAt } from "./to-bank-transaction.ts";

/** Money on an account: positive where it leaves the account, pending or booked. */
export type Change = Pick<Movement, "account" | "cents"> & { standing: "pending" | "booked" };

/** Whether more money out means more that is owed. */
const isDebt = ({ type }: Pick<AccountPlan, "type">): boolean =>
  type === "credit" || type === "loan";

/**
 * What the accounts of a household hold at a moment: what the last month left, and what this one has
 * booked since. What is pending is kept back from what is available. `beside` is what was moved beside
 * the household's own life.
 */
export const standingBalances = (
  household: Household,
  plans: readonly AccountPlan[],
  now: number,
  beside: readonly Change[],
): Map<string, Balances> => {
  const month = monthOf(dayAt(now));
  const held = heldAfter(household, month - 1);
  const changes = [...movementsIn(household, month).flatMap(changeAt(now)), ...beside];
  const sum = (name: string, standing: Change["standing"]) =>
    changes.reduce(
      (all, one) => all + (one.account === name && one.standing === standing ? one.cents : 0),
      0,
    );
  return new Map(
    plans.map((plan): [string, Balances] => {
      const { name } = plan;
      const [begun, booked] = [held.get(name) ?? 0, sum(name, "booked")];
      const current = isDebt(plan) ? begun + booked : begun - booked;
      const limit = household.cards.find((card) => card.name === name)?.limit ?? null;
      return [
        name,
        {
          available: units(availableOf(plan, current, limit, sum(name, "pending"))),
          current: current / 100,
          limit: units(limit),
          iso_currency_code: household.currency,
          unofficial_currency_code: null,
        },
      ];
    }),
  );
};

/** A movement as it counts at a moment; nothing where it is not seen. */
export const changeAt =
  (now: number) =>
  (movement: Movement): Change[] => {
    const standing = standingAt(movement, now);
    return standing === "unseen" ? [] : [{ ...movement, standing }];
  };

function availableOf(
  plan: AccountPlan,
  current: number,
  limit: number | null,
  pending: number,
): number | null {
  if (limit !== null) return limit - current - pending;
  // What a certificate of deposit holds is not to be had before its term ends.
  return plan.type === "depository" && plan.subtype !== "cd" ? current - pending : null;
}

function units(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}
