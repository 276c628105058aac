import { firstDayOf, lastDayOf } from "../../../domain/calendar.ts";
import type { RoutingScheme } from "../catalogue/institution.ts";
import type { Movement } from "./movement.ts";
import { shopStory, type Till } from "./purchases.ts";
import { dearestPurchase, FOREIGN_SHOPS, type ShopKind } from "./shops.ts";

/** A purchase and its refund in the same month, which cancel out. */
export const purchaseAndRefund = (till: Till): Movement[] => {
  const { household, account, month, about } = till;
  const random = household.draw(about, "returned", month);
  if (!random.chance(35)) return [];
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const words = shopStory(till, RETURNABLE, random);
  const cents = random.whole(1900, 9900) * household.unit;
  const purchaseDay = first + random.whole(0, 12);
  const refundDay = Math.min(purchaseDay + random.whole(5, 11), last);
  const key = `${about} returned ${month}`;
  const common = { account, isDropped: false, authorized: null, keepsId: false, seenAt: null };
  return [
    { ...common, key, cents, day: purchaseDay, story: words },
    {
      ...common,
      key: `${key} refund`,
      cents: -cents,
      day: refundDay,
      story: { ...words, name: `${words.name} refund`, statement: `REFUND ${words.statement}` },
    },
  ];
};

/** The shop that takes purchases back. */
export const RETURNABLE: ShopKind = {
  categoryId: "22001000",
  names: ["Loom & Larch", "Threadfinch", "Two Soles"],
  cents: [1900, 9900],
  purchases: 1,
  channel: "online",
};

/**
 * An occasional purchase abroad: in the foreign currency while it is pending, and in the account's own
 * once it is booked; at most `max` of the account's own.
 */
export const foreignPurchase = (till: Till, max: number): Movement[] => {
  const { household, account, month, about } = till;
  const random = household.draw(about, "abroad", month);
  if (!random.chance(60)) return [];
  const others = ABROAD.filter(({ currency }) => currency !== household.currency);
  const [first = ABROAD[0], ...more] = others;
  const { country, currency, perUnit } = random.pick([first, ...more]);
  const kind = random.pick(FOREIGN_SHOPS);
  const [min, dearest] = kind.cents;
  const affordable = Math.min(max, dearestPurchase(kind, household.unit));
  const payable = Math.floor((affordable * worth(household.currency)) / perUnit);
  if (payable < min) return [];
  const foreign = random.whole(min, Math.min(dearest, payable));
  const own = Math.round((foreign * perUnit) / worth(household.currency));
  const purchaseDay = firstDayOf(month) + random.whole(1, 24);
  const words = shopStory(till, kind, random, country);
  const amount = `${currency} ${(foreign / 100).toFixed(2)}`;
  return [
    {
      key: `${about} abroad ${month}`,
      account,
      cents: own,
      day: purchaseDay + random.whole(2, 3),
      story: { ...words, statement: `${words.statement} ${amount}` },
      seenAt: purchaseDay * 1440 + random.whole(9 * 60, 20 * 60),
      isDropped: false,
      authorized: { currency, cents: foreign },
      keepsId: false,
    },
  ];
};

type Abroad = { country: RoutingScheme["country"]; currency: string; perUnit: number };

/** The sandbox's exchange rates to the euro. */
const ABROAD: readonly [Abroad, ...Abroad[]] = [
  { country: "FR", currency: "EUR", perUnit: 1 },
  { country: "US", currency: "USD", perUnit: 0.92 },
  { country: "GB", currency: "GBP", perUnit: 1.17 },
  { country: "CA", currency: "CAD", perUnit: 0.68 },
];

/** Exchange rates of currencies that are used only at home. */
const AT_HOME: { [currency: string]: number } = { SEK: 0.09, NOK: 0.09, DKK: 0.13, PLN: 0.23 };

function worth(currency: string): number {
  return ABROAD.find((one) => one.currency === currency)?.perUnit ?? AT_HOME[currency] ?? 1;
}
