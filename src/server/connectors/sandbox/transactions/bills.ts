import { firstDayOf } from "../../../domain/calendar.ts";
import type { RoutingScheme } from "../catalogue/institution.ts";
import type { Random } from "../random.ts";
import { type Movement, postedMovement, type Story, story } from "./movement.ts";
import { bookingDay } from "./paydays.ts";
import { bankWords, listNames, writeStatement } from "./words.ts";

type Country = RoutingScheme["country"];
type Draw = (...about: (string | number)[]) => Random;

/** A payment on the same day of every month, in cents. */
export type Bill = {
  payee: string;
  categoryId: string;
  dayOfMonth: number;
  cents: number;
  /** By how much the amount varies with the season, in percent. */
  swing: number;
  raise: Raise;
};

/** Raises of an amount: `cents` every `months` months, shifted by `offset` months. */
export type Raise = { cents: number; months: number; offset: number };

/** The month of the first raises: January 2022, counted from the year 0. */
const FIRST_RAISE = 2022 * 12;
const MAX_RAISES = 12;

/** The sum of an amount's raises until a month. */
export const raisedUntil = (month: number, { cents, months, offset }: Raise): number =>
  cents * Math.min(MAX_RAISES, Math.max(0, Math.floor((month - FIRST_RAISE - offset) / months)));

/** Draws a yearly raise of three percent, each in its own month. */
export const yearlyRaise = (cents: number, random: Random): Raise => ({
  cents: Math.round(cents * 0.03),
  months: 12,
  offset: random.whole(0, 11),
});

type Kind = { kind: string; categoryId: string; from: number; to: number } & (
  | { swing: number; yearlyPercent: number }
  | { isSubscription: true }
);

/** The kinds of bills, each with its price range in whole units, at a monthly income of 3,000. */
const HOUSEHOLD: Kind[] = [
  { kind: "phone", categoryId: "15002005", from: 25, to: 62, swing: 0, yearlyPercent: 2 },
  { kind: "power", categoryId: "15002001", from: 58, to: 115, swing: 35, yearlyPercent: 3 },
  { kind: "internet", categoryId: "15002004", from: 38, to: 70, swing: 0, yearlyPercent: 3 },
  { kind: "water", categoryId: "15002003", from: 20, to: 46, swing: 12, yearlyPercent: 3 },
  { kind: "insurance", categoryId: "15003002", from: 65, to: 150, swing: 0, yearlyPercent: 4 },
  { kind: "gym", categoryId: "19003000", from: 18, to: 42, swing: 0, yearlyPercent: 4 },
];
const BUSINESS: Kind[] = [
  { kind: "phone", categoryId: "15002005", from: 3, to: 9, swing: 0, yearlyPercent: 2 },
  { kind: "power", categoryId: "15002001", from: 9, to: 28, swing: 25, yearlyPercent: 3 },
  { kind: "insurance", categoryId: "15003001", from: 8, to: 21, swing: 0, yearlyPercent: 4 },
  { kind: "bookkeeper", categoryId: "21002002", from: 10, to: 24, swing: 0, yearlyPercent: 3 },
];
const SUBSCRIPTIONS: Kind[] = [
  { kind: "tv", categoryId: "21001001", from: 8, to: 18, isSubscription: true },
  { kind: "music", categoryId: "21001002", from: 9, to: 14, isSubscription: true },
  { kind: "cloud", categoryId: "21001004", from: 2, to: 10, isSubscription: true },
  { kind: "news", categoryId: "21001003", from: 6, to: 19, isSubscription: true },
  { kind: "games", categoryId: "19005000", from: 9, to: 16, isSubscription: true },
];

/** The means of a household or a business. */
type Budget = {
  country: Country;
  monthly: number;
  /** The units of the currency worth one unit of a big currency. */
  unit: number;
  isFrugal: boolean;
  isBusiness: boolean;
};

/** Draws the bills of a household or a business. */
export const drawBills = (random: Random, budget: Budget): Bill[] => {
  const { isFrugal, isBusiness } = budget;
  const kinds = isBusiness ? BUSINESS : HOUSEHOLD.slice(0, isFrugal ? 2 : undefined);
  return kinds.map((kind) => drawBill(kind, random, budget));
};

/** Draws the subscriptions of a household. */
export const drawSubscriptions = (random: Random, budget: Budget): Bill[] =>
  SUBSCRIPTIONS.slice(0, budget.isFrugal ? 1 : undefined).map((kind) =>
    drawBill(kind, random, budget),
  );

