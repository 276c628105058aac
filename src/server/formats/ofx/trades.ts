import { lookup } from "../../domain/lookup.ts";
import type { StatementTrade } from "../investments.ts";
import type { SaidAction } from "../trade-words.ts";

/** The values of a trade's aggregate. A missing `number` is null, and a missing `word` is empty. */
export type TradeRow = {
  /** Throws a FormatError for a value that is no number. */
  number(field: string): number | null;
  /** Throws a FormatError for a missing number, too. */
  required(field: string): number;
  word(field: string): string;
};

type Moved = Pick<StatementTrade, "type" | "subtype" | "quantity" | "amount">;
type Reading = (row: TradeRow) => Moved;

/** Banks write TOTAL and UNITS of a purchase or a sale with either sign. */
const buy: Reading = ({ required, word }) => ({
  type: "buy",
  subtype: /^BUYTO(COVER|CLOSE)$/.test(word("BUYTYPE") || word("OPTBUYTYPE"))
    ? "buy to cover"
    : "buy",
  quantity: Math.abs(required("UNITS")),
  amount: Math.abs(required("TOTAL")),
});

const sell: Reading = ({ required, word }) => ({
  type: "sell",
  subtype: /^SELL(SHORT|TOOPEN)$/.test(word("SELLTYPE") || word("OPTSELLTYPE"))
    ? "sell short"
    : "sell",
  quantity: 0 - Math.abs(required("UNITS")),
  amount: 0 - Math.abs(required("TOTAL")),
});

const INCOME = lookup<Moved["subtype"]>({
  CGLONG: "long-term capital gain",
  CGSHORT: "short-term capital gain",
  DIV: "dividend",
  INTEREST: "interest",
});

const income: Reading = ({ required, word }) => ({
  type: "cash",
  subtype: INCOME[word("INCOMETYPE")] ?? "adjustment",
  quantity: 0,
  amount: 0 - required("TOTAL"),
});

const REINVESTED = lookup<Moved["subtype"]>({
  CGLONG: "long-term capital gain reinvestment",
  CGSHORT: "short-term capital gain reinvestment",
  DIV: "dividend reinvestment",
  INTEREST: "interest reinvestment",
});

const reinvest: Reading = ({ required, word }) => ({
  type: "buy",
  subtype: REINVESTED[word("INCOMETYPE")] ?? "buy",
  quantity: Math.abs(required("UNITS")),
  amount: Math.abs(required("TOTAL")),
});

const transfer: Reading = ({ required, word }) => {
  const units = required("UNITS");
  const action = word("TFERACTION");
  const quantity =
    action === "IN" ? Math.abs(units) : action === "OUT" ? 0 - Math.abs(units) : units;
  return { type: "transfer", subtype: "transfer", quantity, amount: 0 };
};

const split: Reading = ({ number, required }) => ({
  type: "transfer",
  subtype: "split",
  quantity: Number((required("NEWUNITS") - required("OLDUNITS")).toFixed(8)),
  amount: 0 - (number("FRACCASH") ?? 0),
});

/** A payment by the sign of TOTAL, which is negative if cash leaves the account. */
const payment =
  (type: Moved["type"], subtype: Moved["subtype"]): Reading =>
  ({ required }) => ({ type, subtype, quantity: 0, amount: 0 - required("TOTAL") });

/** A transfer between parts of the same account moves neither cash nor units out. */
const journal: Reading = () => ({ type: "transfer", subtype: "transfer", quantity: 0, amount: 0 });

const closure: Reading = ({ required, word }) => {
  const units = required("UNITS");
  switch (word("OPTACTION")) {
    case "EXERCISE":
      return { type: "sell", subtype: "exercise", quantity: 0 - Math.abs(units), amount: 0 };
    case "ASSIGN":
      return { type: "buy", subtype: "assignment", quantity: Math.abs(units), amount: 0 };
    default:
      return { type: "transfer", subtype: "transfer", quantity: units, amount: 0 };
  }
};

const BANKED = lookup<Pick<Moved, "type" | "subtype">>({
  INT: { type: "cash", subtype: "interest" },
  DIV: { type: "cash", subtype: "dividend" },
  FEE: { type: "fee", subtype: "account fee" },
  SRVCHG: { type: "fee", subtype: "account fee" },
});

/** The transaction of an INVBANKTRAN: cash that enters or leaves the account. */
const banked: Reading = ({ required, word }) => {
  const amount = 0 - required("TRNAMT");
  const subtype = amount > 0 ? "withdrawal" : "deposit";
  return { type: "cash", subtype, ...BANKED[word("TRNTYPE")], quantity: 0, amount };
};

const READINGS = lookup<Reading>({
  ...{ BUYDEBT: buy, BUYMF: buy, BUYOPT: buy, BUYOTHER: buy, BUYSTOCK: buy },
  ...{ SELLDEBT: sell, SELLMF: sell, SELLOPT: sell, SELLOTHER: sell, SELLSTOCK: sell },
  ...{ INCOME: income, REINVEST: reinvest, TRANSFER: transfer, SPLIT: split },
  RETOFCAP: payment("cash", "return of principal"),
  INVEXPENSE: payment("fee", "miscellaneous fee"),
  MARGININTEREST: payment("fee", "margin expense"),
  ...{ JRNLFUND: journal, JRNLSEC: journal, CLOSUREOPT: closure },
});

/** The names of the aggregates for trades. */
export const TRADES = Object.keys(READINGS);

/** Returns the movement of an unknown aggregate by the user's meaning. Throws like `movedBy`. */
export function movedAs({ type, subtype, units, cash }: SaidAction, row: TradeRow): Moved {
  const told = row.number("TOTAL") ?? row.number("TRNAMT");
  const total = told ?? (cash === 0 ? 0 : row.required("TOTAL"));
  const isSplit = subtype === "split";
  return {
    ...{ type, subtype },
    quantity: isSplit
      ? split(row).quantity
      : units === undefined
        ? 0
        : units * Math.abs(row.required("UNITS")),
    amount: cash === 0 ? 0 : cash === undefined ? 0 - total : cash * Math.abs(total),
  };
}

/**
 * Returns the type of a trade, and its movement of units and cash. A reversal keeps the file's
 * signs, which are opposite to the reversed trade's. Throws a FormatError for a missing or
 * malformed number.
 */
export function movedBy(name: string, row: TradeRow, isReversal: boolean): Moved {
  if (isReversal)
    return {
      ...{ type: "cancel", subtype: "adjustment" },
      quantity: row.number("UNITS") ?? 0,
      amount: 0 - (row.number("TOTAL") ?? row.number("TRNAMT") ?? 0),
    };
  return (READINGS[name] ?? banked)(row);
}
