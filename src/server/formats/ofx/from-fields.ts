import { type Amount, type Day, dayFrom, lineFrom } from "../../domain/bank-values.ts";
import { lookup } from "../../domain/lookup.ts";
import { absolute, amountNegated, parseAmount } from "../decimal.ts";
import { accountNumberIn, bankCodeIn, currencyIn, idIn } from "../file-values.ts";
import { FormatError } from "../format-error.ts";
import type { LeaveOut } from "../left-out.ts";
import type {
  Statement,
  StatementAccount,
  StatementAccountType,
  StatementBalance,
  StatementTransaction,
} from "../statement.ts";

/**
 * The values of an aggregate by element. Inner aggregates prefix their elements:
 * `LEDGERBAL.BALAMT`.
 */
export type Fields = Map<string, string>;

/** A reader of an optional value. Throws a FormatError for a malformed value. */
type FieldReader<Value> = (
  found: string | undefined,
  place: { line: number; field: string },
) => Value | null;

/** Returns the row of a STMTTRN. Throws a FormatError for a wrong value. */
export function transactionFrom(
  fields: Fields,
  pending: boolean,
  line: number,
): StatementTransaction {
  const read = <Value>(reader: FieldReader<Value>, field: string) =>
    reader(fields.get(field), { line, field });
  const text = (field: string) => lineFrom(fields.get(field));
  return {
    date: requiredDay(fields, pending ? "DTTRAN" : "DTPOSTED", line),
    valueDate: optionalDay(fields, "DTAVAIL"),
    madeDate: optionalDay(fields, "DTUSER"),
    amount: requiredAmount(fields, "TRNAMT", line),
    currency: read(currencyIn, "CURRENCY.CURSYM"),
    pending,
    id: read(idIn, "FITID"),
    reference: text("REFNUM"),
    // Programs write zeros for an unknown number.
    checkNumber: lineFrom(fields.get("CHECKNUM")?.replace(/^0+$/, "")),
    code: text("TRNTYPE"),
    description: text("EXTDNAME") ?? text("NAME"),
    payee: text("PAYEE.NAME"),
    memo: text("MEMO"),
    counterpartyAccount:
      read(accountNumberIn, "BANKACCTTO.ACCTID") ?? read(accountNumberIn, "CCACCTTO.ACCTID"),
    category: null,
    line,
  };
}

/** The fields of a statement. `madeOn` is the file's creation time. */
type StatementFields = {
  fields: Fields;
  isCard: boolean;
  line: number;
  madeOn: string | undefined;
};

/** Returns a statement from its fields and rows. A faulty balance is left out. */
export function statementFrom(
  { fields, isCard, line, madeOn }: StatementFields,
  transactions: readonly StatementTransaction[],
  leaveOut: LeaveOut,
): Statement {
  const account = accountFrom(fields, isCard, line);
  const [from, to] = [optionalDay(fields, "DTSTART"), optionalDay(fields, "DTEND")];
  const lastDay = transactions.reduce<Day | null>(
    (last, { date }) => (last === null || date > last ? date : last),
    null,
  );
  // Banks may leave out the day of a balance. The balance then has the last day of the file.
  const day = to ?? lastDay ?? ownDay(madeOn ?? "");
  const readBalance = (kind: StatementBalance["kind"], name: string): StatementBalance[] => {
    const found = fields.get(`${name}.BALAMT`);
    if (found === undefined) return [];
    const amount = readAmount(found);
    if (amount !== null)
      return [{ kind, amount, date: optionalDay(fields, `${name}.DTASOF`) ?? day }];
    leaveOut(new FormatError("INVALID_AMOUNT", { line, field: `${name}.BALAMT`, found, expected }));
    return [];
  };
  return {
    account,
    from,
    to,
    balances: [...readBalance("closing", "LEDGERBAL"), ...readBalance("available", "AVAILBAL")],
    transactions: withSigns(transactions, isCard).map((row) => {
      if (row.currency === account.currency) row.currency = null;
      return row;
    }),
  };
}

/** Row types that imply a direction if amounts have no signs, for an account or a card. */
const DIRECTIONS = {
  account: {
    out: /^(DEBIT|DIRECTDEBIT|PAYMENT|REPEATPMT|CHECK|CASH|POS|ATM|FEE|SRVCHG)$/i,
    into: /^(CREDIT|DEP|DIRECTDEP|DIV|INT)$/i,
  },
  // For a card's holder, a payment is money in, and interest is money out.
  card: {
    out: /^(DEBIT|DIRECTDEBIT|CHECK|CASH|POS|ATM|FEE|SRVCHG|INT)$/i,
    into: /^(CREDIT|DEP|DIRECTDEP|PAYMENT)$/i,
  },
};
const MIN_DEBITS = 2;

/**
 * Returns the rows with signs if the bank omits signs: several rows are debits, other rows are
 * credits, and no amount has a minus. If all rows are debits, the signs stay, since some banks
 * write a refund as a debit without a minus.
 */
