import type { InvestmentSubtype } from "../../../protocol/investments.ts";
import {
  type Day,
  type Id,
  isInvestmentNumber,
  lineFrom,
  ownId,
  ownLine,
} from "../../domain/bank-values.ts";
import { lookup } from "../../domain/lookup.ts";
import { idIn } from "../file-values.ts";
import { FormatError } from "../format-error.ts";
import type { StatementInvestments, StatementSecurity, StatementTrade } from "../investments.ts";
import type { LeaveOut } from "../left-out.ts";
import { type DateOrder, type DecimalMark, parseCell, parseDay } from "../locale-values.ts";
import type { OnRead } from "../read-share.ts";
import type { SaidAction, TradeSample, TradeWords } from "../trade-words.ts";

/** The fields of a record by their letters. */
export type QifRecord = { fields: ReadonlyMap<string, string>; line: number };

export type QifOptions = {
  dateOrder?: DateOrder;
  onRead?: OnRead;
  leaveOut?: LeaveOut;
  tradeWords?: TradeWords;
};

/** The rules for reading a file, and the words of its trades. */
export type QifLocale = { order: DateOrder; mark: DecimalMark; tradeWords: TradeWords };

/** A line of a price list: a symbol, a price and a day. */
export type PriceLine = { symbol: string; price: string; day: string };

/** Returns the parts of a price list's line, or null. */
export function priceLineFrom(line: string): PriceLine | null {
  // Blanks are trimmed afterwards. In the pattern, blanks next to a class with blanks would be
  // tried in every division.
  const [, symbol = "", price = "", quoted = ""] =
    /^"([^"]{1,256})",([^",]{1,40}),([^,]{1,60})$/.exec(line) ?? [];
  const day = quoted
    .trim()
    .replace(/^"([^"]*)"$/, "$1")
    .trim();
  return day === "" || day.includes('"') ? null : { symbol, price: price.trim(), day };
}

const arrives = (subtype: InvestmentSubtype): SaidAction => ({ type: "cash", subtype, cash: -1 });
const bought = (subtype: InvestmentSubtype): SaidAction => ({
  ...{ type: "buy", subtype, units: 1, cash: 1 },
});
const sold = (subtype: InvestmentSubtype): SaidAction => ({
  ...{ type: "sell", subtype, units: -1, cash: -1 },
});
const transferred = (units: 1 | -1): SaidAction => ({
  ...{ type: "transfer", subtype: "transfer", units, cash: 0 },
});

/**
 * The actions of QIF in small letters. A final X means that the cash comes from or goes to another
 * account.
 */
const ACTIONS = lookup<SaidAction>({
  ...{ buy: bought("buy"), cvrshrt: bought("buy to cover") },
  ...{ sell: sold("sell"), shtsell: sold("sell short") },
  ...{ div: arrives("dividend"), intinc: arrives("interest") },
  ...{ cglong: arrives("long-term capital gain"), cgmid: arrives("long-term capital gain") },
  ...{ cgshort: arrives("short-term capital gain"), rtrncap: arrives("return of principal") },
  ...{ reinvdiv: bought("dividend reinvestment"), reinvint: bought("interest reinvestment") },
  reinvlg: bought("long-term capital gain reinvestment"),
  reinvmd: bought("long-term capital gain reinvestment"),
  reinvsh: bought("short-term capital gain reinvestment"),
  ...{ shrsin: transferred(1), shrsout: transferred(-1) },
  stksplit: { type: "transfer", subtype: "split", cash: 0 },
  ...{ miscinc: arrives("adjustment"), xin: arrives("deposit"), contrib: arrives("contribution") },
  xout: { type: "cash", subtype: "withdrawal", cash: 1 },
  withdrw: { type: "cash", subtype: "withdrawal", cash: 1 },
  miscexp: { type: "fee", subtype: "miscellaneous fee", cash: 1 },
  margint: { type: "fee", subtype: "margin expense", cash: 1 },
  cash: { type: "cash", subtype: "deposit" },
});

/** Actions without a movement. */
const WITHOUT_EFFECT = /^(reminder|grant|vest|expire)x?$/;

/**
 * Returns the action of a record; null for an action without a movement. Records unknown actions.
 */
function readAction(
  { fields, line }: QifRecord,
  { tradeWords }: QifLocale,
  sample: () => TradeSample,
): SaidAction | null {
  const found = fields.get("N") ?? "Cash";
  const said = tradeWords.actionOf(found);
  if (said === null) throw new FormatError("NO_TRANSACTION", { line });
  if (said) return said;
  const name = found.toLowerCase();
  if (WITHOUT_EFFECT.test(name)) return null;
  const action = ACTIONS[name] ?? (name.endsWith("x") ? ACTIONS[name.slice(0, -1)] : undefined);
  if (action) return action;
  tradeWords.note(found, sample());
  throw new FormatError("UNKNOWN_ACTION", {
    ...{ line, field: "N", found, expected: "Buy, Sell or Div" },
  });
}

/** Returns a number, or null. Old programs write fractions: 12 3/8. */
function numberFrom(text: string, mark: DecimalMark): number | null {
  const [, whole = "0", part, of] =
    /^(?:(\d{1,12})\s+)?(\d{1,3})\/(\d{1,3})$/.exec(text.trim()) ?? [];
  const number =
    part === undefined ? parseCell(text, mark) : Number(whole) + Number(part) / Number(of);
  return number === null || !isInvestmentNumber(Number(number)) ? null : Number(number);
}

