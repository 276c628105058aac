import { amountNegated } from "../decimal.ts";
import { FormatError } from "../format-error.ts";
import { ibanOf } from "../iban.ts";
import { parseCell, parseDay } from "../locale-values.ts";
import type { OnRead } from "../read-share.ts";
import { chainOf, isConfirmed } from "../running-balance.ts";
import {
  MAX_TRANSACTIONS,
  type Statement,
  type StatementBalance,
  type StatementTransaction,
} from "../statement.ts";
import { isOutgoing, statusOf } from "./cell-words.ts";
import type { CsvMapping, CsvRole } from "./csv-mapping.ts";
import { eachRow, isDay } from "./csv-rows.ts";

type Row = { cells: readonly string[]; line: number };
type Rows = { transactions: StatementTransaction[]; balances: string[] };

/**
 * Reads the rows of a CSV file by a mapping, with a statement for each account and currency that its columns tell. Rows
 * without a date are passed over at the end, where they are totals, and if they have no amount.
 */
export function readCsv(text: string, mapping: CsvMapping, onRead?: OnRead): Statement[] {
  const byAccount = new Map<string, Rows>();
  let count = 0;
  let undatedLine: number | null = null;
  eachRow(
    text,
    mapping.delimiter,
    (cells, line, place) => {
      if (place < mapping.skippedRows) return;
      const row = { cells, line };
      if (dateOf(row, mapping) === null) {
        undatedLine ??= isBlank(row, mapping) ? null : line;
        return;
      }
      const transaction = transactionOf(row, mapping);
      if (!transaction) return;
      if (undatedLine !== null)
        throw new FormatError("MISSING_FIELD", { line: undatedLine, field: "date" });
      if (++count > MAX_TRANSACTIONS)
        throw new FormatError("TOO_MANY_TRANSACTIONS", { expected: `at most ${MAX_TRANSACTIONS}` });
      const key = `${cellOf(row, mapping, "account") ?? ""}\n${transaction.currency ?? ""}`;
      const rows = byAccount.get(key) ?? { transactions: [], balances: [] };
      byAccount.set(key, rows);
      rows.transactions.push({ ...transaction, currency: null });
      rows.balances.push(
        parseCell(cellOf(row, mapping, "balance") ?? "", mapping.decimalMark) ?? "",
      );
    },
    onRead,
  );
  if (byAccount.size === 0)
    throw new FormatError("NO_STATEMENT", { expected: "rows with a date and an amount" });
  return [...byAccount].map(([key, rows]) => statementOf(key, rows));
}

function statementOf(key: string, rows: Rows): Statement {
  const { transactions } = rows;
  const [id = "", currency = ""] = key.split("\n");
  const days = transactions.map(({ date }) => date);
  return {
    account: {
      id: id || null,
      iban: ibanOf(id),
      bankId: null,
      name: null,
      type: null,
      currency: currency || null,
    },
    from: days.reduce((least, day) => (day < least ? day : least)),
    to: days.reduce((most, day) => (day > most ? day : most)),
    balances: closingBalance(rows),
    transactions,
  };
}

/** The balance after the newest booked row: the balances of the lines tell which one that is, else its day does. */
function closingBalance({ transactions, balances }: Rows): readonly StatementBalance[] {
  const booked = transactions.flatMap(({ date, amount, pending }, at) =>
    pending ? [] : [{ date, amount, balance: balances[at] || null }],
  );
  const chain = chainOf(booked);
  const date = booked.reduce((most, { date: day }) => (day > most ? day : most), "");
  if (isConfirmed(chain))
    return chain.closing === null ? [] : [{ kind: "closing", amount: chain.closing, date }];
  const newest = (booked.at(-1)?.date ?? "") >= (booked[0]?.date ?? "") ? booked.at(-1) : booked[0];
  return newest?.balance ? [{ kind: "closing", amount: newest.balance, date: newest.date }] : [];
}