function withSigns(
  rows: readonly StatementTransaction[],
  isCard: boolean,
): readonly StatementTransaction[] {
  const { out, into } = DIRECTIONS[isCard ? "card" : "account"];
  const codes = rows.map(({ code }) => code ?? "");
  const isUnsigned =
    codes.filter((code) => /^debit$/i.test(code)).length >= MIN_DEBITS &&
    codes.some((code) => into.test(code)) &&
    !rows.some(({ amount }) => amount.startsWith("-"));
  if (!isUnsigned) return rows;
  return rows.map((row) =>
    out.test(row.code ?? "") ? { ...row, amount: amountNegated(row.amount) } : row,
  );
}

const ACCOUNT_TYPES = lookup<StatementAccountType>({
  CHECKING: "checking",
  SAVINGS: "savings",
  MONEYMRKT: "money market",
  CREDITLINE: "line of credit",
});

function accountFrom(fields: Fields, isCard: boolean, line: number): StatementAccount {
  const from = fields.has("CCACCTFROM.ACCTID") ? "CCACCTFROM" : "BANKACCTFROM";
  const type = fields.get(`${from}.ACCTTYPE`)?.toUpperCase() ?? "";
  const read = <Value>(reader: FieldReader<Value>, field: string) =>
    reader(fields.get(field), { line, field });
  return {
    id: read(accountNumberIn, `${from}.ACCTID`),
    iban: null,
    // Programs write zeros for an unknown bank.
    bankId: bankCodeIn(fields.get(`${from}.BANKID`)?.replace(/^0+$/, ""), {
      line,
      field: `${from}.BANKID`,
    }),
    name: null,
    type: isCard ? "credit card" : (ACCOUNT_TYPES[type] ?? null),
    currency: read(currencyIn, "CURDEF"),
  };
}

const expected = "-1234.56";

function requiredAmount(fields: Fields, field: string, line: number): Amount {
  const found = fields.get(field);
  // Banks write a row for each day's balance, with a blank or a lone mark as the amount.
  if (found === undefined || !/[\d\p{L}]/u.test(found))
    throw new FormatError("MISSING_FIELD", { line, field, expected });
  const amount = readAmount(found);
  if (amount === null) throw new FormatError("INVALID_AMOUNT", { line, field, found, expected });
  return amount;
}

/** The maximum length of an amount with its currency and marks, in characters. */
const MAX_AMOUNT_LENGTH = 60;

/**
 * Returns the amount of a value, or null. Some banks write the sign after the amount, a currency,
 * or marks between thousands.
 */
export function readAmount(found: string): Amount | null {
  if (found.length > MAX_AMOUNT_LENGTH) return null;
  const plain = parseAmount(found);
  if (plain !== null && !/,\d{3}$/.test(found)) return plain;
  const isNegative = /^\(.*\)$|^\D*[-−–]|[-−–]\D*$/.test(found.trim());
  const number = found.replaceAll(CURRENCY, "").replaceAll(/[\s'’()+−–-]/g, "");
  // A single comma before three digits separates thousands: few currencies have three decimals.
  const amount = parseAmount(/^[^,]*,\d{3}$/.test(number) ? number.replace(",", "") : number);
  return amount !== null && isNegative ? amountNegated(absolute(amount)) : amount;
}

/** A currency before or after an amount. */
const CURRENCY = /\p{Sc}|(?<=^[\s(−–-]*)\p{L}{1,3}\.?|\s\p{L}{1,3}\.?\s*$|(?<=\d)[A-Z]{3}\s*$/gu;

/** Returns a day. Throws a FormatError for a missing or malformed day. */
export function requiredDay(fields: Fields, field: string, line: number): Day {
  const found = fields.get(field) ?? "";
  const date = ownDay(found);
  if (date !== null) return date;
  if (isUnknown(found))
    throw new FormatError("MISSING_FIELD", { line, field, expected: "YYYYMMDD" });
  throw new FormatError("INVALID_DATE", { line, field, found, expected: "YYYYMMDD" });
}

/** Returns a day that a row can do without. */
export const optionalDay = (fields: Fields, field: string): Day | null =>
  ownDay(fields.get(field) ?? "");

/** Programs write zeros, or nothing, for an unknown date. */
const isUnknown = (found: string): boolean => /^0*$/.test(found);

/** The last day that was read: most files are sorted. */
let last: { found: string; date: Day | null } = { found: "", date: null };

/** The day in a field. A time zone in brackets is the bank's own, so the day is kept. */
function ownDay(found: string): Day | null {
  if (found === "") return null;
  if (found === last.found) return last.date;
  const [, year, month, day] = /^(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)/.exec(found) ?? [];
  const date = dayFrom(Number(year), Number(month), Number(day));
  if (date !== null) last = { found, date };
  return date;
}
