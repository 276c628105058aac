import { firstDayOf } from "../../../domain/calendar.ts";
import type { Random } from "../random.ts";
import type { Household } from "./household.ts";
import { type Movement, postedMovement, story } from "./movement.ts";
import { bookedAfter, bookingDay } from "./paydays.ts";
import { drawPlace } from "./places.ts";
import { type Days, shopStory, type Till } from "./purchases.ts";
import { potMonthOf, type SavingsPot } from "./savings-pots.ts";
import { drawPrice, journeyShops, type ShopKind } from "./shops.ts";
import { bankWords, listNames, writeStatement } from "./words.ts";

type Country = Household["country"];

/** A country for travel or orders, with its currency's sandbox exchange rate to the euro. */
type Abroad = { country: Country; currency: string; perUnit: number };

const ABROAD: readonly Abroad[] = [
  { country: "FR", currency: "EUR", perUnit: 1 },
  { country: "IT", currency: "EUR", perUnit: 1 },
  { country: "PT", currency: "EUR", perUnit: 1 },
  { country: "US", currency: "USD", perUnit: 0.92 },
  { country: "GB", currency: "GBP", perUnit: 1.17 },
  { country: "CA", currency: "CAD", perUnit: 0.68 },
];

/** Exchange rates of currencies that are used only at home. */
const AT_HOME: { [currency: string]: number } = { SEK: 0.09, NOK: 0.09, DKK: 0.13, PLN: 0.23 };

const rateOf = (currency: string): number =>
  ABROAD.find((place) => place.currency === currency)?.perUnit ?? AT_HOME[currency] ?? 1;

/** People who travel once a year with their savings. */
export type Traveller = Pick<Household, "draw" | "country" | "currency" | "unit"> & {
  journeyPot: SavingsPot | null;
};

/** A journey: its days and destination. */
export type Journey = Days & { abroad: Abroad; draw: (about: string) => Random };

/** The year's journey, one or two months after its savings leave the pot. */
function journeyOf({ draw, country, journeyPot }: Traveller, year: number): Journey | null {
  if (!journeyPot) return null;
  const random = draw("journey", year);
  const month = year * 12 + journeyPot.withdrawalMonth + random.whole(1, 2);
  const others = ABROAD.filter((place) => place.country !== country);
  const [first, ...more] = others;
  if (!first) return null;
  const from = firstDayOf(month) + random.whole(2, 8);
  return {
    from,
    to: from + random.whole(6, 12),
    abroad: random.pick([first, ...more]),
    draw: (about) => draw("journey", year, about),
  };
}

/** The journey in a month. */
export const journeyIn = (traveller: Traveller, month: number): Journey | null => {
  const journey = journeyOf(traveller, Math.floor(month / 12));
  if (!journey) return null;
  const [first, next] = [firstDayOf(month), firstDayOf(month + 1)];
  return first <= journey.from && journey.from < next ? journey : null;
};

/** The part of the savings that tickets and a room cost, in percent. */
const BOOKED_PERCENT = { from: 35, to: 55 };
const TICKETS_PERCENT = 45;

/**
 * The tickets and room of the year's journey, paid in the month in which the savings leave the pot.
 */
export const journeyBookings = (
  traveller: Traveller,
  account: string,
  month: number,
): Movement[] => {
  const { journeyPot, draw, country } = traveller;
  if (!journeyPot || month % 12 !== journeyPot.withdrawalMonth) return [];
  const journey = journeyOf(traveller, Math.floor(month / 12));
  if (!journey) return [];
  const random = draw("journey bookings", month);
  const saved = potMonthOf(journeyPot, month).out;
  const total = Math.round((saved * random.whole(BOOKED_PERCENT.from, BOOKED_PERCENT.to)) / 100);
  const tickets = Math.round((total * TICKETS_PERCENT) / 100);
  const card = draw(account, "card").digits(4);
  const booking = (kind: string, from: Country, categoryId: string, cents: number, day: number) => {
    const name = random.pick(listNames(kind, from));
    return postedMovement(
      `${kind} ${month}`,
      { account, cents, day: bookingDay(month, day, country === "US") },
      story({
        name,
        merchant: name,
        statement: writeStatement(bankWords(country).card, name, card),
        categoryId,
        channel: "online",
        code: "purchase",
      }),
    );
  };
  if (tickets <= 0) return [];
  return [
    booking("airline", country, "25001000", tickets, random.whole(6, 9)),
    booking("hotel", journey.abroad.country, "25002000", total - tickets, random.whole(9, 14)),
  ];
};

