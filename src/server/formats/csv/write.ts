import { amountIn } from "../decimal.ts";
import type { StatementStream, WritableHead, WritableTransaction } from "../statement.ts";
import type { CsvMapping, CsvRole } from "./csv-mapping.ts";

type Column = {
  name: string;
  role: CsvRole | null;
  /** The text of a row's cell; a number or a date needs no guard against formulas. */
  cell(row: WritableTransaction, head: WritableHead): string | null;
  isText?: true;
};

/** The columns of a file, in their order; their names are those that the reader knows. */
const COLUMNS: readonly Column[] = [
  { name: "date", role: "date", cell: ({ date }) => date },
  {
    name: "amount",
    role: "amount",
    cell: ({ amount, currency }, { account }) => amountIn(currency ?? account.currency, amount),
  },
  {
    name: "currency",
    role: "currency",
    cell: ({ currency }, { account }) => currency ?? account.currency,
  },
  {
    name: "description",
    role: "description",
    cell: ({ description }) => description,
    isText: true,
  },
  { name: "payee", role: "payee", cell: ({ payee }) => payee, isText: true },
  { name: "memo", role: "memo", cell: ({ memo }) => memo, isText: true },
  { name: "category", role: "category", cell: ({ category }) => category, isText: true },
  { name: "status", role: "status", cell: ({ pending }) => (pending ? "pending" : "booked") },
  { name: "id", role: "id", cell: ({ id }) => id, isText: true },
  { name: "reference", role: "reference", cell: ({ reference }) => reference, isText: true },
  {
    name: "check_number",
    role: "checkNumber",
    cell: ({ checkNumber }) => checkNumber,
    isText: true,
  },
  { name: "made_date", role: "madeDate", cell: ({ madeDate }) => madeDate },
  { name: "value_date", role: "valueDate", cell: ({ valueDate }) => valueDate },
  {
    name: "counterparty_account",
    role: "counterpartyAccount",
    cell: ({ counterpartyAccount }) => counterpartyAccount,
    isText: true,
  },
  {
    name: "account",
    role: "account",
    cell: (_, { account }) => account.id ?? account.iban,
    isText: true,
  },
  { name: "account_name", role: null, cell: (_, { account }) => account.name, isText: true },
];

const NAMES = COLUMNS.map(({ name }) => name);

/** Whether the names of a file's columns are those of a file written here. */
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
 * Writes statements as CSV (RFC 4180), piece by piece. A text that a spreadsheet would take for a formula begins with a
 * quote (CSV injection), which the reader removes.
 */
export async function* writeCsv(statements: readonly StatementStream[]): AsyncGenerator<string> {
  yield `${NAMES.join(",")}\r\n`;
  for (const { transactions, ...head } of statements)
    for await (const row of transactions)
      yield `${COLUMNS.map((column) => cellOf(column, row, head)).join(",")}\r\n`;
}

function cellOf({ cell, isText }: Column, row: WritableTransaction, head: WritableHead): string {
  const value = (cell(row, head) ?? "").replaceAll(/\p{Cc}/gu, " ").trim();
  const text = isText ? value.replace(/^(?='*[=+\-@])/, "'") : value;
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
