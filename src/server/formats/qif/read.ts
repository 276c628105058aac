import { type Amount, type Day, lineFrom } from "../../domain/bank-values.ts";
import { FormatError } from "../format-error.ts";
import { type DateOrder, type DecimalMark, parseCell, parseDay } from "../locale-values.ts";
import { decideDateOrder, decideDecimalMark } from "../locale-votes.ts";
import type { OnRead } from "../read-share.ts";
import {
  MAX_TRANSACTIONS,
  type Statement,
  type StatementAccountType,
  type StatementBalance,
  type StatementTransaction,
} from "../statement.ts";
import { eachLine } from "../text-lines.ts";

/** Whether a text begins as QIF does. */
export const isQif = (head: string): boolean => /^\s*!(Type|Account|Option|Clear)\b/i.test(head);

/** The fields of a record by their letters. */
type Fields = Map<string, string>;
type QifRecord = { fields: Fields; line: number };
type Section = { account: Fields; type: string; records: QifRecord[] };

/**
 * Reads the accounts of a QIF file; lists of categories and the like, and investments, are passed over. The order of
 * dates and the decimal mark are decided from the whole file. Throws a FormatError if day and month may change places
 * and `dateOrder` does not decide it.
 */
export function readQif(
  text: string,
  { dateOrder, onRead }: { dateOrder?: DateOrder; onRead?: OnRead } = {},
): Statement[] {
  const sections = sectionsOf(text, onRead);
  const records = sections.flatMap((section) => section.records);
  if (records.length === 0)
    throw new FormatError("NO_STATEMENT", { expected: "!Type:Bank, !Type:CCard or !Type:Cash" });
  const mark = decideDecimalMark(
    records.map(({ fields }) => fields.get("T") ?? ""),
    ".",
  ).value;
  const days = records.map(({ fields }) => fields.get("D") ?? "");
  const order = decideDateOrder(days, mark === "," ? "DMY" : "MDY");
  if (!dateOrder && !order.isSure)
    throw new FormatError("AMBIGUOUS_DATES", { expected: "the order of day and month" });
  const locale = { order: dateOrder ?? order.value, mark };
  return sections.map((section) => statementOf(section, locale));
}

type Locale = { order: DateOrder; mark: DecimalMark };

/** The account types of the sections that are read. */
const ACCOUNT_TYPES: Readonly<Record<string, StatementAccountType | null>> = {
  bank: "checking",
  ccard: "credit card",
  cash: "cash",
  "oth a": null,
  "oth l": null,
};

function sectionsOf(text: string, onRead?: OnRead): Section[] {
  const sections: Section[] = [];
  let account: Fields = new Map();
  let isAccount = false;
  let section: Section | null = null;
  let record: QifRecord = { fields: new Map(), line: 1 };
  let count = 0;
  const endRecord = (line: number) => {
    if (isAccount && record.fields.size > 0) account = record.fields;
    else if (section && record.fields.size > 0) {
      if (++count > MAX_TRANSACTIONS)
        throw new FormatError("TOO_MANY_TRANSACTIONS", { expected: `at most ${MAX_TRANSACTIONS}` });
      section.records.push(record);
    }
    record = { fields: new Map(), line: line + 1 };
  };
  eachLine(
    text,
    (line, number) => {
      const letter = line.charAt(0);
      if (line.trim() === "") return;
      if (letter === "^") return endRecord(number);
      if (letter !== "!") return addField(record, letter, line.slice(1).trim());
      endRecord(number);
      isAccount = /^!Account/i.test(line);
      const type = /^!Type:\s*(.*)$/i.exec(line)?.[1]?.trim().toLowerCase();
      const isRead = type !== undefined && Object.hasOwn(ACCOUNT_TYPES, type);
      section = isRead ? { account, type, records: [] } : null;
      if (section) sections.push(section);
    },
    onRead,
  );
  endRecord(0);
  return sections.filter(({ records }) => records.length > 0);
}

/** Keeps the first of each letter: those that come again belong to the parts of a split. */
function addField({ fields }: QifRecord, letter: string, value: string): void {
  if (value !== "" && !fields.has(letter)) fields.set(letter, value);
}

function statementOf({ account, type, records }: Section, locale: Locale): Statement {
  const name = lineFrom(account.get("N"));
  const isOpening = ({ fields }: QifRecord) =>
    /^opening balance$/i.test(fields.get("P") ?? "") && fields.get("L")?.startsWith("[") === true;
  const rows = records.filter((record) => !isOpening(record));
  const transactions = rows.map((record) => transactionOf(record, locale));
  const days = transactions.map(({ date }) => date);
  return {
    account: {
      id: null,
      iban: null,
      bankId: null,
      name,
      type: ACCOUNT_TYPES[type] ?? null,
      currency: null,
    },
    from: days.reduce<Day | null>((a, day) => (a !== null && a < day ? a : day), null),
    to: days.reduce<Day | null>((a, day) => (a !== null && a > day ? a : day), null),
    balances: records.filter(isOpening).map((record) => openingBalance(record, locale)),
    transactions,
  };
}

const openingBalance = (record: QifRecord, locale: Locale): StatementBalance => ({
  kind: "opening",
  amount: amountOf(record, locale),
  date: dayOf(record, locale),
});

function transactionOf(record: QifRecord, locale: Locale): StatementTransaction {
  const field = (letter: string) => lineFrom(record.fields.get(letter));
  const number = field("N");
  const isCheck = number !== null && /^\d+$/.test(number);
  return {
    date: dayOf(record, locale),
    valueDate: null,
    madeDate: null,
    amount: amountOf(record, locale),
    currency: null,
    pending: false,
    id: null,
    reference: null,
    checkNumber: isCheck ? number : null,
    code: isCheck ? null : number,
    description: null,
    payee: field("P"),
    memo: field("M"),
    counterpartyAccount: null,
    category: field("L"),
    line: record.line,
  };
}

function dayOf({ fields, line }: QifRecord, { order }: Locale): Day {
  const found = fields.get("D");
  if (found === undefined) throw new FormatError("MISSING_FIELD", { line, field: "D" });
  const day = parseDay(found, order);
  if (day === null)
    throw new FormatError("INVALID_DATE", { line, field: "D", found, expected: "12/31/2026" });
  return day;
}

function amountOf({ fields, line }: QifRecord, { mark }: Locale): Amount {
  const found = fields.get("T") ?? fields.get("U");
  if (found === undefined) throw new FormatError("MISSING_FIELD", { line, field: "T" });
  const amount = parseCell(found, mark);
  if (amount === null)
    throw new FormatError("INVALID_AMOUNT", { line, field: "T", found, expected: "-1,234.56" });
  return amount;
}
