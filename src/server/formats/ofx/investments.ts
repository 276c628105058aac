import {
  type Day,
  type Id,
  isInvestmentNumber,
  lineFrom,
  ownId,
  ownLine,
} from "../../domain/bank-values.ts";
import { lookup } from "../../domain/lookup.ts";
import { amountFrom } from "../decimal.ts";
import { accountNumberIn, bankCodeIn, currencyIn, idIn } from "../file-values.ts";
import { FormatError } from "../format-error.ts";
import type {
  StatementHolding,
  StatementInvestments,
  StatementSecurity,
  StatementTrade,
} from "../investments.ts";
import type { LeaveOut } from "../left-out.ts";
import type { Statement, StatementTransaction } from "../statement.ts";
import type { TradeWords } from "../trade-words.ts";
import {
  type Fields,
  optionalDay,
  readAmount,
  requiredDay,
  transactionFrom,
} from "./from-fields.ts";
import { movedAs, movedBy, TRADES, type TradeRow } from "./trades.ts";

/** The types of securities by the aggregate's name, in positions and descriptions. */
const TYPES = lookup<NonNullable<StatementSecurity["type"]>>({
  ...{ STOCK: "equity", MF: "mutual fund", DEBT: "fixed income", OPT: "derivative" },
  OTHER: "other",
});

/** The aggregates of an investment statement by level, as in `read.ts`. */
export const INVESTMENT_LEVELS = {
  SECLIST: 1,
  ...{ INVACCTFROM: 2, INVTRANLIST: 2, INVPOSLIST: 2, INVBAL: 2, INVOOLIST: 2, INV401K: 2 },
  INV401KBAL: 2,
  ...Object.fromEntries(TRADES.map((name) => [name, 3])),
  ...Object.fromEntries(
    Object.keys(TYPES).flatMap((name) => [
      [`POS${name}`, 3],
      [`${name}INFO`, 3],
    ]),
  ),
  ...{ SECINFO: 4, SECID: 5 },
};

/** A finished aggregate. `isUnknown` marks an unknown aggregate in a list of trades. */
type Aggregate = { name: string; fields: Fields; line: number; isUnknown?: boolean };

/** The parts of an investment statement so far. */
export type InvestmentParts = {
  holdings: StatementHolding[];
  transactions: StatementTrade[];
  securities: StatementSecurity[];
};

/**
 * Adds a trade, a position or a security to the parts. Throws a FormatError for a malformed value,
 * and for a trade of unknown kind.
 */
export function addInvestment(
  parts: InvestmentParts,
  { name, fields, line, isUnknown }: Aggregate,
  tradeWords: TradeWords,
): void {
  if (isUnknown) parts.transactions.push(unknownTrade({ name, fields, line }, tradeWords));
  else if (name.startsWith("POS")) parts.holdings.push(holdingFrom(name, fields, line));
  else if (name.endsWith("INFO")) parts.securities.push(securityFrom(name, fields, line));
  else parts.transactions.push(tradeFrom(name, fields, line));
}

const readRow = (fields: Fields, line: number): TradeRow => {
  const number = (field: string): number | null => {
    const found = fields.get(field);
    if (found === undefined || found.trim() === "") return null;
    const amount = readAmount(found);
    if (amount === null || !isInvestmentNumber(Number(amount)))
      throw new FormatError("INVALID_AMOUNT", { line, field, found, expected: "-1234.56" });
    return Number(amount);
  };
  return {
    number,
    required: (field) => {
      const value = number(field);
      if (value === null)
        throw new FormatError("MISSING_FIELD", { line, field, expected: "-1234.56" });
      return value;
    },
    word: (field) => fields.get(field)?.trim().toUpperCase() ?? "",
  };
};

/** The kind and the value of a security's number, or null. */
function readNumber(fields: Fields, place: string, line: number) {
  const field = `${place}.UNIQUEID`;
  const id = idIn(fields.get(field), { line, field });
  if (id === null) return null;
  const idType = lineFrom(fields.get(`${field}TYPE`)?.toUpperCase(), 32) ?? ownLine("OTHER");
  return { id, idType, key: ownId(`${idType} ${id}`) };
}