function drawBill(kind: Kind, random: Random, budget: Budget): Bill {
  const { from, to, categoryId } = kind;
  const payee = random.pick(listNames(kind.kind, budget.country));
  const dayOfMonth = random.whole(3, 26);
  if ("isSubscription" in kind) {
    const { unit } = budget;
    const raise = { cents: 100 * unit, months: random.whole(14, 24), offset: random.whole(0, 13) };
    const cents = (random.whole(from, to) * 100 - 1) * unit;
    return { payee, categoryId, dayOfMonth, cents, swing: 0, raise };
  }
  const cents = Math.round(random.whole(from * 100, to * 100) * scaleOf(budget));
  const raise = {
    cents: Math.round((cents * kind.yearlyPercent) / 100),
    months: 12,
    offset: random.whole(0, 11),
  };
  return { payee, categoryId, dayOfMonth, cents, swing: kind.swing, raise };
}

/** The largest amount of each bill and subscription in any month, by category. */
export const largestBills = (means: Omit<Budget, "isFrugal" | "country">): Map<string, number> => {
  const bills = means.isBusiness ? BUSINESS : HOUSEHOLD;
  return new Map(
    [...bills, ...SUBSCRIPTIONS].map((kind): [string, number] => {
      const price = kind.to * 100;
      const most =
        "isSubscription" in kind
          ? (price + MAX_RAISES * 100) * means.unit
          : price *
            (1 + (MAX_RAISES * kind.yearlyPercent) / 100) *
            (1 + (kind.swing + MAX_NOISE) / 100) *
            scaleOf(means);
      return [kind.categoryId, Math.ceil(most)];
    }),
  );
};

function scaleOf({ monthly, unit, isBusiness }: Omit<Budget, "isFrugal" | "country">): number {
  const wealth = monthly / unit / 300_000;
  return unit * (isBusiness ? wealth : Math.min(2, Math.max(0.3, wealth)));
}

/** The maximum deviation of a metered amount from its season's amount, in percent. */
const MAX_NOISE = 6;

/** A bill's amount in a month. Metered bills peak in January, and always vary a little. */
export const billIn = ({ payee, cents, swing, raise }: Bill, month: number, draw: Draw): number => {
  const price = cents + raisedUntil(month, raise);
  if (swing === 0) return price;
  const season = swing * Math.cos(((month % 12) * Math.PI) / 6);
  const noise = draw("metered", payee, month).whole(-MAX_NOISE * 10, MAX_NOISE * 10) / 10;
  return Math.round(price * (1 + (season + noise) / 100));
};

type Payee = Pick<Bill, "payee" | "categoryId">;

/** The words of a bill collected by the payee. */
export const billStory = ({ payee, categoryId }: Payee, country: Country): Story =>
  story({
    name: payee,
    merchant: payee,
    statement: writeStatement(bankWords(country).debit, payee),
    categoryId,
    code: "direct debit",
    meta: { payee, payment_method: country === "US" || country === "CA" ? "ACH" : "direct debit" },
  });

/** The words of the rent: collected in North America, sent by standing order elsewhere. */
export const rentStory = (payee: string, country: Country): Story => ({
  ...billStory({ payee, categoryId: "15001000" }, country),
  statement: writeStatement(bankWords(country).rent, payee),
  code: country === "US" || country === "CA" ? "direct debit" : "standing order",
});

/** A month's subscriptions on an account or card, with the statement's `words`. */
export const subscriptionsIn = (
  subscriptions: readonly Bill[],
  month: number,
  { draw, country }: { draw: Draw; country: Country },
  { account, words }: { account: string; words: string },
): Movement[] =>
  subscriptions.map((bill) => {
    const { payee, categoryId, dayOfMonth } = bill;
    const paid = firstDayOf(month) + dayOfMonth - 1;
    const day = bookingDay(month, dayOfMonth + 1, country === "US");
    const movement = postedMovement(
      `subscription ${payee} ${month}`,
      { account, cents: billIn(bill, month, draw), day },
      story({
        name: payee,
        merchant: payee,
        statement: writeStatement(words, payee, draw(account, "card").digits(4)),
        categoryId,
        code: "purchase",
        channel: "online",
      }),
    );
    return { ...movement, seenAt: paid < day ? paid * 1440 + SUBSCRIPTION_MINUTE : null };
  });

/** The minute of the day at which subscriptions are charged. */
const SUBSCRIPTION_MINUTE = 5 * 60;