/** Purchases and cash on a journey, for at most `max` in the account's currency. */
export const journeyPurchases = (till: Till, journey: Journey, max: number): Movement[] => {
  const { household, account, month } = till;
  const { abroad, draw } = journey;
  const random = draw("days");
  const purchases: Movement[] = [];
  let left = max;
  const cash = cashAbroad(till, journey, random);
  if (cash.cents <= left) {
    purchases.push(cash);
    left -= cash.cents;
  }
  for (let day = journey.from; day <= journey.to; day++)
    for (const kind of journeyShops(abroad.country)) {
      if (!random.chance(kind.times * 100)) continue;
      const key = `journey ${month} ${purchases.length}`;
      const purchase = purchaseAbroad({ household, account, about: till.about }, kind, {
        key,
        abroad,
        day,
        town: draw("town"),
        random,
      });
      if (purchase.cents > left) continue;
      purchases.push(purchase);
      left -= purchase.cents;
    }
  return purchases;
};

function cashAbroad({ household, account }: Till, { abroad, from, draw }: Journey, random: Random) {
  const { city } = drawPlace(abroad.country, draw("town"), draw("machine"));
  const foreign = random.whole(2, 6) * 5000;
  const words = bankWords(household.country).cash;
  return postedMovement(
    `journey cash ${from}`,
    {
      account,
      cents: inOwn(foreign, abroad, household.currency),
      day: bookedAfter(from, 1, household.country === "US"),
    },
    story({
      name: words,
      statement: `${words} ${city} ${amountText(foreign, abroad)}`.toUpperCase(),
      categoryId: "11001001",
      code: "atm",
      channel: "in store",
    }),
  );
}

type Shopping = { key: string; abroad: Abroad; day: number; town: Random | null; random: Random };

/** A purchase in a foreign currency while pending, and in the account's currency once booked. */
function purchaseAbroad(
  { household, account, about }: Pick<Till, "household" | "account" | "about">,
  kind: ShopKind,
  { key, abroad, day, town, random }: Shopping,
): Movement {
  const foreign = drawPrice(kind, random, 1);
  const own = inOwn(foreign, abroad, household.currency);
  const words = shopStory(
    { household, account, about },
    kind,
    random,
    town ? { country: abroad.country, draw: town } : undefined,
  );
  const isForeign = abroad.currency !== household.currency;
  return {
    key,
    account,
    cents: own,
    day: bookedAfter(day, 2, household.country === "US"),
    story: isForeign
      ? { ...words, statement: `${words.statement} ${amountText(foreign, abroad)}` }
      : words,
    seenAt: day * 1440 + random.whole(9 * 60, 22 * 60),
    isDropped: false,
    authorized: isForeign ? { currency: abroad.currency, cents: foreign } : null,
    keepsId: false,
  };
}

const inOwn = (foreign: number, { perUnit }: Abroad, currency: string): number =>
  Math.max(1, Math.round((foreign * perUnit) / rateOf(currency)));

const amountText = (foreign: number, { currency }: Abroad): string =>
  `${currency} ${(foreign / 100).toFixed(2)}`;

/** The foreign online shop, with prices in its own currency. */
export const ORDERED_ABROAD: Omit<ShopKind, "names"> = {
  categoryId: "22005000",
  typical: 3200,
  spread: 1.5,
  times: 0.3,
  week: [1, 1, 1, 1, 1, 1, 1],
  ending: "99",
  channel: "online",
  byCard: true,
  reserves: false,
  takesTips: false,
};

/** An occasional order from abroad, for at most `max` of the account's own currency. */
export const foreignOrder = (till: Till, max: number): Movement[] => {
  const { household, month, about } = till;
  const random = household.draw(about, "abroad", month);
  if (!random.chance(ORDERED_ABROAD.times * 100)) return [];
  const [first, ...more] = ABROAD.filter(({ currency }) => currency !== household.currency);
  if (!first) return [];
  const abroad = random.pick([first, ...more]);
  const kind = { ...ORDERED_ABROAD, names: listNames("online abroad", abroad.country) };
  const day = firstDayOf(month) + random.whole(1, 19);
  const shopping = { key: `${about} abroad ${month}`, abroad, day, town: null, random };
  const purchase = purchaseAbroad(till, kind, shopping);
  return purchase.cents <= max ? [purchase] : [];
};
