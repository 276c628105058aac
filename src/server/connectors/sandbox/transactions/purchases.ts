import { firstDayOf, lastDayOf } from "../../../domain/calendar.ts";
import type { Random } from "../random.ts";
import type { Household } from "./household.ts";
import { type Movement, type Story, story } from "./movement.ts";
import { drawPlace, type Place } from "./places.ts";
import { DEARER, type ShopKind } from "./shops.ts";

/** The context of purchases: an account, a month, and the prefix of their keys. */
export type Till = { household: Shopper; account: string; month: number; about: string };

/** The facts about shoppers that determine their purchases. */
type Shopper = Pick<Household, "draw" | "country" | "currency" | "unit" | "home" | "placeInTown">;

/** A purchase in a shop, with a price that is not scaled to the month yet. */
type PricedPurchase = { kind: ShopKind; raw: number };

/**
 * The purchases of a month for exactly the total. Less money than usual means fewer purchases; more money
 * means dearer ones, and then more of them, so that none exceeds `dearestPurchase`.
 */
export const purchasesFor = (total: number, shops: readonly ShopKind[], till: Till): Movement[] => {
  const { household, month, about } = till;
  if (total <= 0) return [];
  const random = household.draw(about, month);
  const purchases = drawPurchases(total, shops, random, household.unit);
  const prices = splitByWeights(
    total,
    purchases.map(({ raw }) => raw),
  );
  return purchases.flatMap(({ kind }, at) => {
    const cents = prices[at] ?? 0;
    return cents > 0 ? purchase(till, kind, cents, `${about} ${month} ${at}`, random) : [];
  });
};

/** As many purchases as a total pays for, a month's worth at a time. */
function drawPurchases(
  total: number,
  shops: readonly ShopKind[],
  random: Random,
  unit: number,
): PricedPurchase[] {
  const purchases = drawUsualPurchases(shops, random, unit);
  if (sumOf(purchases) * DEARER >= total) return affordablePurchases(purchases, total, 0.6);
  while (sumOf(purchases) * DEARER < total)
    purchases.push(...drawUsualPurchases(shops, random, unit));
  return affordablePurchases(purchases, total, 1);
}

function drawUsualPurchases(
  shops: readonly ShopKind[],
  random: Random,
  unit: number,
): PricedPurchase[] {
  const purchases = shops.flatMap((kind) => {
    const count = Math.floor((kind.purchases + random.whole(0, 9)) / 10);
    const [from, to] = kind.cents;
    // The lower of two draws: most purchases are cheap.
    const price = () => unit * Math.min(random.whole(from, to), random.whole(from, to));
    return Array.from({ length: count }, (): PricedPurchase => ({ kind, raw: price() }));
  });
  return shuffle(purchases, random);
}

/** The purchases that a total pays for, at a share of their price or more. */
function affordablePurchases(
  purchases: readonly PricedPurchase[],
  total: number,
  share: number,
): PricedPurchase[] {
  let sum = 0;
  return purchases.filter(({ raw }, at) => {
    if (at > 0 && sum + raw * share > total) return false;
    sum += raw * share;
    return true;
  });
}

function sumOf(purchases: readonly PricedPurchase[]): number {
  return purchases.reduce((sum, { raw }) => sum + raw, 0);
}

/** Splits a total in proportion to weights, each part to the cent. */
function splitByWeights(total: number, weights: readonly number[]): number[] {
  const factor = total / weights.reduce((sum, weight) => sum + weight, 0);
  let [before, weightBefore] = [0, 0];
  return weights.map((weight) => {
    weightBefore += weight;
    const updated = Math.round(weightBefore * factor);
    const part = updated - before;
    before = updated;
    return part;
  });
}

/** A purchase, with a reservation before it at shops that make one. */
function purchase(
  till: Till,
  kind: ShopKind,
  cents: number,
  key: string,
  random: Random,
): Movement[] {
  const { household, account, month } = till;
  const words = shopStory(till, kind, random);
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const purchaseDay = random.whole(first, last);
  const seenAt = purchaseDay * 1440 + random.whole(7 * 60, 22 * 60);
  // Booked within the month, so that the balance at its end does not depend on the next one.
  const day = Math.min(purchaseDay + random.whole(1, 3), last);
  const purchaseMovement: Movement = {
    key,
    account,
    cents,
    day,
    story: words,
    seenAt: day > purchaseDay ? seenAt : null,
    isDropped: false,
    ...bookingOf(kind, cents, household),
  };
  if (!kind.reserves || !random.chance(50) || day === purchaseDay) return [purchaseMovement];
  const reservation: Movement = {
    ...purchaseMovement,
    key: `${key} reserved`,
    cents: 100 * household.unit,
    day: purchaseDay + 1,
    seenAt: seenAt - 5,
    isDropped: true,
    authorized: null,
  };
  return [reservation, purchaseMovement];
}

/** Online shops book under the id of the authorization; restaurants book the tip with the bill. */
function bookingOf(
  { channel, takesTips }: ShopKind,
  cents: number,
  { country }: Shopper,
): Pick<Movement, "authorized" | "keepsId"> {
  const hasTip = takesTips && TIPPING_COUNTRIES.has(country);
  return {
    authorized: hasTip ? { currency: null, cents: billBeforeTip(cents) } : null,
    keepsId: channel === "online",
  };
}

/** The countries in which people add a tip to the card payment. */
const TIPPING_COUNTRIES: ReadonlySet<Shopper["country"]> = new Set(["US", "CA"]);

/** The authorized amount of a payment that is booked with a tip of 18 %, in cents. */
export const billBeforeTip = (cents: number): number => Math.round(cents / 1.18);

/** The story of a purchase; a household always purchases the same branch of a shop. */
export const shopStory = (
  { household, account, about }: Pick<Till, "household" | "account" | "about">,
  kind: ShopKind,
  random: Random,
  country = household.country,
): Story => {
  const name = random.pick(kind.names);
  const isOnline = kind.channel === "online";
  const spot = household.draw("branch", name, country);
  const place = isOnline
    ? null
    : country === household.country
      ? household.placeInTown(spot)
      : drawPlace(country, spot, spot);
  const { holder, partner } = household.home;
  const cardholder = random.chance(25) ? partner : holder;
  const hasCardholder = about.startsWith("card");
  return story({
    name,
    merchant: name,
    statement: `CARD ${household.draw(account, "card").digits(4)} ${name.toUpperCase()}${
      place ? ` ${place.city.toUpperCase()}` : ""
    }`,
    categoryId: kind.categoryId,
    channel: kind.channel,
    code: "purchase",
    location: place && locationOf(place, spot.digits(3)),
    owner: hasCardholder ? `${cardholder.given} ${cardholder.family}`.toUpperCase() : null,
  });
};

function locationOf(place: Place, store: string): NonNullable<Story["location"]> {
  return {
    address: place.street,
    city: place.city,
    region: place.region,
    postal_code: place.postalCode,
    country: place.country,
    lat: place.lat,
    lon: place.lon,
    store_number: store,
  };
}

function shuffle<T>(list: readonly T[], random: Random): T[] {
  const result = [...list];
  for (let at = result.length - 1; at > 0; at--) {
    const other = random.whole(0, at);
    const [one, two] = [result[at], result[other]];
    if (one !== undefined && two !== undefined) {
      result[at] = two;
      result[other] = one;
    }
  }
  return result;
}
