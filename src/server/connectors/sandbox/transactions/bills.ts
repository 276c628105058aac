import type { Random } from "../random.ts";
import { type Story, story } from "./movement.ts";

/** A payment on the same day of every month, in cents. */
export type Bill = {
  payee: string;
  categoryId: string;
  dayOfMonth: number;
  cents: number;
  /** By how much the amount varies with the season, in percent. */
  swing: number;
};

type Kind = [categoryId: string, swing: number, from: number, to: number, ...payees: string[]];

/** Each with its price range at an income of 3,000 a month, in whole units. */
const HOUSEHOLD: Kind[] = [
  ["15002005", 0, 12, 45, "Chirp Mobile", "Linnet Wireless"],
  ["15002001", 35, 38, 95, "Brightwell Power", "Sunmill Energy"],
  ["15002004", 0, 28, 60, "Spindle Fibre", "Cablewren"],
  ["15002003", 10, 16, 38, "Clearspring Water"],
  ["15003002", 0, 32, 88, "Umbrella & Sons", "Fairweather Mutual"],
  ["19003000", 0, 18, 42, "Kettlebell Club", "The Stretch Room"],
];
const BUSINESS: Kind[] = [
  ["15002005", 0, 3, 9, "Chirp Mobile Business"],
  ["15002001", 25, 9, 28, "Brightwell Power"],
  ["15003001", 0, 8, 21, "Fairweather Mutual"],
  ["21002002", 0, 10, 24, "Abacus & Quill"],
];
const SUBSCRIPTIONS: Kind[] = [
  ["21001001", 0, 8, 18, "Lanternbox", "Popreel"],
  ["21001002", 0, 9, 14, "Tunefinch"],
  ["21001004", 0, 2, 10, "Cloudattic"],
  ["21001003", 0, 6, 19, "The Morning Lantern"],
  ["19005000", 0, 9, 16, "Pixelfort"],
];

/** The means of a household or a business. */
type Budget = {
  monthly: number;
  /** How many units of its currency are one of a big currency. */
  unit: number;
  isFrugal: boolean;
  isBusiness: boolean;
};

/** Draws the bills of a household or a business. */
export const drawBills = (
  random: Random,
  { monthly, unit, isFrugal, isBusiness }: Budget,
): Bill[] => {
  const kinds = isBusiness ? BUSINESS : HOUSEHOLD.slice(0, isFrugal ? 2 : undefined);
  const scale = scaleOf({ monthly, unit, isBusiness });
  return kinds.map((kind) => drawBill(kind, random, scale));
};

/** The largest amount of each bill and subscription in any month, by its category. */
export const largestBills = (means: Omit<Budget, "isFrugal">): Map<string, number> => {
  const largest =
    (scale: number) =>
    ([categoryId, swing, , to]: Kind): [string, number] => [
      categoryId,
      Math.ceil(to * 100 * scale * (1 + swing / 100)),
    ];
  const bills = means.isBusiness ? BUSINESS : HOUSEHOLD;
  return new Map([
    ...bills.map(largest(scaleOf(means))),
    ...SUBSCRIPTIONS.map(largest(means.unit)),
  ]);
};

function scaleOf({ monthly, unit, isBusiness }: Omit<Budget, "isFrugal">): number {
  const wealth = monthly / unit / 300_000;
  return unit * (isBusiness ? wealth : Math.min(2, Math.max(0.3, wealth)));
}

/** Draws the subscriptions of a household. */
export const drawSubscriptions = (random: Random, { unit, isFrugal }: Budget): Bill[] =>
  SUBSCRIPTIONS.slice(0, isFrugal ? 1 : undefined).map((kind) => drawBill(kind, random, unit));

function drawBill(kind: Kind, random: Random, scale: number): Bill {
  const [categoryId, swing, from, to, ...payees] = kind;
  const [first = "", ...others] = payees;
  const cents = Math.round(random.whole(from * 100, to * 100) * scale);
  return {
    payee: random.pick([first, ...others]),
    categoryId,
    dayOfMonth: random.whole(3, 26),
    cents,
    swing,
  };
}

/** The amount of a bill in a month; seasonal ones peak in January. */
export const billIn = ({ cents, swing }: Bill, month: number): number =>
  Math.round(cents * (1 + (swing / 100) * Math.cos(((month % 12) * Math.PI) / 6)));

type Payee = Pick<Bill, "payee" | "categoryId">;

/** The words of a bill that the payee collects. */
export const billStory = ({ payee, categoryId }: Payee): Story =>
  story({
    name: payee,
    merchant: payee,
    statement: `DIRECT DEBIT ${payee.toUpperCase()}`,
    categoryId,
    code: "direct debit",
    meta: { payee, payment_method: "direct debit" },
  });

/** The words of a subscription that goes by card. */
export const subscriptionStory = ({ payee, categoryId }: Payee): Story =>
  story({
    name: payee,
    merchant: payee,
    statement: `RECURRING CARD PAYMENT ${payee.toUpperCase()}`,
    categoryId,
    code: "purchase",
    channel: "online",
  });
