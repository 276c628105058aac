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

/** The values of an aggregate by their elements, after the names of the aggregates in it: `LEDGERBAL.BALAMT`. */
export type Fields = Map<string, string>;

/** A reader of a value that may be missing, and throws a FormatError for one of another form. */
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
    // Programs write zeros for a number that they do not know.
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

/** The fields of a statement; `madeOn` is the moment at which the file was made. */
type StatementFields = {
  fields: Fields;
  isCard: boolean;
  line: number;
  madeOn: string | undefined;
};

/** Returns a statement of its fields and rows; a faulty balance is left out. */
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
  // Banks leave out the day of a balance: it then has the day on which the file ends.
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

/** Types of rows whose money leaves or reaches an account, or a card, if amounts have no signs. */
const DIRECTIONS = {
  account: {
    out: /^(DEBIT|DIRECTDEBIT|PAYMENT|REPEATPMT|CHECK|CASH|POS|ATM|FEE|SRVCHG)$/i,
    into: /^(CREDIT|DEP|DIRECTDEP|DIV|INT)$/i,
  },
  // A card's holder pays what is owed, and its interest.
  card: {
    out: /^(DEBIT|DIRECTDEBIT|CHECK|CASH|POS|ATM|FEE|SRVCHG|INT)$/i,
    into: /^(CREDIT|DEP|DIRECTDEP|PAYMENT)$/i,
  },
};
const MIN_DEBITS = 2;

/**
 * The rows of a bank that leaves out the sign: several are debits, others say money in, and no amount has a minus. Debits
 * alone keep their signs, since a debit without a minus is a refund at some banks.
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
    // Programs write zeros for a bank that they do not know.
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
  // Banks write a row for each day's balance, with a blank or a lone mark as its amount.
  if (found === undefined || !/[\d\p{L}]/u.test(found))
    throw new FormatError("MISSING_FIELD", { line, field, expected });
  const amount = readAmount(found);
  if (amount === null) throw new FormatError("INVALID_AMOUNT", { line, field, found, expected });
  return amount;
}

/** The longest amount, in characters, with its currency and marks. */
const MAX_AMOUNT_LENGTH = 60;

/**
 * Returns the amount of a value, null if it has none: some banks write the sign after it, a currency, or
 * marks between thousands.
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

/** Returns a day. Throws a FormatError for a missing or wrong one. */
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

/** Programs write zeros, or nothing, for a date that they do not know. */
const isUnknown = (found: string): boolean => /^0*$/.test(found);

/** The last day that was read: most files are sorted. */
let last: { found: string; date: Day | null } = { found: "", date: null };

/** The day in a field: a time's zone, in brackets after it, is the bank's own. */
function ownDay(found: string): Day | null {
  if (found === "") return null;
  if (found === last.found) return last.date;
  const [, year, month, day] = /^(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)/.exec(found) ?? [];
  const date = dayFrom(Number(year), Number(month), Number(day));
  if (date !== null) last = { found, date };
  return date;
}
