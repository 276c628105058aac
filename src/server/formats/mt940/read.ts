import { dayFrom } from "../day.ts";
import { parseAmount } from "../decimal.ts";
import { FormatError } from "../format-error.ts";
import { ibanOf } from "../iban.ts";
import type { OnRead } from "../read-share.ts";
import {
  MAX_TRANSACTIONS,
  type Statement,
  type StatementAccount,
  type StatementBalance,
  type StatementTransaction,
} from "../statement.ts";
import { eachLine } from "../text-lines.ts";
import { detailsOf } from "./details.ts";

/** Whether a text is a message of SWIFT's category 9, with the lines before it that some banks add. */
export const isMt940 = (head: string): boolean =>
  /(^|\n|\{4:\s*):20:/.test(head) && /\n:25P?:/.test(head);

/** The longest field: SWIFT permits 6 lines, and banks write some more. */
const MAX_FIELD_LINES = 100;

/** A field: the text of its lines, and the number of the first one. */
type Field = { tag: string; lines: string[]; line: number };

/**
 * Reads the statements of MT940 and MT942. The text of field 86 is taken apart if it has subfields, as in Germany,
 * Poland and the Netherlands.
 */
export function readMt940(text: string, { onRead }: { onRead?: OnRead } = {}): Statement[] {
  const statements: Draft[] = [];
  let field: Field | null = null;
  const endField = () => {
    if (field) addField(statements, field);
    field = null;
  };
  eachLine(
    text,
    (line, number) => {
      const tag = /^(?:\{.*\{4:)?:(\d\d[A-Z]?):/.exec(line);
      if (tag) {
        endField();
        field = { tag: tag[1] ?? "", lines: [line.slice(tag[0].length)], line: number };
      } else if (/^(-\}?.{0,2}|\{.*)$/.test(line.trim())) endField();
      else if (field && field.lines.push(line) > MAX_FIELD_LINES)
        throw new FormatError("VALUE_TOO_LONG", {
          line: field.line,
          field: `:${field.tag}:`,
          expected: `at most ${MAX_FIELD_LINES} lines`,
        });
    },
    onRead,
  );
  endField();
  if (statements.length === 0)
    throw new FormatError("NO_STATEMENT", { expected: "fields :25: and :60F:" });
  return statements.map(statementOf);
}

type Draft = {
  account: StatementAccount;
  balances: StatementBalance[];
  transactions: StatementTransaction[];
  /** Whether a field 86 belongs to the last transaction. */
  isRow: boolean;
};

function addField(statements: Draft[], field: Field): void {
  const { tag, line } = field;
  if (tag === "25" || tag === "25P")
    statements.push({
      account: accountOf(field.lines[0] ?? ""),
      balances: [],
      transactions: [],
      isRow: false,
    });
  const draft = statements.at(-1);
  if (!draft) return;
  const kind = BALANCES[tag];
  if (kind) addBalance(draft, kind, field);
  else if (tag === "61") {
    if (draft.transactions.length >= MAX_TRANSACTIONS)
      throw new FormatError("TOO_MANY_TRANSACTIONS", { expected: `at most ${MAX_TRANSACTIONS}` });
    draft.transactions.push(transactionOf(field));
  } else if (tag === "86" && draft.isRow) {
    const row = draft.transactions.at(-1);
    if (row) Object.assign(row, detailsOf(field.lines, row));
  }
  // Field 34F of MT942 tells the currency in place of a balance.
  const currency = tag === "34F" ? /^[A-Z]{3}/.exec(field.lines[0] ?? "")?.[0] : undefined;
  draft.account.currency ??= currency ?? null;
  draft.isRow = tag === "61" && line > 0;
}

const BALANCES: Readonly<Record<string, StatementBalance["kind"]>> = {
  "60F": "opening",
  "62F": "closing",
  "62M": "closing",
  "64": "available",
};

function addBalance({ account, balances }: Draft, kind: StatementBalance["kind"], field: Field) {
  const found = field.lines[0] ?? "";
  const [, sign, date, currency, number] =
    /^([CD])(\d{6})([A-Z]{3})?([\d.,]+)\s*$/.exec(found) ?? [];
  const amount = number === undefined ? null : parseAmount(`${sign === "D" ? "-" : ""}${number}`);
  if (amount === null)
    throw new FormatError("INVALID_AMOUNT", {
      line: field.line,
      field: `:${field.tag}:`,
      found,
      expected: "C261231EUR1234,56",
    });
  account.currency ??= currency ?? null;
  balances.push({ kind, amount, date: dayOf(date ?? "", field) });
}

/** The parts of field 25: bank/account, an IBAN, or an account alone, mostly with its currency behind it. */
function accountOf(text: string): StatementAccount {
  const [, number = "", currency] = /^(.*?\d)\s*([A-Z]{3})?$/.exec(text.trim()) ?? [
    null,
    text.trim(),
  ];
  const parts = number.split("/");
  const id = parts.at(-1) ?? "";
  return {
    id: id || null,
    iban: ibanOf(id),
    bankId: parts.length > 1 ? (parts[0] ?? null) : null,
    name: null,
    type: null,
    currency: currency ?? null,
  };
}

function statementOf({ account, balances, transactions }: Draft): Statement {
  const days = transactions.map(({ date }) => date);
  return {
    account,
    from: days.reduce<string | null>((a, day) => (a !== null && a < day ? a : day), null),
    to: days.reduce<string | null>((a, day) => (a !== null && a > day ? a : day), null),
    balances,
    transactions,
  };
}

/** The value date, the day of booking, the sign, the amount, the type, and the references behind them. */
const ROW = /^(\d{6})(\d{4}| {4})?([ER]?)([CD])[A-Z]?\s?(\d[\d.,]*)([A-Z][A-Z\d]{3})?(.*)$/;

function transactionOf(field: Field): StatementTransaction {
  const [found = "", supplement = ""] = field.lines;
  const [all, value = "", booked, reversal, sign, number = "", code, references = ""] =
    ROW.exec(found.trim()) ?? [];
  if (all === undefined)
    throw new FormatError("BROKEN_STRUCTURE", {
      line: field.line,
      field: ":61:",
      expected: "2612311231D1234,56NTRFREFERENCE//BANKREFERENCE",
    });
  const isOut = (sign === "D") !== (reversal === "R");
  const amount = parseAmount(`${isOut ? "-" : ""}${number}`);
  if (amount === null)
    throw new FormatError("INVALID_AMOUNT", { line: field.line, field: ":61:", found: number });
  const [reference = "", id = ""] = references.split("//");
  const valueDate = dayOf(value, field);
  return {
    date:
      booked === undefined || booked.trim() === ""
        ? valueDate
        : bookedDay(valueDate, booked, field),
    valueDate,
    madeDate: null,
    amount,
    currency: null,
    pending: false,
    id: referenceOf(id),
    reference: referenceOf(reference),
    checkNumber: code === "NCHK" || code === "NCHG" ? referenceOf(reference) : null,
    code: code ?? null,
    description: supplement.trim() || null,
    payee: null,
    memo: null,
    counterpartyAccount: null,
    category: null,
    line: field.line,
  };
}

const referenceOf = (text: string): string | null =>
  /^(NONREF)?$/.test(text.trim()) ? null : text.trim();

function dayOf(digits: string, { line, tag }: Field): string {
  const year = Number(digits.slice(0, 2));
  // Interest knows a 30th of February.
  const isThirtieth = /0230$/.test(digits);
  const day = dayFrom(
    year < 80 ? 2000 + year : 1900 + year,
    Number(digits.slice(2, 4)),
    isThirtieth ? 28 : Number(digits.slice(4, 6)),
  );
  if (day === null)
    throw new FormatError("INVALID_DATE", {
      line,
      field: `:${tag}:`,
      found: digits,
      expected: "YYMMDD",
    });
  return day;
}

/** The day of booking, which has no year: that of the value date, or the year before or after around its turn. */
function bookedDay(valueDate: string, monthDay: string, field: Field): string {
  const month = Number(monthDay.slice(0, 2));
  const distance = month - Number(valueDate.slice(5, 7));
  const turn = distance > 6 ? -1 : distance < -6 ? 1 : 0;
  const year = Number(valueDate.slice(0, 4)) + turn;
  const day = dayFrom(year, month, Number(monthDay.slice(2)));
  if (day === null)
    throw new FormatError("INVALID_DATE", {
      line: field.line,
      field: ":61:",
      found: monthDay,
      expected: "MMDD",
    });
  return day;
}