function transactionOf(row: Row, mapping: CsvMapping): StatementTransaction | null {
  const cell = (role: CsvRole) => cellOf(row, mapping, role);
  const status = statusOf(cell("status") ?? "");
  if (status === "dropped" || (isBlank(row, mapping) && !isDay(dateOf(row, mapping) ?? "")))
    return null;
  return {
    date: dayOf(row, mapping, cell("date") === null ? "madeDate" : "date"),
    valueDate: optionalDay(row, mapping, "valueDate"),
    madeDate: optionalDay(row, mapping, "madeDate"),
    amount: amountOf(row, mapping),
    currency: cell("currency")?.toUpperCase() ?? null,
    pending: status === "pending",
    id: cell("id"),
    reference: cell("reference"),
    checkNumber: cell("checkNumber"),
    code: null,
    description: cell("description"),
    payee: cell("payee"),
    memo: cell("memo"),
    counterpartyAccount: cell("counterpartyAccount"),
    category: cell("category"),
    line: row.line,
  };
}

/** The text of a cell; null if it is blank. A quote before a formula is removed, as this project writes one. */
function cellOf({ cells }: Row, { columns }: CsvMapping, role: CsvRole): string | null {
  const at = columns[role];
  const cell = at === undefined ? "" : (cells[at] ?? "");
  return cell.trim().replace(/^'(?='*[=+\-@])/, "") || null;
}

/** The cell of the date; a pending transaction may have but the one on which it was made. */
function dateOf(row: Row, mapping: CsvMapping): string | null {
  const cell = cellOf(row, mapping, "date") ?? cellOf(row, mapping, "madeDate");
  // A word in its place is the title of a total.
  return cell !== null && /\d/.test(cell) ? cell : null;
}

/** Whether a row has no amount. */
const isBlank = (row: Row, mapping: CsvMapping): boolean =>
  (["amount", "debit", "credit"] as const).every((role) => cellOf(row, mapping, role) === null);

function dayOf(row: Row, mapping: CsvMapping, role: "date" | "valueDate" | "madeDate"): string {
  const found = cellOf(row, mapping, role) ?? "";
  const day = parseDay(found, mapping.dateOrder);
  if (day === null)
    throw new FormatError("INVALID_DATE", {
      line: row.line,
      field: role,
      found,
      expected: EXAMPLE_DATES[mapping.dateOrder],
    });
  return day;
}

const EXAMPLE_DATES = { YMD: "2026-12-31", DMY: "31/12/2026", MDY: "12/31/2026" };

const optionalDay = (
  row: Row,
  mapping: CsvMapping,
  role: "valueDate" | "madeDate",
): string | null => (cellOf(row, mapping, role) === null ? null : dayOf(row, mapping, role));

function amountOf(row: Row, mapping: CsvMapping): string {
  const { debit, credit } = mapping.columns;
  const outgoing = isOutgoing(cellOf(row, mapping, "direction") ?? "");
  if (debit === undefined || credit === undefined) {
    const amount = parsedAmount(row, mapping, "amount") ?? missingAmount(row);
    const signed = outgoing === null ? amount : withSign(outgoing, amount);
    return mapping.isNegated ? amountNegated(signed) : signed;
  }
  const [out, into] = [parsedAmount(row, mapping, "debit"), parsedAmount(row, mapping, "credit")];
  if (out === null && into === null) return missingAmount(row);
  return into !== null && into !== "0" ? into : withSign(true, out ?? "0");
}

function withSign(isNegative: boolean, amount: string): string {
  const absolute = amount.replace("-", "");
  return isNegative ? amountNegated(absolute) : absolute;
}

function missingAmount({ line }: Row): never {
  throw new FormatError("MISSING_FIELD", { line, field: "amount" });
}

function parsedAmount(
  row: Row,
  mapping: CsvMapping,
  role: "amount" | "debit" | "credit",
): string | null {
  const found = cellOf(row, mapping, role);
  if (found === null) return null;
  const amount = parseCell(found, mapping.decimalMark);
  if (amount === null)
    throw new FormatError("INVALID_AMOUNT", {
      line: row.line,
      field: role,
      found,
      expected: `1234${mapping.decimalMark}56`,
    });
  return amount;
}
