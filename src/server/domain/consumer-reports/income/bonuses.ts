import type { IncomeCategory } from "../../../../protocol/income-insights.ts";
import { groupBy } from "../cash-flow/group-by.ts";
import type { Inflow } from "./inflow.ts";
import { medianOf } from "./pay-cycle.ts";

/** The fewest payments among which one can be seen to be a bonus by its amount. */
const MIN_PAYMENTS = 6;
/** How many payments before and after one it is compared with. */
const NEIGHBOURS = 3;
/** By how much a bonus exceeds what is usual; a rise in pay is less, or stays. */
const EXCESS = 1.7;

const BONUS_CATEGORY = "16001002";
const BONUS = /\bBONUS\b|\bCOMMISSIONS?\b|\bINCENTIVE\b|\b13TH SALARY\b/;

/** Payments of one payer, oldest first, with the bonuses among their wages marked. */
export const bonusesIn = (
  inflows: readonly Inflow[],
  category: IncomeCategory | null,
): (Inflow & { isBonus: boolean })[] => {
  const large =
    category === "SALARY"
      ? new Set([...groupBy(inflows, ({ accountId }) => accountId).values()].flatMap(largeOnes))
      : new Set<string>();
  return inflows.map((inflow) => ({
    ...inflow,
    isBonus:
      category === "SALARY" &&
      (inflow.transaction.category_id === BONUS_CATEGORY ||
        BONUS.test(inflow.text) ||
        large.has(inflow.id)),
  }));
};

/** The ids of the payments far above those around them. */
function largeOnes(inflows: readonly Inflow[]): string[] {
  if (inflows.length < MIN_PAYMENTS) return [];
  return inflows.flatMap(({ id, cents }, at) => {
    const around = [
      ...inflows.slice(Math.max(0, at - NEIGHBOURS), at),
      ...inflows.slice(at + 1, at + 1 + NEIGHBOURS),
    ].map((one) => one.cents);
    return cents > medianOf(around) * EXCESS ? [id] : [];
  });
}