const requiredNumber = (fields: Fields, place: string, line: number) => {
  const number = readNumber(fields, place, line);
  if (number !== null) return number;
  throw new FormatError("MISSING_FIELD", {
    line,
    field: `${place}.UNIQUEID`,
    expected: "a number",
  });
};

const readCurrency = (fields: Fields, line: number) =>
  currencyIn(fields.get("CURRENCY.CURSYM"), { line, field: "CURRENCY.CURSYM" });

/** Returns the trade of an unknown aggregate; records a word without a user's meaning. */
function unknownTrade({ name, fields, line }: Aggregate, tradeWords: TradeWords): StatementTrade {
  const said = tradeWords.actionOf(name);
  if (said === null) throw new FormatError("NO_TRANSACTION", { line });
  const row = readRow(fields, line);
  if (said) return { ...tradeFrom(name, fields, line, movedAs(said, row)), cancels: null };
  tradeWords.note(name, {
    day: optionalDay(fields, "DTTRADE"),
    security: lineFrom(fields.get("MEMO") ?? fields.get("SECID.UNIQUEID")),
    ...{ units: row.number("UNITS"), amount: row.number("TOTAL") ?? row.number("TRNAMT") },
  });
  throw new FormatError("UNKNOWN_ACTION", {
    ...{ line, field: "INVTRANLIST", found: name, expected: "BUYSTOCK, SELLSTOCK or INCOME" },
  });
}

function tradeFrom(
  name: string,
  fields: Fields,
  line: number,
  movement?: ReturnType<typeof movedBy>,
): StatementTrade {
  const row = readRow(fields, line);
  const isCash = name.startsWith("STMTTRN");
  const securityKey: Id | null = isCash ? null : (readNumber(fields, "SECID", line)?.key ?? null);
  const cancels = idIn(fields.get("REVERSALFITID"), { line, field: "REVERSALFITID" });
  const moved = movement ?? movedBy(name, row, cancels !== null);
  const fees = ["COMMISSION", "FEES", "LOAD"].flatMap((field) => row.number(field) ?? []);
  return {
    id: idIn(fields.get("FITID"), { line, field: "FITID" }),
    date: requiredDay(fields, isCash ? "DTPOSTED" : "DTTRADE", line),
    securityKey,
    memo: lineFrom(isCash ? (fields.get("NAME") ?? fields.get("MEMO")) : fields.get("MEMO")),
    ...moved,
    price: row.number("UNITPRICE") ?? 0,
    fees: fees.length === 0 ? null : Number(fees.reduce((a, b) => a + b, 0).toFixed(8)),
    currency: readCurrency(fields, line),
    cancels,
    ...(isCash && { row: bankRow(transactionFrom(fields, name === "STMTTRNP", line)) }),
  };
}

/** The facts of a bank row that a trade lacks. */
const bankRow = (row: StatementTransaction): NonNullable<StatementTrade["row"]> => ({
  valueDate: row.valueDate,
  madeDate: row.madeDate,
  reference: row.reference,
  checkNumber: row.checkNumber,
  code: row.code,
  description: row.description,
  payee: row.payee,
  memo: row.memo,
  counterpartyAccount: row.counterpartyAccount,
});

function holdingFrom(name: string, fields: Fields, line: number): StatementHolding {
  const row = readRow(fields, line);
  const isShort = row.word("POSTYPE") === "SHORT";
  const signed = (value: number) => (isShort ? 0 - Math.abs(value) : value);
  return {
    securityKey: requiredNumber(fields, "SECID", line).key,
    type: TYPES[name.slice("POS".length)] ?? null,
    quantity: signed(row.required("UNITS")),
    price: row.number("UNITPRICE"),
    priceDay: optionalDay(fields, "DTPRICEASOF"),
    value: signed(row.required("MKTVAL")),
    currency: readCurrency(fields, line),
    rate: row.number("CURRENCY.CURRATE"),
  };
}

