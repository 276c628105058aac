import { type Journey, journeyPurchases } from "./journey.ts";
import { type Movement, postedMovement, story } from "./movement.ts";
import { bookingDay } from "./paydays.ts";
import { priceScale, purchasesFor, type Till } from "./purchases.ts";
import { type ShopKind, usualSpending } from "./shops.ts";

/** The maximum spending in shops, as a multiple of the usual month's. */
export const LAVISH = 1.5;

/** The maximum share of a month's spending that a journey takes. */
const MAX_JOURNEY_SHARE = 0.6;

/** The name and the category of a savings transfer. */
type PutBy = readonly [name: string, categoryId: string];

/** The transfer of a person without savings: a repayment to a friend. */
export const DEBT_TO_A_FRIEND: PutBy = ["Paid back to Robin", "24002000"];

/**
 * Spends the money left after a month's fixed payments on a journey and in shops. Money beyond a
 * lavish month leaves the account on the last workday.
 */
export const spendRest = (
  rest: number,
  shops: readonly [ShopKind, ...ShopKind[]],
  till: Till,
  journey: Journey | null,
  putBy: PutBy,
): Movement[] => {
  const saved = putByIn(rest, shops, till, putBy);
  const spending = rest - sumCents(saved);
  const away = journey
    ? journeyPurchases(till, journey, Math.floor(spending * MAX_JOURNEY_SHARE))
    : [];
  return [
    ...away,
    ...purchasesFor(spending - sumCents(away), shops, { ...till, away: journey }),
    ...saved,
  ];
};

function putByIn(
  rest: number,
  shops: readonly ShopKind[],
  { household, account, month }: Till,
  [name, categoryId]: PutBy,
): Movement[] {
  const max = usualSpending(shops, priceScale(household)) * LAVISH;
  if (rest <= max) return [];
  const random = household.draw("put by", month);
  const step = 1000 * household.unit;
  const cents = Math.floor((rest - (max * random.whole(65, 100)) / 100) / step) * step;
  const words = story({ name, categoryId, code: "transfer", channel: "online" });
  const day = bookingDay(month, 31, household.country === "US");
  return cents > 0 ? [postedMovement(`put by ${month}`, { account, cents, day }, words)] : [];
}

function sumCents(movements: readonly Movement[]): number {
  return movements.reduce((sum, { cents }) => sum + cents, 0);
}
