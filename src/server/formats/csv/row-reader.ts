import { type Amount, type Currency, lineFrom } from "../../domain/bank-values.ts";
import { amountNegated, ZERO } from "../decimal.ts";
import { accountNumberIn } from "../file-values.ts";
import { FormatError } from "../format-error.ts";
import type { LeaveOut } from "../left-out.ts";
import { chainOf, isConfirmed } from "../running-balance.ts";
import { MAX_ACCOUNTS, MAX_TRANSACTIONS, type StatementTransaction } from "../statement.ts";
import { ownCurrencyIn } from "./column-kinds.ts";
import { OWED_NAME, plainName } from "./column-names.ts";
import { continuedTexts, joinedText, unnamedPlaces, withWholeText } from "./continued-text.ts";
import type { CsvMapping } from "./csv-mapping.ts";
import { isDay } from "./csv-rows.ts";
import { isHeader } from "./find-table.ts";
import { EXAMPLE_DATES, exampleAmount, type Row, readCell, readRow } from "./read-row.ts";
import type { RowGroup } from "./row-group.ts";
import { signByBalances } from "./sign-by-balances.ts";
import { takeLines } from "./take-lines.ts";
import { isOwnHeader } from "./write.ts";

/** Reads the rows of a file one by one, and groups them by account. */
export type RowReader = { take(row: Row): void; end(): RowGroup[] };

/** The maximum share of rows without an amount and a balance that are not faulty. */
const MAX_BLANK = 0.1;

/**
 * Creates a reader of a table's rows, which throws a FormatError for a faulty row. All other lines
 * are left out. The column names show whether the balance is an amount owed, even if the file has
 * no header to skip.
 */