function securityFrom(name: string, fields: Fields, line: number): StatementSecurity {
  const row = readRow(fields, line);
  const own = (field: string) => fields.get(`SECINFO.${field}`);
  const kind = name.slice(0, -"INFO".length);
  return {
    ...requiredNumber(fields, "SECINFO.SECID", line),
    name: lineFrom(own("SECNAME")),
    ticker: lineFrom(own("TICKER"), 64),
    institutionId: lineFrom(own("FIID"), 64),
    type: TYPES[kind] ?? null,
    subtype: lineFrom((fields.get("STOCKTYPE") ?? fields.get("MFTYPE"))?.toLowerCase(), 64),
    price: row.number("SECINFO.UNITPRICE"),
    priceDay: optionalDay(fields, "SECINFO.DTASOF"),
    currency: readCurrency(fields, line),
    option: kind === "OPT" ? optionFrom(row, fields, line) : null,
    bond:
      kind === "DEBT"
        ? {
            coupon: row.number("COUPONRT"),
            matures: optionalDay(fields, "DTMAT"),
            faceValue: row.number("PARVALUE"),
          }
        : null,
  };
}

function optionFrom(row: TradeRow, fields: Fields, line: number): StatementSecurity["option"] {
  const type = row.word("OPTTYPE");
  const [strike, expires] = [row.number("STRIKEPRICE"), optionalDay(fields, "DTEXPIRE")];
  if ((type !== "PUT" && type !== "CALL") || strike === null || expires === null) return null;
  const underlying = readNumber(fields, "SECID", line)?.key ?? null;
  return { type: type === "PUT" ? "put" : "call", strike, expires, underlying };
}

/**
 * Returns an investment statement from its fields and parts. A faulty balance is left out. Throws a
 * FormatError for a wrong account number or currency.
 */
export function investmentStatementFrom(
  { fields, line, hasPositions }: { fields: Fields; line: number; hasPositions: boolean },
  { holdings, transactions }: InvestmentParts,
  leaveOut: LeaveOut,
): Statement {
  const currency = currencyIn(fields.get("CURDEF"), { line, field: "CURDEF" });
  const [idField, bankField] = ["INVACCTFROM.ACCTID", "INVACCTFROM.BROKERID"];
  const lastDay = transactions.reduce<Day | null>(
    (last, { date }) => (last === null || date > last ? date : last),
    null,
  );
  const [from, to] = [optionalDay(fields, "DTSTART"), optionalDay(fields, "DTEND")];
  const day = optionalDay(fields, "DTASOF") ?? to ?? lastDay;
  const { cash, loan, isLoanTold } = balanceFrom(fields, line, leaveOut);
  const ownHoldings = holdings.map((holding) =>
    holding.currency === currency ? { ...holding, currency: null, rate: null } : holding,
  );
  const total = ownHoldings.reduce(
    (sum, { value, currency: foreign, rate }) =>
      sum + (foreign === null ? value : value * (rate ?? Number.NaN)),
    (cash ?? 0) - (loan ?? Number.NaN),
  );
  const isKnown = hasPositions && isInvestmentNumber(total);
  const investments: StatementInvestments = {
    ...{ day, securities: [], cash },
    ...(isLoanTold && loan !== null && { marginLoan: loan }),
    holdings: hasPositions ? ownHoldings : null,
    transactions: transactions.map((trade) =>
      trade.currency === currency ? { ...trade, currency: null } : trade,
    ),
  };
  return {
    account: {
      id: accountNumberIn(fields.get(idField), { line, field: idField }),
      iban: null,
      bankId: bankCodeIn(fields.get(bankField), { line, field: bankField }),
      name: null,
      type: "investment",
      currency,
    },
    ...{ from, to },
    balances: [
      ...(isKnown
        ? [{ kind: "closing" as const, amount: amountFrom(Number(total.toFixed(4))), date: day }]
        : []),
      ...(cash === null
        ? []
        : [{ kind: "available" as const, amount: amountFrom(cash), date: day }]),
    ],
    transactions: [],
    investments,
  };
}

/** Reads the cash and the loan, null if absent. Returns null for a faulty balance. */
function balanceFrom(fields: Fields, line: number, leaveOut: LeaveOut) {
  const row = readRow(fields, line);
  try {
    const margin = row.number("INVBAL.MARGINBALANCE");
    // A positive balance is cash that is a part of AVAILCASH.
    const loan = Math.max(0, 0 - (margin ?? 0));
    return { cash: row.number("INVBAL.AVAILCASH"), loan, isLoanTold: margin !== null };
  } catch (failure) {
    if (!(failure instanceof FormatError)) throw failure;
    leaveOut(failure);
    return { cash: null, loan: null, isLoanTold: false };
  }
}
