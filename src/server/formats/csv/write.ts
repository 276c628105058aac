import { guardFormula } from "../../../protocol/formula-guard.ts";
import { lineFrom } from "../../domain/bank-values.ts";
import { amountIn } from "../decimal.ts";
import type { StatementStream, WritableHead, WritableTransaction } from "../statement.ts";
import { writtenCurrency } from "../written-values.ts";
import type { CsvMapping, CsvRole } from "./csv-mapping.ts";

type Column = {
  name: string;
  role: CsvRole | null;
  /** The text of a row's cell. */
  cell(row: WritableTransaction, head: WritableHead): string | null;
  /** Whether the cell is a number, a day or a fixed word, which needs no guard against formulas. */
  isOwn?: true;
  maxLength?: number;
};

/** The ordered columns of a file. The reader recognizes their names. */
const COLUMNS: readonly Column[] = [
  { name: "date", role: "date", cell: ({ date }) => date, isOwn: true },
  {
    name: "amount",
    role: "amount",
    cell: ({ amount, currency }, { account }) => amountIn(currency ?? account.currency, amount),
    isOwn: true,
  },
  {
    name: "currency",
    role: "currency",
    cell: ({ currency }, { account }) => writtenCurrency(currency ?? account.currency),
  },
  { name: "description", role: "description", cell: ({ description }) => description },
  { name: "payee", role: "payee", cell: ({ payee }) => payee },
  { name: "memo", role: "memo", cell: ({ memo }) => memo },
  { name: "category", role: "category", cell: ({ category }) => category, maxLength: 500 },
  {
    name: "status",
    role: "status",
    cell: ({ pending }) => (pending ? "pending" : "booked"),
    isOwn: true,
  },
  { name: "id", role: "id", cell: ({ id }) => id, maxLength: 256 },
  { name: "reference", role: "reference", cell: ({ reference }) => reference, maxLength: 256 },
  {
    name: "check_number",
    role: "checkNumber",
    cell: ({ checkNumber }) => checkNumber,
    maxLength: 100,
  },
  { name: "made_date", role: "madeDate", cell: ({ madeDate }) => madeDate, isOwn: true },
  { name: "value_date", role: "valueDate", cell: ({ valueDate }) => valueDate, isOwn: true },
  {
    name: "counterparty_account",
    role: "counterpartyAccount",
    cell: ({ counterpartyAccount }) => counterpartyAccount,
    maxLength: 100,
  },
  {
    name: "account",
    role: "account",
    cell: (_, { account }) => account.id ?? account.iban,
    maxLength: 100,
  },
  { name: "account_name", role: null, cell: (_, { account }) => account.name, maxLength: 200 },
];

const NAMES = COLUMNS.map(({ name }) => name);

/** Whether a text begins as a file written here does. */
export const isOwnCsv = (head: string): boolean => /^[^\r\n]*/.exec(head)?.[0] === NAMES.join(",");

/** Whether a header has the column names of a file written by this project. */
export const isOwnHeader = (header: readonly string[]): boolean => header.join() === NAMES.join();

/** The mapping of a file written here. */
export const OWN_MAPPING: CsvMapping = {
  delimiter: ",",
  skippedRows: 1,
  dateOrder: "YMD",
  decimalMark: ".",
  isNegated: false,
  columns: Object.fromEntries(COLUMNS.flatMap(({ role }, at) => (role ? [[role, at]] : []))),
};

/**
 * Writes statements as CSV (RFC 4180), piece by piece. A text that a spreadsheet would read as a
 * formula gets a leading quote. The reader removes the quote.
 */
export async function* writeCsv(statements: readonly StatementStream[]): AsyncGenerator<string> {
  yield `${NAMES.join(",")}\r\n`;
  for (const { transactions, ...head } of statements)
    for await (const row of transactions)
      yield `${COLUMNS.map((column) => writeCell(column, row, head)).join(",")}\r\n`;
}

function writeCell(
  { cell, isOwn, maxLength }: Column,
  row: WritableTransaction,
  head: WritableHead,
): string {
  const value = cell(row, head);
  if (value === null || isOwn) return value ?? "";
  const text = guardFormula(lineFrom(value, maxLength) ?? "");
  return /[",;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