export function createRowReader(
  mapping: CsvMapping,
  leaveOut: LeaveOut,
  header: readonly string[] = [],
  names = header,
): RowReader {
  const groups = new Map<string, RowGroup>();
  const isOwn = isOwnHeader(header);
  const { balance: place = -1 } = mapping.columns;
  const isOwed = OWED_NAME.test(plainName(names[place] ?? ""));
  const signed = (balance: Amount | null) =>
    balance !== null && isOwed ? amountNegated(balance) : balance;
  const unnamed = unnamedPlaces(names, mapping);
  /** The transaction of the row before. */
  let last: StatementTransaction | null = null;
  const undated: number[] = [];
  const blank: number[] = [];
  let count = 0;
  let isOtherTable = false;
  const skip = (line: number): void => leaveOut(new FormatError("NO_TRANSACTION", { line }));
  const take = ({ cells, line }: Row): void => {
    if (cells.every((cell) => cell.trim() === "")) return;
    const row = { cells: withWholeText(cells, mapping, unnamed), line };
    const texts = last && continuedTexts(cells, mapping);
    if (last && texts) {
      last.description = joinedText(last.description, texts.description);
      last.payee = joinedText(last.payee, texts.payee);
      last.memo = joinedText(last.memo, texts.memo);
      return;
    }
    last = null;
    if (!isMaybeDated(row, mapping) && (isHeader(row.cells) || hasNames(row, mapping))) {
      isOtherTable = header.length > 0 && !isSameHeader(row.cells, header, mapping);
      skip(row.line);
      return;
    }
    if (isOtherTable) {
      skip(row.line);
      return;
    }
    const reading = readRow(row, mapping, isOwn);
    if (reading.at === "undated") undated.push(row.line);
    else if (reading.at === "without amount") {
      const balance = signed(reading.balance);
      if (balance === null) blank.push(row.line);
      else {
        readGroup(row).steps.push({ amount: ZERO, balance, date: reading.date });
        skip(row.line);
      }
    } else if (reading.at === "line") {
      const { kind, amount, date, isInColumns } = reading;
      const group = isInColumns ? undefined : [...groups.values()].at(-1);
      if (amount !== null && date !== null && (kind === "opening" || kind === "closing"))
        (group ?? readGroup(row))[kind] ??= { amount, date };
      skip(row.line);
    } else {
      const [line] = undated;
      if (line !== undefined)
        throw new FormatError("MISSING_FIELD", {
          ...{ line, field: "date", expected: EXAMPLE_DATES[mapping.dateOrder] },
        });
      if (++count > MAX_TRANSACTIONS)
        throw new FormatError("TOO_MANY_TRANSACTIONS", { expected: `at most ${MAX_TRANSACTIONS}` });
      const group = readGroup(row);
      const { transactions, balances, steps, totals } = group;
      const { transaction, isTotal, hasBothColumns } = reading;
      const filled = cells.filter((cell) => cell.trim() !== "").length;
      if (isTotal) totals.push({ at: transactions.length, filled, hasBothColumns });
      else group.fewestFilled = Math.min(group.fewestFilled, filled);
      transactions.push(transaction);
      const { description, payee, memo } = transaction;
      const texts = [description, payee, memo].filter((text) => text !== null);
      // A table without names ends with its account's balance and number.
      if (texts.every((text) => names.length === 0 && ACCOUNT_NUMBER.test(text)))
        group.lastWidth = cells.length;
      else {
        group.width = Math.min(group.width, cells.length);
        group.lastWidth = null;
      }
      last = transaction;
      const balance = signed(reading.balance);
      balances.push(balance);
      if (!transaction.pending)
        steps.push({ amount: transaction.amount, balance, date: transaction.date, transaction });
    }
  };
  const readGroup = (row: Row): RowGroup => {
    const { line } = row;
    const number = readCell(row, mapping, "account")?.replace(/^'/, "");
    const id = accountNumberIn(number, { line, field: "account" });
    const product = lineFrom(readCell(row, mapping, "product"));
    const currency = ownCurrencyIn(readCell(row, mapping, "currency"), line);
    const key = JSON.stringify([id, product, mapping.isOneAccount ? null : currency]);
    const known = groups.get(key);
    if (known) return known;
    if (groups.size >= MAX_ACCOUNTS)
      throw new FormatError("TOO_MANY_ACCOUNTS", {
        line: row.line,
        expected: `at most ${MAX_ACCOUNTS}`,
      });
    const group: RowGroup = {
      ...{ id, product, currency, transactions: [], balances: [], steps: [], totals: [] },
      ...{ opening: null, closing: null, width: Number.POSITIVE_INFINITY, lastWidth: null },
      ...{ fewestFilled: Number.POSITIVE_INFINITY, openRow: null },
    };
    groups.set(key, group);
    return group;
  };
  const end = (): RowGroup[] => {
    const [line] = blank;
    const isMuch = blank.length > (blank.length + count) * MAX_BLANK;
    if (line !== undefined && isMuch && ![...groups.values()].some(isProven))
      throw new FormatError("MISSING_FIELD", {
        ...{ line, field: "amount", expected: exampleAmount(mapping.decimalMark) },
      });
    for (const each of [...undated, ...blank]) skip(each);
    if (mapping.isSignedByBalance)
      for (const group of groups.values())
        group.openRow = signByBalances(group.steps, group.opening?.amount ?? null);
    for (const group of groups.values()) for (const each of takeLines(group)) skip(each);
    const all = [...groups.values()].filter(({ transactions }) => transactions.length > 0);
    for (const group of all) nameCurrencies(group);
    return all;
  };
  return { take, end };
}

/**
 * An account number with a final letter, longer than the numbers of shops and phones: 01234
 * 567890A.
 */
const ACCOUNT_NUMBER = /^(\d ?){11,}\p{L}?$/u;

const isMaybeDated = (row: Row, mapping: CsvMapping): boolean =>
  /\d/.test(readCell(row, mapping, "date") ?? "");

/** Whether a row has words in the date and amount columns, like the header of another table. */
const hasNames = (row: Row, mapping: CsvMapping): boolean => {
  const amounts = (["amount", "debit", "credit"] as const).map((role) =>
    readCell(row, mapping, role),
  );
  const isWord = (cell: string | null) => cell !== null && /^[^\d]*\p{L}{2}[^\d]*$/u.test(cell);
  if (row.cells.some(isDay)) return false;
  return isWord(readCell(row, mapping, "date")) && amounts.some(isWord);
};

/** Whether a repeated header has the same names in the date and amount columns. */
function isSameHeader(
  cells: readonly string[],
  header: readonly string[],
  { columns }: CsvMapping,
): boolean {
  const places = [columns.date, columns.amount, columns.debit, columns.credit];
  return places.every((at) => at === undefined || cells[at]?.trim() === header[at]?.trim());
}

/** Whether a group's balances agree without the rows that lack an amount. */
const isProven = ({ transactions, balances }: RowGroup): boolean =>
  isConfirmed(
    chainOf(
      transactions.map(({ amount, date }, at) => ({ amount, date, balance: balances[at] ?? null })),
    ),
  );

/**
 * The account's currency is the most frequent currency of its rows. Rows in another currency keep
 * it.
 */
function nameCurrencies(group: RowGroup): void {
  const counts = new Map<Currency | null, number>();
  for (const row of group.transactions) {
    counts.set(row.currency, (counts.get(row.currency) ?? 0) + 1);
  }
  const [most] = [...counts].reduce((best, other) => (other[1] > best[1] ? other : best));
  group.currency = most;
  for (const row of group.transactions) if (row.currency === most) row.currency = null;
}
