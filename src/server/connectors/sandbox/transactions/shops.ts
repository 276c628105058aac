import type { PaymentChannel } from "../../../../protocol/transaction.ts";

/** A kind of shop, with fictional names and the usual spending. */
export type ShopKind = {
  categoryId: string;
  names: readonly [string, ...string[]];
  /**
   * The usual price range of a purchase, in hundredths of a unit of a big currency; `dearestPurchase` is the
   * most that a purchase ever costs.
   */
  cents: readonly [number, number];
  /** Purchases in ten months. */
  purchases: number;
  channel: PaymentChannel;
  /** Paid by credit card if there is one. */
  byCard?: true;
  /** The shop first reserves an amount, which is dropped when the purchase comes in. */
  reserves?: true;
  /** The card is charged with a tip after the authorization, in countries that have tips. */
  takesTips?: true;
};

/** By how much prices rise with the money to spend, before there are more purchases. */
export const DEARER = 1.5;

/** The most that a purchase of a kind costs, in cents of a currency with a unit. */
export const dearestPurchase = ({ cents: [, to] }: ShopKind, unit: number): number =>
  Math.ceil(to * unit * DEARER);

/** The purchases of a usual month to shops. */
export const usualPurchases = (shops: readonly ShopKind[]): number =>
  shops.reduce((sum, { purchases }) => sum + purchases / 10, 0);

/** The spending of a usual month in shops, in cents of a currency with a unit. */
export const usualSpending = (shops: readonly ShopKind[], unit: number): number =>
  shops.reduce((sum, { cents: [from, to], purchases }) => {
    // The mean of the lower of two draws.
    const price = from + (to - from) / 3;
    return sum + (price * unit * purchases) / 10;
  }, 0);

/** The shops abroad, with prices in another currency. */
export const FOREIGN_SHOPS: readonly [ShopKind, ...ShopKind[]] = [
  {
    categoryId: "22005000",
    names: ["Farfetched Imports", "Lantern Isle Trading"],
    cents: [1900, 14_000],
    purchases: 3,
    channel: "online",
  },
  {
    categoryId: "25002000",
    names: ["Pension Edelfarn", "Hostal del Faro", "The Puffin Inn"],
    cents: [7000, 26_000],
    purchases: 2,
    channel: "in store",
  },
];

/** The shops of a business. */
export const BUSINESS_SHOPS: ShopKind[] = [
  {
    categoryId: "21002005",
    names: ["Timberline Wholesale", "Crate & Pallet Supply"],
    cents: [18_000, 240_000],
    purchases: 55,
    channel: "other",
  },
  {
    categoryId: "21002004",
    names: ["Inkwell Print", "Swiftpost"],
    cents: [900, 24_000],
    purchases: 42,
    channel: "in store",
  },
  {
    categoryId: "22009000",
    names: ["Nail & Plank"],
    cents: [1500, 42_000],
    purchases: 38,
    channel: "in store",
  },
  {
    categoryId: "25006000",
    names: ["Quickfern Fuel", "Roadmarten"],
    cents: [4500, 11_000],
    purchases: 62,
    channel: "in store",
    reserves: true,
  },
  {
    categoryId: "21002003",
    names: ["Billboard Wren"],
    cents: [8000, 90_000],
    purchases: 18,
    channel: "online",
    byCard: true,
  },
  {
    categoryId: "21002001",
    names: ["Ledgerlily", "Stackheron"],
    cents: [1900, 29_000],
    purchases: 36,
    channel: "online",
    byCard: true,
  },
  {
    categoryId: "25002000",
    names: ["Hotel Lanternlight"],
    cents: [9000, 42_000],
    purchases: 8,
    channel: "in store",
    byCard: true,
  },
  {
    categoryId: "13001001",
    names: ["Copper Ladle", "Noodle Harbour"],
    cents: [2500, 18_000],
    purchases: 22,
    channel: "in store",
    takesTips: true,
    byCard: true,
  },
  {
    categoryId: "22002000",
    names: ["Voltbarn"],
    cents: [6000, 160_000],
    purchases: 8,
    channel: "in store",
    byCard: true,
  },
];
