import { bookOf } from "./balances.mjs";

/** @import { AccountSeed, Customer, Habit, Lot, Security, Trade } from "./types.d.mts" */

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The day of the first prices. */
const FIRST_DAY = Date.UTC(2024, 0, 1) / DAY_MS;

/**
 * The securities that the bank trades; all are made up. Prices are in cents.
 * @type {readonly Security[]}
 */
const SECURITIES = [
  {
    symbol: "LMPWX",
    isin: "ZZ00LMPWX012",
    name: "Lamplight World Index Fund",
    type: "MUTUALFUND",
    firstPrice: 41_20,
    swingDays: 31,
  },
  {
    symbol: "OTRC",
    isin: "ZZ000OTRC024",
    name: "Otter Creek Mills",
    type: "STOCK",
    firstPrice: 118_75,
    swingDays: 19,
  },
];

/** @param {string} symbol */
export const securityOf = (symbol) =>
  /** @type {Security} */ (SECURITIES.find((each) => each.symbol === symbol));

/**
 * The price of a unit at a time, in cents: the same each time for the same day.
 * @param {string} symbol
 * @param {number} at ms since 1970
 */
const priceAt = (symbol, at) => {
  const { firstPrice, swingDays } = securityOf(symbol);
  const days = Math.floor(at / DAY_MS) - FIRST_DAY;
  return Math.round(firstPrice * (1 + days / 4000 + Math.sin(days / swingDays) / 12));
};

/**
 * Moves money to an investment account on a day of each month and buys for it, sells a little in December, and gets a
 * dividend each quarter.
 * @param {string} from
 * @param {string} to
 * @param {number} ofMonth
 * @param {number} cents
 * @returns {Habit}
 */
export const invest = (from, to, ofMonth, cents) => (day) => {
  const month = new Date(day.start).getUTCMonth() + 1;
  /**
   * @param {string} symbol
   * @param {number} units thousandths of a unit; negative for a sale
   */
  const trade = (symbol, units) => {
    const price = priceAt(symbol, day.start);
    const name = securityOf(symbol).name.toUpperCase();
    const isSale = units < 0;
    day.add(to, {
      direction: isSale ? "CREDIT" : "DEBIT",
      cents: worth(Math.abs(units), price),
      description: `${isSale ? "SOLD" : "BOUGHT"} ${name}`,
      category: "Investments",
      type: isSale ? "SOLD" : "PURCHASED",
      trade: { symbol, units, price },
      ...{ afterMs: 15 * HOUR_MS, pendingDays: 1 },
    });
  };
  if (day.ofMonth === ofMonth) {
    const entry = { cents, description: "TO INVESTMENTS", category: "Transfer", afterMs: HOUR_MS };
    day.add(from, { ...entry, direction: "DEBIT", type: "TRANSFER" });
    day.add(to, { ...entry, direction: "CREDIT", type: "CONTRIBUTION" });
    for (const [symbol, share] of /** @type {const} */ ([
      ["LMPWX", 0.6],
      ["OTRC", 0.3],
    ]))
      trade(symbol, Math.floor((cents * share * 1000) / priceAt(symbol, day.start)));
  }
  const held = day.units(to, "OTRC");
  if (month === 12 && day.ofMonth === ofMonth + 5 && held > 0) trade("OTRC", -Math.floor(held / 4));
  if (month % 3 === 0 && day.ofMonth === ofMonth + 2 && held > 0)
    day.add(to, {
      ...{ direction: "CREDIT", cents: Math.round(held * 0.04), type: "DIVIDEND" },
      ...{ description: "DIVIDEND OTTER CREEK MILLS", category: "Investments" },
      ...{ trade: { symbol: "OTRC", units: 0, price: 0 }, afterMs: 16 * HOUR_MS },
    });
};

/**
 * The positions of an investment account: thousandths of a unit, cost, price and worth in cents, with the lots that are
 * left. A sale takes the oldest of them.
 * @param {Customer} customer
 * @param {AccountSeed} account
 * @param {number} now
 */
export const positionsOf = (customer, account, now) => {
  /** @type {Map<string, Lot[]>} */
  const positions = new Map();
  for (const { trade, at, postedAt, cents } of bookOf(customer, account, now)) {
    if (!trade || trade.units === 0 || postedAt > now) continue;
    const { symbol, units, price } = trade;
    const lots = positions.get(symbol) ?? [];
    positions.set(
      symbol,
      units > 0 ? [...lots, { at, units, price, cost: cents }] : sellOldest(lots, -units),
    );
  }
  return [...positions].map(([symbol, lots]) => {
    const price = priceAt(symbol, now);
    const units = lots.reduce((sum, lot) => sum + lot.units, 0);
    const cost = lots.reduce((sum, lot) => sum + lot.cost, 0);
    const valued = lots.map((lot) => ({ ...lot, value: worth(lot.units, price) }));
    return { ...securityOf(symbol), units, cost, price, value: worth(units, price), lots: valued };
  });
};

/**
 * @param {readonly Lot[]} lots
 * @param {number} sold
 * @returns {Lot[]}
 */
const sellOldest = (lots, sold) => {
  let left = sold;
  return lots.flatMap((lot) => {
    const taken = Math.min(left, lot.units);
    left -= taken;
    const units = lot.units - taken;
    return units === 0 ? [] : [{ ...lot, units, cost: Math.round((lot.cost * units) / lot.units) }];
  });
};

/**
 * @param {number} units thousandths of a unit
 * @param {number} price
 */
const worth = (units, price) => Math.round((units * price) / 1000);
