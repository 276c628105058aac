import {
  type AccountNumber,
  type Amount,
  type Currency,
  type Day,
  ibanFrom,
  lineFrom,
} from "../../domain/bank-values.ts";
import { absolute, amountNegated, ZERO } from "../decimal.ts";
import { accountNumberIn, currencyIn, idIn } from "../file-values.ts";
import { FormatError } from "../format-error.ts";
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
type Rows = {
  id: AccountNumber | null;
  currency: Currency | null;
  transactions: StatementTransaction[];
  balances: (Amount | null)[];
};

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
      const { currency } = transaction;
      const id = accountNumberIn(cellOf(row, mapping, "account"), { line, field: "account" });
      const key = `${currency ?? ""}\n${id ?? ""}`;
      const rows = byAccount.get(key) ?? { id, currency, transactions: [], balances: [] };
      byAccount.set(key, rows);
      rows.transactions.push({ ...transaction, currency: null });
      rows.balances.push(parseCell(cellOf(row, mapping, "balance") ?? "", mapping.decimalMark));
    },
    onRead,
  );
  if (byAccount.size === 0)
    throw new FormatError("NO_STATEMENT", { expected: "rows with a date and an amount" });
  return [...byAccount.values()].map(statementOf);
}

function statementOf(rows: Rows): Statement {
  const { id, currency, transactions } = rows;
  const days = transactions.map(({ date }) => date);
  return {
    account: {
      id,
      iban: id === null ? null : ibanFrom(id),
      bankId: null,
      name: null,
      type: null,
      currency,
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
    pending ? [] : [{ date, amount, balance: balances[at] ?? null }],
  );
  const chain = chainOf(booked);
  const date = booked.reduce<Day | null>(
    (most, { date: day }) => (most === null || day > most ? day : most),
    null,
  );
  if (isConfirmed(chain))
    return chain.closing === null ? [] : [{ kind: "closing", amount: chain.closing, date }];
  const newest = (booked.at(-1)?.date ?? "") >= (booked[0]?.date ?? "") ? booked.at(-1) : booked[0];
  return newest?.balance ? [{ kind: "closing", amount: newest.balance, date: newest.date }] : [];
}

function transactionOf(row: Row, mapping: CsvMapping): StatementTransaction | null {
  const { line } = row;
  const cell = (role: CsvRole) => cellOf(row, mapping, role);
  const text = (role: CsvRole) => lineFrom(cell(role));
  const status = statusOf(cell("status") ?? "");
  if (status === "dropped" || (isBlank(row, mapping) && !isDay(dateOf(row, mapping) ?? "")))
    return null;
  return {
    date: dayOf(row, mapping, cell("date") === null ? "madeDate" : "date"),
    valueDate: optionalDay(row, mapping, "valueDate"),
    madeDate: optionalDay(row, mapping, "madeDate"),
    amount: amountOf(row, mapping),
    currency: currencyIn(cell("currency"), { line, field: "currency" }),
    pending: status === "pending",
    id: idIn(cell("id"), { line, field: "id" }),
    reference: text("reference"),
    checkNumber: text("checkNumber"),
    code: null,
    description: text("description"),
    payee: text("payee"),
    memo: text("memo"),
    counterpartyAccount: accountNumberIn(cell("counterpartyAccount"), {
      line,
      field: "counterpartyAccount",
    }),
    category: text("category"),
    line,
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

function dayOf(row: Row, mapping: CsvMapping, role: "date" | "valueDate" | "madeDate"): Day {
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

const optionalDay = (row: Row, mapping: CsvMapping, role: "valueDate" | "madeDate"): Day | null =>
  cellOf(row, mapping, role) === null ? null : dayOf(row, mapping, role);

function amountOf(row: Row, mapping: CsvMapping): Amount {
  const { debit, credit } = mapping.columns;
  const outgoing = isOutgoing(cellOf(row, mapping, "direction") ?? "");
  if (debit === undefined || credit === undefined) {
    const amount = parsedAmount(row, mapping, "amount") ?? missingAmount(row);
    const signed = outgoing === null ? amount : withSign(outgoing, amount);
    return mapping.isNegated ? amountNegated(signed) : signed;
  }
  const [out, into] = [parsedAmount(row, mapping, "debit"), parsedAmount(row, mapping, "credit")];
  if (out === null && into === null) return missingAmount(row);
  return into !== null && into !== "0" ? into : withSign(true, out ?? ZERO);
}

function withSign(isNegative: boolean, amount: Amount): Amount {
  return isNegative ? amountNegated(absolute(amount)) : absolute(amount);
}

function missingAmount({ line }: Row): never {
  throw new FormatError("MISSING_FIELD", { line, field: "amount" });
}

function parsedAmount(
  row: Row,
  mapping: CsvMapping,
  role: "amount" | "debit" | "credit",
): Amount | null {
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
