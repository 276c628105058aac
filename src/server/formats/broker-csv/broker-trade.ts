import { type Currency, type Day, idFrom, isInvestmentNumber } from "../../domain/bank-values.ts";
import { FormatError } from "../format-error.ts";
import type { StatementSecurity, StatementTrade } from "../investments.ts";
import { parseDay } from "../locale-values.ts";
import type { SaidAction, TradeSample, TradeWords } from "../trade-words.ts";
import { type BrokerAction, brokerAction, isCancellation, isSweep } from "./broker-actions.ts";
import type { BrokerCells } from "./broker-cells.ts";
import type { BrokerLocale } from "./broker-locale.ts";
import { brokerSecurity } from "./broker-security.ts";

/** The rules for the amounts of a table, determined from all of its rows. */
export type TradeRules = {
  /** Whether the amounts exclude fees and taxes. */
  isGross: boolean;
  /** Whether some amounts have a minus. Signs then show the direction of cash. */
  isSigned: boolean;
  /** Whether some units have a minus, which then means a sale. */
  hasSignedUnits: boolean;
  /**
   * Whether a negative amount or a negative number of units means a sale, as in the statements of German
   * securities accounts.
   */
  isOfDepot: boolean;
  /** Whether costs have a minus by convention. */
  hasNegativeCosts: boolean;
};

/** The columns of a trade. */
export type TradeColumns = {
  actions: readonly number[];
  fees: readonly number[];
  taxes: readonly number[];
  /** Whether no column has numbers of securities. */
  hasNamesAlone: boolean;
};

/** A trade with its security and the currency of its amounts. */
export type BrokerTrade = {
  trade: StatementTrade;
  security: StatementSecurity | null;
  currency: Currency | null;
};

/** The amount of a row, from the most reliable column. */
export const toldAmount = (cells: BrokerCells) => {
  for (const role of ["total", "amount", "gross"] as const) {
    const amount = cells.number(role);
    if (amount !== null) return { role, amount };
  }
  return null;
};

/** Returns the trade of a row; null if nothing moves. Throws a FormatError for a faulty row. */
export function brokerTrade(
  cells: BrokerCells,
  words: readonly string[],
  {
    columns,
    rules,
    locale,
    tradeWords,
  }: { columns: TradeColumns; rules: TradeRules; locale: BrokerLocale; tradeWords: TradeWords },
): BrokerTrade | null {
  const { line } = cells;
  const date = readDay(cells, locale);
  // A row of cash alone has words where others have the name of a security, and units that mean nothing.
  const isOfSecurity = columns.hasNamesAlone || hasNumber(cells);
  const units = (isOfSecurity ? cells.number("quantity") : null) ?? 0;
  const told = toldAmount(cells);
  const price = cells.number("price");
  const currency =
    cells.currencyIn("totalCurrency") ??
    (told && cells.currencyBy(told.role)) ??
    cells.currencyIn("currency") ??
    cells.currencyBy("price");
  const cost = (places: readonly number[]) =>
    places.reduce((sum, at) => sum + (cells.numberAt(at) ?? 0), 0) *
    (rules.hasNegativeCosts ? -1 : 1);
  const fees = Number(cost(columns.fees).toFixed(8));
  const costs = rules.isGross || told?.role === "gross" ? fees + cost(columns.taxes) : 0;
  if (words.some(isSweep)) return null;
  const said = words.map(tradeWords.actionOf).find((each) => each !== undefined);
  if (said === null) throw new FormatError("NO_TRANSACTION", { line });
  const action = said
    ? actionFrom(said)
    : readAction(cells, words, {
        ...{ units, amount: told?.amount ?? 0, rules },
        note: (word) => tradeWords.note(word, sampleOf(cells, { date, units, told })),
      });
  const isOfUnits = action.way !== undefined || (action.type === "transfer" && units !== 0);
  const isBack = !said && words.some(isCancellation);
  if (isBack && !isTurned(action, { units, amount: told?.amount ?? 0, rules }))
    throw unknownAction(cells, words);
  if (isOfUnits && units === 0)
    throw new FormatError("MISSING_FIELD", { line, field: "quantity", expected: "a number" });
  const security = isOfSecurity
    ? brokerSecurity(cells, currency, { price: null, day: null })
    : null;
  if (isOfUnits && security === null)
    throw new FormatError("MISSING_FIELD", { line, field: "symbol", expected: "a security" });
  const { way } = action;
  // The costs in a reversal equal the costs of the trade, with or without the opposite sign.
  const charged = (sum: number) => (isBack && way !== undefined ? Math.abs(sum) : sum);
  const worth = told === null ? Math.abs(units) * (price ?? 0) + (way ?? 0) * charged(fees) : null;
  const turn = isBack && way !== undefined ? -1 : 1;
  const amount =
    action.type === "transfer" && isOfUnits
      ? 0
      : way !== undefined
        ? turn * way * Math.abs(worth ?? Math.abs(told?.amount ?? 0) + way * charged(costs))
        : cashOf(action, told?.amount ?? 0, rules) + costs;
  const quantity = !isOfUnits
    ? 0
    : way === undefined
      ? unitsMoved(words, units)
      : turn * way * Math.abs(units);
  if (!isInvestmentNumber(amount))
    throw new FormatError("INVALID_AMOUNT", { line, field: "price", expected: "a smaller price" });
  if (quantity === 0 && Math.abs(amount) < 1e-9) return null;
  const id = cells.text("id");
  return {
    ...{ security, currency },
    trade: {
      id: id === null || /^0+$/.test(id) ? null : idFrom(id),
      date,
      ...(isBack
        ? { type: "cancel", subtype: "adjustment" }
        : { type: action.type, subtype: action.subtype }),
      securityKey: security?.key ?? null,
      memo: security === null ? readMemo(cells, words) : null,
      ...{ quantity, amount: exact(amount) },
      price:
        way === undefined || action.type === "transfer"
          ? 0
          : readPrice({
              cells,
              price,
              currency,
              quantity,
              amount: turn * amount,
              fees: charged(fees),
            }),
      fees: columns.fees.some((at) => cells.numberAt(at) !== null) ? fees + 0 : null,
      ...{ currency, cancels: null },
    },
  };
}

