import { firstDayOf, toDay, toMonth } from "../../../domain/calendar.ts";
import { seededRandom } from "../random.ts";
import { ORIGIN } from "../transactions/loans.ts";

/** A fictional security of the sandbox. */
export type SandboxSecurity = {
  ticker: string;
  name: string;
  type: "equity" | "etf" | "fixed income" | "mutual fund";
  /** The price in January 2020, in cents, and the mean yearly growth in percent. */
  start: number;
  growth: number;
  /** The quarterly dividend, in hundredths of a percent of the price. */
  dividend: number;
  /** The minimum traded quantity in thousandths of a share: 1000 for whole shares. */
  lot: number;
  /**
   * The months after January 2020 in which each share becomes two, repeated every three years; null
   * for never.
   */
  splitAt: number | null;
  sector: string | null;
  industry: string | null;
  isin: string;
};

const fund = { type: "mutual fund", lot: 1, splitAt: null, sector: null, industry: null } as const;

const GLOBAL_FUND: SandboxSecurity = {
  ...fund,
  ...{ ticker: "LFGIF", name: "Larkfield Global Index Fund", isin: "ZZ00LFGIF010" },
  ...{ start: 4180, growth: 6.4, dividend: 38 },
};
const BOND_FUND: SandboxSecurity = {
  ...fund,
  ...{ ticker: "HBABF", name: "Harbour Aggregate Bond Fund", isin: "ZZ00HBABF023" },
  ...{ start: 1065, growth: 0.8, dividend: 82 },
};
const MARKET_ETF: SandboxSecurity = {
  ...{ ticker: "SLTM", name: "Slate Total Market ETF", isin: "ZZ000SLTM032" },
  ...{ type: "etf", start: 9240, growth: 7.1, dividend: 35, lot: 1000, splitAt: null },
  ...{ sector: null, industry: null },
};
const TURBINES: SandboxSecurity = {
  ...{ ticker: "NWTB", name: "Northwind Turbines", isin: "ZZ000NWTB041" },
  ...{ type: "equity", start: 38_600, growth: 16, dividend: 22, lot: 1000, splitAt: 14 },
  ...{ sector: "Industrials", industry: "Electrical equipment" },
};
const DAIRIES: SandboxSecurity = {
  ...{ ticker: "BRCD", name: "Briarcliff Dairies", isin: "ZZ000BRCD055" },
  ...{ type: "equity", start: 21_300, growth: 13, dividend: 61, lot: 1000, splitAt: 32 },
  ...{ sector: "Consumer staples", industry: "Food" },
};

/** The composition of a portfolio in percent, by its account's subtype. */
export const MIXES: Readonly<Record<string, readonly (readonly [SandboxSecurity, number])[]>> = {
  "401k": [
    [GLOBAL_FUND, 70],
    [BOND_FUND, 30],
  ],
  ira: [
    [MARKET_ETF, 60],
    [BOND_FUND, 40],
  ],
  brokerage: [
    [MARKET_ETF, 40],
    [TURBINES, 25],
    [DAIRIES, 15],
    [GLOBAL_FUND, 20],
  ],
};

const START_DAY = firstDayOf(ORIGIN);
const MONTHS_BETWEEN_SPLITS = 36;
const SPLIT_DAY = 12;

/** The number of shares by a day's end that one share of January 2020 has become. */
export const splitFactor = ({ splitAt }: SandboxSecurity, day: number): number => {
  if (splitAt === null) return 1;
  const months = toMonth(day) - ORIGIN - splitAt;
  const isBefore = months % MONTHS_BETWEEN_SPLITS === 0 && day < splitDay(toMonth(day));
  const splits = Math.floor(months / MONTHS_BETWEEN_SPLITS) + 1 - (isBefore ? 1 : 0);
  return 2 ** Math.max(0, splits);
};

/** The day of a month on which a security may split. */
export const splitDay = (month: number): number => firstDayOf(month) + SPLIT_DAY - 1;

/** The last trading day, Monday to Friday, up to a day. */
export const tradingDay = (day: number): number => {
  const weekday = (((day - MONDAY) % 7) + 7) % 7;
  return weekday < 5 ? day : day - (weekday - 4);
};

/** The first day from a day on, on which markets are open. */
export const nextTradingDay = (day: number): number =>
  tradingDay(day) === day ? day : tradingDay(day) + 3;

const MONDAY = toDay("2020-01-06");

/**
 * The longer and shorter swings of a price: their length in days, and their height as a share of
 * the price.
 */
const SWINGS = [
  [1460, 0.09],
  [397, 0.05],
  [61, 0.02],
] as const;

/**
 * A security's closing price on a day, in cents, always the same: its growth, with swings and daily
 * noise. Without trading, the last trading day's price.
 */
export const priceOn = (security: SandboxSecurity, day: number): number => {
  const trading = tradingDay(day);
  const { ticker, start, growth } = security;
  const years = (trading - START_DAY) / 365.25;
  const phases = seededRandom("security", ticker);
  const swings = SWINGS.reduce(
    (sum, [days, height]) =>
      sum + height * Math.sin((2 * Math.PI * trading) / days + phases.whole(0, 628) / 100),
    1,
  );
  const chance = 1 + seededRandom("security", ticker, `${trading}`).whole(-60, 60) / 10_000;
  const price = start * (1 + growth / 100) ** years * swings * chance;
  return Math.max(1, Math.round(price / splitFactor(security, day)));
};
