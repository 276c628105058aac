import { lastDayOf } from "../../../domain/calendar.ts";
import { type Movement, postedMovement, story } from "./movement.ts";
import type { Till } from "./purchases.ts";
import { type ShopKind, usualSpending } from "./shops.ts";

/** The most that is spent in shops, in usual months' worth. */
export const LAVISH = 2.5;

/** A month's money: the part spent in shops, and the transfer that puts the rest by. */
export type DividedBudget = { spending: number; putBy: Movement[] };

/** The name and the category of a transfer that puts money by. */
type PutBy = readonly [name: string, categoryId: string];

/** A transfer to the person's savings at another institution. */
export const SAVINGS_ELSEWHERE: PutBy = ["Transfer to Rookery Savings", "24001001"];
/** A transfer of a business's profit to its owner. */
export const OWNERS_DRAW: PutBy = ["Owner's draw", "24002000"];
/** A transfer by a person who saves nothing. */
export const DEBT_TO_A_FRIEND: PutBy = ["Paid back to Robin", "24002000"];

/**
 * Divides the money left after a month's fixed payments. Beyond a lavish month in shops, it leaves the
 * account on the last day.
 */
export const divideBudget = (
  budget: number,
  shops: readonly ShopKind[],
  { household, account, month }: Till,
  [name, categoryId]: PutBy = SAVINGS_ELSEWHERE,
): DividedBudget => {
  const max = usualSpending(shops, household.unit) * LAVISH;
  if (budget <= max) return { spending: budget, putBy: [] };
  const random = household.draw("put by", month);
  const step = 1000 * household.unit;
  const cents = Math.floor((budget - (max * random.whole(75, 100)) / 100) / step) * step;
  const words = story({ name, categoryId, code: "transfer", channel: "online" });
  const day = lastDayOf(month);
  return cents > 0
    ? {
        spending: budget - cents,
        putBy: [postedMovement(`put by ${month}`, { account, cents, day }, words)],
      }
    : { spending: budget, putBy: [] };
};