const hasNumber = (cells: BrokerCells): boolean =>
  (["isin", "cusip", "sedol", "symbol", "wkn"] as const).some((role) =>
    /[\p{L}\d]/u.test(cells.text(role) ?? ""),
  );

const exact = (value: number): number => Number(value.toFixed(8)) + 0;

function readDay(cells: BrokerCells, { order }: BrokerLocale): Day {
  const found = cells.text("tradeDate") ?? cells.text("date");
  const { line } = cells;
  if (found === null || !/\d/.test(found)) throw new FormatError("NO_TRANSACTION", { line });
  const day = parseDay(found, order);
  if (day !== null) return day;
  throw new FormatError("INVALID_DATE", { line, field: "date", found, expected: "2026-12-31" });
}

const unknownAction = ({ line }: BrokerCells, words: readonly string[]) =>
  new FormatError("UNKNOWN_ACTION", {
    ...{ line, field: "action", found: words[0] ?? "", expected: "Buy, Sell or Dividend" },
  });

/**
 * Whether the signs of a cancellation are opposite to the signs of the cancelled trade. Equal signs do not
 * show whether the trade was booked.
 */
function isTurned(
  { type, way, cash }: BrokerAction,
  { units, amount, rules }: { units: number; amount: number; rules: TradeRules },
): boolean {
  const movesNothing = units === 0 && amount === 0;
  if (movesNothing || (way === 1 && units < 0)) return true;
  if (type === "transfer") return false;
  const isSigned = rules.isSigned || amount < 0;
  const expected = way ?? cash;
  return isSigned && (expected === undefined || Math.sign(amount) === expected);
}

/** The movement that the user chose for a word, in a table whose amounts may have signs. */
const actionFrom = ({ type, subtype, units, cash }: SaidAction): BrokerAction => ({
  ...{ type, subtype },
  ...(units ? { way: units } : cash && { cash }),
});

const sampleOf = (
  cells: BrokerCells,
  { date, units, told }: { date: Day; units: number; told: ReturnType<typeof toldAmount> },
): TradeSample => ({
  ...{ day: date, units: units === 0 ? null : units, amount: told?.amount ?? null },
  security: cells.shown("name") ?? cells.shown("symbol") ?? cells.shown("isin"),
});

/** The kind of a row from its words or its signs. Records an unknown word. */
function readAction(
  cells: BrokerCells,
  words: readonly string[],
  {
    units,
    amount,
    rules,
    note,
  }: { units: number; amount: number; rules: TradeRules; note(word: string): void },
): BrokerAction {
  const byWords = (movesUnits: boolean) =>
    words.reduce<BrokerAction | null>(
      (found, word) => found ?? brokerAction(word, movesUnits),
      null,
    );
  const named = (units === 0 ? null : byWords(true)) ?? byWords(false);
  if (named) return named;
  if (units === 0) {
    const [first = ""] = words;
    const trade = brokerAction(first, true);
    if (trade?.way !== undefined) return trade;
    if (first !== "" && amount > 0 && !rules.isSigned) {
      note(first);
      throw unknownAction(cells, words);
    }
    return { type: "cash", subtype: amount < 0 ? "withdrawal" : "deposit" };
  }
  const isSale = units < 0 || (rules.isOfDepot ? amount < 0 : amount > 0 && rules.isSigned);
  const isTold = rules.hasSignedUnits || units < 0 || rules.isOfDepot || rules.isSigned;
  if (words.length > 0 || !isTold) {
    note(words[0] ?? "");
    throw unknownAction(cells, words);
  }
  return isSale
    ? { type: "sell", subtype: "sell", way: -1 }
    : { type: "buy", subtype: "buy", way: 1 };
}

/** The outgoing cash. In a file without signs, only words show the direction. */
function cashOf({ cash }: BrokerAction, amount: number, { isSigned }: TradeRules): number {
  if (cash === undefined || isSigned || amount < 0) return 0 - amount;
  return cash * amount;
}

/** The units that a transfer or a split moves. Their sign or the words show the direction. */
const unitsMoved = (words: readonly string[], units: number): number =>
  words.some((word) =>
    /\bout(going|bound)?\b|auslieferung|ausbuchung|uttag|withdraw|expir/i.test(word),
  )
    ? 0 - Math.abs(units)
    : units;

/** The price in the currency of the amount. */
function readPrice({
  cells,
  price,
  currency,
  quantity,
  amount,
  fees,
}: {
  cells: BrokerCells;
  price: number | null;
  currency: Currency | null;
  quantity: number;
  amount: number;
  fees: number;
}): number {
  const own =
    cells.currencyIn("priceCurrency") ?? cells.currencyBy("price") ?? cells.currencyIn("currency");
  if (price !== null && (own === null || currency === null || own === currency)) return price;
  const gross = Math.abs(amount) - Math.sign(amount) * fees;
  const worth = Number((gross / Math.abs(quantity)).toPrecision(12));
  return isInvestmentNumber(worth) ? worth : 0;
}

const readMemo = (cells: BrokerCells, words: readonly string[]) =>
  cells.shown("memo") ??
  cells.shown("name") ??
  (words[0] === undefined ? null : cells.shown("action"));
