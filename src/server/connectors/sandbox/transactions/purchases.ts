import { firstDayOf, lastDayOf } from "../../../domain/calendar.ts";
import type { Random } from "../random.ts";
import type { Household } from "./household.ts";
import { type Movement, type Story, story } from "./movement.ts";
import { bookedAfter, weekdayOf } from "./paydays.ts";
import type { Branch } from "./people.ts";
import { drawPlace, type Place } from "./places.ts";
import { dearestPurchase, drawPrice, type ShopKind } from "./shops.ts";
import { bankWords, writeStatement } from "./words.ts";

/**
 * The context of purchases: the account, the month, the prefix of keys, and the days away from
 * home.
 */
export type Till = {
  household: Shopper;
  account: string;
  month: number;
  about: string;
  away?: Days | null;
};

/** Days from the first to the last, counted from 1970. */
export type Days = { from: number; to: number };

/** The facts about shoppers that determine their purchases. */
type Shopper = Pick<
  Household,
  "draw" | "country" | "currency" | "unit" | "monthly" | "home" | "branch"
>;

/** The factor of a shopper's prices: the currency's unit, raised for shoppers with more income. */
export const priceScale = ({ monthly, unit }: Pick<Shopper, "monthly" | "unit">): number =>
  unit * Math.min(1.4, Math.max(0.75, Math.sqrt(monthly / unit / 300_000)));

/** A purchase in a shop. */
type Purchase = { kind: ShopKind; cents: number };

/**
 * The purchases of a month, whose sum is exactly `total`. Each kind of shop occurs as often as
 * usual, or more or less often as the total requires. The last purchase is in the first shop, and
 * takes the remainder.
 */
export const purchasesFor = (
  total: number,
  shops: readonly [ShopKind, ...ShopKind[]],
  till: Till,
): Movement[] => {
  const { household, month, about } = till;
  if (total <= 0) return [];
  const random = household.draw(about, month);
  const purchases = drawPurchases(total, shops, random, priceScale(household));
  return purchases.flatMap(({ kind, cents }, at) =>
    purchase(till, kind, cents, `${about} ${month} ${at}`, random),
  );
};

function drawPurchases(
  total: number,
  shops: readonly [ShopKind, ...ShopKind[]],
  random: Random,
  scale: number,
): Purchase[] {
  const [usual] = shops;
  const purchases: Purchase[] = [];
  let left = total;
  while (left > dearestPurchase({ ...usual, spread: Math.cbrt(usual.spread) }, scale))
    for (const kind of shuffle(shops.flatMap(timesIn(random)), random)) {
      const cents = drawPrice(kind, random, scale);
      if (cents > left) continue;
      purchases.push({ kind, cents });
      left -= cents;
    }
  return left > 0 ? [...purchases, { kind: usual, cents: left }] : purchases;
}

/** Repeats a kind of shop for each visit of a month. */
function timesIn(random: Random): (kind: ShopKind) => ShopKind[] {
  return (kind) => {
    const whole = Math.floor(kind.times);
    const isOnceMore = random.chance(Math.round((kind.times - whole) * 100));
    return Array.from({ length: whole + (isOnceMore ? 1 : 0) }, () => kind);
  };
}

/** A purchase. Some shops make a reservation first. */
function purchase(
  till: Till,
  kind: ShopKind,
  cents: number,
  key: string,
  random: Random,
): Movement[] {
  const { household, account } = till;
  const words = shopStory(till, kind, random);
  const { purchaseDay, day } = drawDays(till, kind, random);
  const seenAt = purchaseDay * 1440 + random.whole(7 * 60, 22 * 60);
  const purchaseMovement: Movement = {
    key,
    account,
    cents,
    day,
    story: words,
    seenAt,
    isDropped: false,
    ...bookingOf(kind, cents, household),
  };
  if (!kind.reserves || !random.chance(50)) return [purchaseMovement];
  const reservation: Movement = {
    ...purchaseMovement,
    key: `${key} reserved`,
    cents: 100 * household.unit,
    day: purchaseDay + 1,
    seenAt: seenAt - 5,
    isDropped: true,
    authorized: null,
  };
  return reservation.day >= firstDayOf(till.month)
    ? [reservation, purchaseMovement]
    : [purchaseMovement];
}

/** The maximum number of days between a purchase and its booking. */
export const MAX_PENDING_DAYS = 6;
const MAX_TRIES = 40;

/** The day of a purchase, and the workday of its booking within the month. */
function drawDays(
  { month, household, away }: Till,
  { week, channel }: ShopKind,
  random: Random,
): { purchaseDay: number; day: number } {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const isAmerican = household.country === "US";
  const most = Math.max(...week);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const purchaseDay = random.whole(first - MAX_PENDING_DAYS, last - 1);
    if (random.whole(1, most) > (week[weekdayOf(purchaseDay)] ?? 0)) continue;
    if (away && channel !== "online" && away.from <= purchaseDay && purchaseDay <= away.to)
      continue;
    const day = bookedAfter(purchaseDay, random.whole(1, 2), isAmerican);
    if (first <= day && day <= last) return { purchaseDay, day };
  }
  const purchaseDay = first;
  return { purchaseDay, day: bookedAfter(purchaseDay, 1, isAmerican) };
}

/** An online shop books under the authorization's id. A restaurant books the tip with the bill. */
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

/** A travel destination. */
type Town = { country: Shopper["country"]; draw: Random };

/** The description of a purchase. A household always visits the same branch of a shop. */
export const shopStory = (
  { household, account, about }: Pick<Till, "household" | "account" | "about">,
  kind: Pick<ShopKind, "names" | "channel" | "categoryId">,
  random: Random,
  town?: Town,
): Story => {
  const name = random.pick(kind.names);
  const branch =
    kind.channel === "online"
      ? null
      : town
        ? branchIn(town, household.draw("branch", name, town.country))
        : household.branch(name);
  const { holder, partner } = household.home;
  const cardholder = random.chance(25) ? partner : holder;
  const hasCardholder = about.startsWith("card");
  const party = branch ? `${name} ${placeName(branch.place)}` : name;
  return story({
    name,
    merchant: name,
    statement: hasCardholder
      ? party.toUpperCase()
      : writeStatement(
          bankWords(household.country).card,
          party,
          household.draw(account, "card").digits(4),
        ),
    categoryId: kind.categoryId,
    channel: kind.channel,
    code: "purchase",
    location: branch && locationOf(branch),
    owner: hasCardholder ? `${cardholder.given} ${cardholder.family}`.toUpperCase() : null,
  });
};

/** The name of a town in statements; in North America with the state. */
function placeName({ city, region, country }: Place): string {
  return country === "US" || country === "CA" ? `${city} ${region}` : city;
}

function branchIn({ country, draw }: Town, spot: Random): Branch {
  return { place: drawPlace(country, draw, spot), number: spot.digits(3) };
}

function locationOf({ place, number }: Branch): NonNullable<Story["location"]> {
  return {
    address: place.street,
    city: place.city,
    region: place.region,
    postal_code: place.postalCode,
    country: place.country,
    lat: place.lat,
    lon: place.lon,
    store_number: number,
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
