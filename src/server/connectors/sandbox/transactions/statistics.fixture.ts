import type { Household } from "./household.ts";
import { movementsIn } from "./month.ts";
import type { Movement } from "./movement.ts";
import { weekdayOf } from "./paydays.ts";

/** Groups of spending in the words of household surveys. The first match counts. */
const GROUPS: readonly (readonly [group: string, categoryIds: RegExp])[] = [
  ["housing", /^(15001|15002|15004|18002001|22003|22009|25002)/],
  ["food at home", /^(13003|13001004)/],
  ["food away from home", /^13001/],
  ["transportation", /^(15003002|18002003|210000|25)/],
  ["healthcare", /^14/],
  ["entertainment", /^(19|21001|22006|22008)/],
  ["apparel", /^22001/],
  ["cash", /^11001/],
  ["other", /^(10|12|13|15|18001|18002|20|21|22)/],
];

/** The statistics of households over months; amounts are in cents. */
export type HouseholdStatistics = {
  households: number;
  /** The share of each group in all spending. */
  shares: Map<string, number>;
  /** The monthly payments, the monthly purchases, and the merchants paid per month. */
  payments: number;
  purchases: number;
  merchants: number;
  /** The payments in the month with the fewest payments, and in the month with the most. */
  fewestPayments: number;
  mostPayments: number;
  meanPayment: number;
  /** Purchases ordered by amount, as shares of the household's monthly income. */
  purchaseShares: number[];
  purchaseAmounts: number[];
  /** Refunds per purchase. */
  refundShare: number;
  /** The share of each day of the week in purchases, from Monday. */
  weekdays: number[];
};

const isRefund = ({ key }: Movement): boolean => key.endsWith(" refund");

/** Returns the statistics of households over the same months. */
export const statisticsOf = (
  households: readonly Household[],
  months: readonly number[],
): HouseholdStatistics => {
  const sums = new Map<string, number>();
  const weekdays = [0, 0, 0, 0, 0, 0, 0];
  const perMonth: number[] = [];
  const purchaseShares: number[] = [];
  const purchaseAmounts: number[] = [];
  let [total, payments, merchants, refunds] = [0, 0, 0, 0];
  for (const household of households)
    for (const month of months) {
      const movements = movementsIn(household, month).filter(({ isDropped }) => !isDropped);
      const paid = movements.filter((movement) => isPayment(household, movement));
      const purchases = paid.filter(({ story }) => story.code === "purchase");
      perMonth.push(paid.length);
      payments += paid.length;
      merchants += new Set(purchases.map(({ story }) => story.merchant)).size;
      refunds += movements.filter(isRefund).length;
      for (const { cents, story } of paid) {
        const group = GROUPS.find(([, ids]) => ids.test(story.categoryId))?.[0];
        if (group === undefined) continue;
        sums.set(group, (sums.get(group) ?? 0) + cents);
        total += cents;
      }
      for (const { cents, day, seenAt } of purchases) {
        purchaseShares.push(cents / household.monthly);
        purchaseAmounts.push(cents);
        const weekday = weekdayOf(seenAt === null ? day : Math.floor(seenAt / 1440));
        weekdays[weekday] = (weekdays[weekday] ?? 0) + 1;
      }
    }
  const count = perMonth.length;
  return {
    households: households.length,
    shares: new Map([...sums].map(([group, sum]) => [group, sum / total])),
    payments: payments / count,
    purchases: purchaseShares.length / count,
    merchants: merchants / count,
    fewestPayments: Math.min(...perMonth),
    mostPayments: Math.max(...perMonth),
    meanPayment: total / payments,
    purchaseShares: purchaseShares.toSorted((a, b) => a - b),
    purchaseAmounts: purchaseAmounts.toSorted((a, b) => a - b),
    refundShare: refunds / purchaseShares.length,
    weekdays: weekdays.map((weekday) => weekday / purchaseShares.length),
  };
};

/**
 * Whether a household pays another party. Own transfers, and bookings by a loan or fund, do not
 * count.
 */
function isPayment(
  { main, second, cards }: Household,
  { account, cents, story }: Movement,
): boolean {
  const payers = [main, second, ...cards].map((payer) => payer?.name);
  if (cents <= 0 || !payers.includes(account)) return false;
  return !/^(18003|24)/.test(story.categoryId);
}

/** The value at a share of values in ascending order. */
export const quantile = (ascending: readonly number[], share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? Number.NaN;