function numberIn({ fields, line }: QifRecord, field: string, { mark }: QifLocale): number | null {
  const found = fields.get(field);
  if (found === undefined) return null;
  const number = numberFrom(found, mark);
  if (number !== null) return number;
  throw new FormatError("INVALID_AMOUNT", { line, field, found, expected: "1,234.56" });
}

function requiredIn(record: QifRecord, field: string, locale: QifLocale): number {
  const number = numberIn(record, field, locale);
  if (number !== null) return number;
  const { line } = record;
  throw new FormatError("MISSING_FIELD", { line, field, expected: "1,234.56" });
}

/** A split gives the new units for ten old units. */
const SPLIT_OF = 10;

/** The name of a security serves as its number in the file. */
const toKey = (name: Id): Id => ownId(`NAME ${name}`);

/**
 * Returns the trade of a record on a day, without a split's effect. Returns null for a record
 * without a movement.
 */
export function tradeFrom(record: QifRecord, date: Day, locale: QifLocale): StatementTrade | null {
  const { fields, line } = record;
  const shown = (field: string) => numberFrom(fields.get(field) ?? "", locale.mark);
  const action = readAction(record, locale, () => ({
    ...{ day: date, security: lineFrom(fields.get("Y")) },
    ...{ units: shown("Q"), amount: shown("T") ?? shown("U") },
  }));
  if (action === null) return null;
  const { type, units, cash } = action;
  const name = idIn(fields.get("Y"), { line, field: "Y" });
  if (name === null && (units !== undefined || action.subtype === "split"))
    throw new FormatError("MISSING_FIELD", { line, field: "Y", expected: "a security" });
  const isSplit = action.subtype === "split";
  const quantity = units === undefined && !isSplit ? 0 : requiredIn(record, "Q", locale);
  const price = numberIn(record, "I", locale);
  const fees = numberIn(record, "O", locale);
  const total = numberIn(record, "T", locale) ?? numberIn(record, "U", locale);
  // Some programs omit the amount of a trade if it follows from units and price.
  const told =
    total ??
    (units === undefined || price === null ? null : totalOf({ quantity, price, fees, cash }));
  if (told !== null && !isInvestmentNumber(told))
    throw new FormatError("INVALID_AMOUNT", {
      ...{ line, field: "I", found: fields.get("I") ?? "", expected: "a smaller price" },
    });
  if (told === null && cash !== 0)
    throw new FormatError("MISSING_FIELD", { line, field: "T", expected: "1,234.56" });
  const amount = cash === undefined ? 0 - (told ?? 0) : cash * Math.abs(told ?? 0);
  return {
    id: null,
    date,
    type,
    subtype: cash === undefined && amount > 0 ? "withdrawal" : action.subtype,
    securityKey: name === null ? null : toKey(name),
    memo: lineFrom(fields.get("M")) ?? lineFrom(fields.get("P")),
    quantity: isSplit ? 0 : (units ?? 0) * Math.abs(quantity) + 0,
    ...(isSplit && { multiplies: Math.abs(quantity) / SPLIT_OF }),
    amount: amount + 0,
    price: price ?? 0,
    fees,
    currency: null,
    cancels: null,
  };
}

const totalOf = ({
  quantity,
  price,
  fees,
  cash = 1,
}: Pick<StatementTrade, "quantity" | "price" | "fees"> & { cash: SaidAction["cash"] }): number =>
  Number((Math.abs(quantity) * price + cash * (fees ?? 0)).toFixed(4));

/** The investments of an account whose trades determine its positions. */
export const investmentsFrom = (trades: readonly StatementTrade[]): StatementInvestments => ({
  day: trades.reduce<Day | null>((last, { date }) => (last && last > date ? last : date), null),
  securities: [],
  holdings: null,
  positionsAreTrades: true,
  cash: null,
  transactions: trades,
});

const TYPES = lookup<NonNullable<StatementSecurity["type"]>>({
  ...{ stock: "equity", bond: "fixed income", cd: "fixed income", option: "derivative" },
  ...{ "mutual fund": "mutual fund", etf: "etf", "money market": "mutual fund" },
});

/**
 * Returns the security of a list's record with its newest price. Throws a FormatError for a wrong
 * name.
 */
export function securityFrom(
  { fields, line }: QifRecord,
  prices: ReadonlyMap<string, { price: number; day: Day }>,
): StatementSecurity | null {
  const name = idIn(fields.get("N"), { line, field: "N" });
  if (name === null) return null;
  const symbol = fields.get("S") ?? "";
  const newest = prices.get(symbol.toUpperCase()) ?? prices.get(name.toUpperCase());
  const kind = fields.get("T")?.toLowerCase() ?? "";
  return {
    ...{ key: toKey(name), idType: ownLine("NAME"), id: name, name: lineFrom(name) },
    ...{ ticker: lineFrom(symbol, 64), institutionId: null, subtype: lineFrom(kind, 64) },
    type: TYPES[kind] ?? (kind === "" ? null : "other"),
    ...{ price: newest?.price ?? null, priceDay: newest?.day ?? null, currency: null },
    ...{ option: null, bond: null },
  };
}

/** Returns the newest price of each symbol. Unreadable lines are ignored. */
export function newestPrices(
  lines: readonly PriceLine[],
  { order, mark }: QifLocale,
): ReadonlyMap<string, { price: number; day: Day }> {
  const prices = new Map<string, { price: number; day: Day }>();
  for (const { symbol, price: text, day: written } of lines) {
    const [price, day] = [numberFrom(text, mark), parseDay(written, order)];
    if (price === null || day === null || price < 0) continue;
    const name = symbol.toUpperCase();
    const known = prices.get(name);
    if (!known || known.day <= day) prices.set(name, { price, day });
  }
  return prices;
}
