import { firstDayOf, lastDayOf } from "../../../domain/calendar.ts";
import type { Random } from "../random.ts";
import type { Household } from "./household.ts";
import { type Movement, type Story, story } from "./movement.ts";
import { drawPlace, type Place } from "./places.ts";
import type { ShopKind } from "./shops.ts";

/** Where and how something is bought: an account, a month, and the words that its keys begin with. */
export type Till = { household: Household; account: string; month: number; about: string };

/** One thing bought, before it has an amount that fits the month. */
type Visit = { kind: ShopKind; raw: number };

/**
 * What is bought in a month for exactly so much: as many visits as the shops usually see, at prices that
 * add up to the amount. Less money means fewer visits; much more of it, one large purchase.
 */
export const purchasesFor = (total: number, shops: readonly ShopKind[], till: Till): Movement[] => {
  const { household, month, about } = till;
  if (total <= 0) return [];
  const random = household.draw(about, month);
  const visits = affordable(visitsTo(shops, random, household.unit), total);
  const shares = dividedBy(
    total,
    visits.map(({ raw }) => raw),
  );
  return visits.flatMap(({ kind }, at) => {
    const cents = shares[at] ?? 0;
    return cents > 0 ? purchase(till, kind, cents, `${about} ${month} ${at}`, random) : [];
  });
};

function visitsTo(shops: readonly ShopKind[], random: Random, unit: number): Visit[] {
  const visits = shops.flatMap((kind) => {
    const count = Math.floor((kind.visits + random.whole(0, 9)) / 10);
    const [from, to] = kind.cents;
    // Twice drawn and the less taken: most of what people buy is cheap.
    const price = () => unit * Math.min(random.whole(from, to), random.whole(from, to));
    return Array.from({ length: count }, (): Visit => ({ kind, raw: price() }));
  });
  return shuffled(visits, random);
}

/** As many of the visits as an amount pays for at no less than three fifths of their price. */
function affordable(visits: readonly Visit[], total: number): Visit[] {
  let sum = 0;
  return visits.filter(({ raw }, at) => {
    if (at > 0 && sum + raw * 0.6 > total) return false;
    sum += raw * 0.6;
    return true;
  });
}

/** An amount in parts that are to each other as the weights are, without a cent left over. */
function dividedBy(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  // Beyond twice the usual prices the rest goes to the dearest thing.
  const factor = Math.min(total / sum, 2);
  const parts = weights.map((weight) => Math.floor(weight * factor));
  const dearest = parts.indexOf(Math.max(...parts));
  const rest = total - parts.reduce((all, part) => all + part, 0);
  return parts.map((part, at) => (at === dearest ? part + rest : part));
}

/** One purchase, and what the shop reserves before it where it is one that does. */
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
  const made = random.whole(first, last);
  const seenAt = made * 1440 + random.whole(7 * 60, 22 * 60);
  // Booked within the month: what an account holds when it ends is then known without the next one.
  const day = Math.min(made + random.whole(1, 3), last);
  const bought: Movement = {
    key,
    account,
    cents,
    day,
    story: words,
    seenAt: day > made ? seenAt : null,
    isDropped: false,
    abroad: null,
  };
  if (!kind.reserves || !random.chance(50) || day === made) return [bought];
  const reservation: Movement = {
    ...bought,
    key: `${key} reserved`,
    cents: 100 * household.unit,
    day: made + 1,
    seenAt: seenAt - 5,
    isDropped: true,
  };
  return [reservation, bought];
}

/** The words of a purchase; the same shop has the same branch for a household every time. */
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
  const isOwned = about.startsWith("card");
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
    owner: isOwned ? `${cardholder.given} ${cardholder.family}`.toUpperCase() : null,
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

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const shuffling = [...list];
  for (let at = shuffling.length - 1; at > 0; at--) {
    const other = random.whole(0, at);
    const [one, two] = [shuffling[at], shuffling[other]];
    if (one !== undefined && two !== undefined) {
      shuffling[at] = two;
      shuffling[other] = one;
    }
  }
  return shuffling;
}
