import type { PaymentChannel } from "../../../../protocol/transaction.ts";
import type { RoutingScheme } from "../catalogue/institution.ts";
import type { Random } from "../random.ts";
import businessTable from "./tables/business-shops.tsv?raw";
import householdTable from "./tables/household-shops.tsv?raw";
import journeyTable from "./tables/journey-shops.tsv?raw";
import { parseRows } from "./tables/table.ts";
import { listNames, type Names } from "./words.ts";

type Country = RoutingScheme["country"];

const ENDINGS = ["any", "5", "50", "99", "00"] as const;

/** A kind of shop in a country, with fictional names and its prices. */
export type ShopKind = {
  categoryId: string;
  names: Names;
  /**
   * The median price, in hundredths of a unit of a big currency, and the spread of prices around
   * the median.
   */
  typical: number;
  spread: number;
  /** Purchases in a month. */
  times: number;
  /** How likely each day of the week is, from Monday. */
  week: readonly number[];
  ending: (typeof ENDINGS)[number];
  channel: PaymentChannel;
  /** Whether purchases are paid by credit card, if the household has a card. */
  byCard: boolean;
  /** Whether the shop first reserves an amount, which is dropped when the purchase arrives. */
  reserves: boolean;
  /** Whether the card is charged with a tip after the authorization, in countries with tips. */
  takesTips: boolean;
};

const CHANNELS: readonly PaymentChannel[] = ["in store", "online", "other"];

function parseShops(table: string, country: Country): readonly [ShopKind, ...ShopKind[]] {
  const [first, ...others] = parseRows(table).map((row): ShopKind => {
    const { kind = "", category = "", flags = "", week = "" } = row;
    const has = flags.split(" ");
    const ending = ENDINGS.find((ending) => ending === row.ending);
    const channel = CHANNELS.find((channel) => channel === row.channel);
    if (!ending || !channel) throw new Error(`${kind} has no ending or channel`);
    return {
      categoryId: category,
      names: listNames(kind, country),
      typical: Number(row.typical) * 100,
      spread: Number(row.spread),
      times: Number(row.times),
      week: [...week].map(Number),
      ending,
      channel,
      byCard: has.includes("card"),
      reserves: has.includes("reserves"),
      takesTips: has.includes("tips"),
    };
  });
  if (!first) throw new Error("a table of shops is empty");
  return [first, ...others];
}

function perCountry(table: string): (country: Country) => readonly [ShopKind, ...ShopKind[]] {
  const parsed = new Map<Country, readonly [ShopKind, ...ShopKind[]]>();
  return (country) => {
    const shops = parsed.get(country) ?? parseShops(table, country);
    parsed.set(country, shops);
    return shops;
  };
}

/** The shops for a household's money after the bills. */
export const householdShops = perCountry(householdTable);

/** The shops of a business. */
export const businessShops = perCountry(businessTable);

/** The shops that people on a journey go to; `times` is a day's. */
export const journeyShops = perCountry(journeyTable);

/** Prices are between two spreads below the median and three spreads above. */
const [MIN_DEVIATION, MAX_DEVIATION] = [-2, 3];

/**
 * Draws the price of a purchase in cents. `scale` is the price level of a household in its
 * currency.
 */
export const drawPrice = (shop: ShopKind, random: Random, scale: number): number => {
  const deviation = Math.min(MAX_DEVIATION, Math.max(MIN_DEVIATION, random.normal()));
  return endPrice(shop, shop.typical * shop.spread ** deviation * scale);
};

/** The maximum price of a purchase at the same scale, in cents. */
export const dearestPurchase = ({ typical, spread }: ShopKind, scale: number): number =>
  Math.ceil(typical * spread ** MAX_DEVIATION * scale) + 100;

function endPrice({ ending }: ShopKind, price: number): number {
  const units = Math.max(1, Math.round(price / 100)) * 100;
  switch (ending) {
    case "any":
      return Math.max(1, Math.round(price));
    case "5":
      return Math.max(5, Math.round(price / 5) * 5);
    case "50":
      return Math.max(50, Math.round(price / 50) * 50);
    case "99":
      return units - 1;
    case "00":
      return units;
  }
}

/** The purchases of a usual month to shops. */
export const usualPurchases = (shops: readonly ShopKind[]): number =>
  shops.reduce((sum, { times }) => sum + times, 0);

/** The spending of a usual month in shops, in cents with a scale. */
export const usualSpending = (shops: readonly ShopKind[], scale: number): number =>
  shops.reduce((sum, { typical, spread, times }) => {
    // The mean of a lognormal distribution.
    return sum + typical * Math.exp(Math.log(spread) ** 2 / 2) * scale * times;
  }, 0);
