import { unguardFormula } from "../../../protocol/formula-guard.ts";
import {
  type Amount,
  accountNumberFrom,
  type Day,
  type Line,
  lineFrom,
} from "../../domain/bank-values.ts";
import { absolute, amountNegated, ZERO } from "../decimal.ts";
import { type Sum, sumText, toSum } from "../decimal-sum.ts";
import { idIn } from "../file-values.ts";
import { FormatError } from "../format-error.ts";
import { type DecimalMark, directionMark, parseCell, parseDay } from "../locale-values.ts";
import type { StatementTransaction } from "../statement.ts";
import { isNeutral, isOutgoing, plainWord, readStatus } from "./cell-words.ts";
import { ownCurrencyIn } from "./column-kinds.ts";
import type { CsvMapping, CsvRole } from "./csv-mapping.ts";
import { isAmount, isDay } from "./csv-rows.ts";
import { datedLineKind, type LineKind, lineKind } from "./line-words.ts";

/** A row of a file, and its first line. */
export type Row = { cells: readonly string[]; line: number };

/**
 * The meaning of a row: a transaction, a balance or total by its words, a row without an amount, or
 * none of these.
 */
export type RowReading =
  | {
      at: "transaction";
      transaction: StatementTransaction;
      balance: Amount | null;
      /** Whether the row's words mean a total. A shop's name may contain these words. */
      isTotal: boolean;
      /** Whether the row has money in the outflow and the inflow column. */
      hasBothColumns: boolean;
    }
  | {
      at: "line";
      kind: LineKind | null;
      amount: Amount | null;
      date: Day | null;
      /** Whether the row's cells are in the table's columns. */
      isInColumns: boolean;
    }
  | { at: "undated" }
  | { at: "without amount"; balance: Amount | null; date: Day };

/**
 * Reads a row by a mapping. In a file written by this project, each dated row is a transaction.
 * Throws a FormatError for a wrong date or amount.
 */
export function readRow(row: Row, mapping: CsvMapping, isOwn = false): RowReading {
  const cell = (role: CsvRole) => readCell(row, mapping, role);
  const dateRole = cell("date") === null ? "madeDate" : "date";
  const found = cell(dateRole) ?? "";
  const isBlank = !hasFee(row, mapping) && AMOUNTS.every((role) => !/\d/.test(cell(role) ?? ""));
  const day = parseDay(found, mapping.dateOrder);
  if (day === null) {
    const kind = lineKind(row.cells);
    if (isBlank || kind !== null)
      return { at: "line", kind, ...balanceOfLine(row, kind, mapping), isInColumns: false };
    // Another text in this cell is a title.
    if (/\d/.test(found) && !/\p{L}{3}/u.test(found)) readDay(row, mapping, dateRole);
    return { at: "undated" };
  }
  if (readStatus(cell("status") ?? "") === "dropped") return LEFT_OUT;
  if (isNeutral(cell("direction") ?? "")) return LEFT_OUT;
  const texts = TEXTS.map(cell);
  // Some banks write balances with the other decimal mark.
  const readBalance = () =>
    parseCell(cell("balance") ?? "", mapping.decimalMark) ??
    parseCell(cell("balance") ?? "", mapping.decimalMark === "," ? "." : ",");
  if (isBlank) {
    const [kind, balance] = [lineKind(row.cells), readBalance()];
    // A balance before all rows proves the first row.
    const isStep = kind === null || (kind === "opening" && balance !== null);
    return isStep ? { at: "without amount", balance, date: day } : LEFT_OUT;
  }
  const amount = readAmount(row, mapping);
  const own = TEXT_ROLES.map(cell).filter((text) => text !== null);
  const isPlain = cell("payee") === null || new Set(own).size === 1;
  // The text of a row may be in a column without a meaning.
  const all = own.length === 0 ? row.cells : [...texts, cell("reference")];
  const kind = isPlain && !isOwn ? datedLineKind(all) : null;
  const isTotal = kind === "total";
  if (kind !== null && !isTotal) return { at: "line", kind, amount, date: day, isInColumns: true };
  const transaction = readTransaction(row, mapping, day, amount);
  const hasBothColumns = (["debit", "credit"] as const).every((role) =>
    /[1-9]/.test(cell(role) ?? ""),
  );
  return { at: "transaction", transaction, balance: readBalance(), isTotal, hasBothColumns };
}

/** A row without a transaction and without a balance. */
const LEFT_OUT: RowReading = {
  at: "line",
  kind: null,
  amount: null,
  date: null,
  isInColumns: true,
};

/**
 * The amount and the day in a line of a balance, in any column. A word for debit next to the amount
 * makes it negative.
 */
function balanceOfLine(
  { cells }: Row,
  kind: LineKind | null,
  { decimalMark, dateOrder }: CsvMapping,
): { amount: Amount | null; date: Day | null } {
  const at = cells.findLastIndex(isAmount);
  const found =
    kind === "opening" || kind === "closing" ? parseCell(cells[at] ?? "", decimalMark) : null;
  const [date = null] = cells.flatMap((cell) =>
    isDay(cell) ? (parseDay(cell, dateOrder) ?? []) : [],
  );
  const isDebit = isOutgoing(cells[at + 1] ?? "") === true;
  return { amount: found !== null && isDebit ? amountNegated(absolute(found)) : found, date };
}

/** Whether a row has a fee, with or without an amount. */
const hasFee = (row: Row, mapping: CsvMapping): boolean =>
  /[1-9]/.test(readCell(row, mapping, "fee") ?? "");

const AMOUNTS = ["amount", "debit", "credit"] as const;
const TEXT_ROLES = ["description", "payee", "memo"] as const;
const TEXTS = ["description", "payee", "memo", "category"] as const;

function readTransaction(
  row: Row,
  mapping: CsvMapping,
  date: Day,
  amount: Amount,
): StatementTransaction {
  const { line } = row;
  const cell = (role: CsvRole) => readCell(row, mapping, role);
  const text = (role: CsvRole) => lineFrom(cell(role));
  return {
    date,
    valueDate: optionalDay(row, mapping, "valueDate"),
    madeDate: optionalDay(row, mapping, "madeDate"),
    amount,
    currency: ownCurrencyIn(cell("currency"), line),
    pending: isPending(row, mapping),
    id: idIn(cell("id"), { line, field: "id" }),
    reference: text("reference"),
    checkNumber: text("checkNumber"),
    code: null,
    description: text("description"),
    payee: toPayee(text("payer"), text("payee"), amount),
    memo: text("memo"),
    counterpartyAccount: accountNumberFrom(cell("counterpartyAccount") ?? ""),
    category: text("category"),
    line,
  };
}

/**
 * A transaction with a blank booking date is pending, like a transaction whose status is pending.
 */
const isPending = (row: Row, mapping: CsvMapping): boolean =>
  readStatus(readCell(row, mapping, "status") ?? "") === "pending" ||
  readCell(row, mapping, "date") === null;

/** The other party: the payee of an outflow, or the payer of an inflow. */
const toPayee = (payer: Line | null, payee: Line | null, amount: Amount): Line | null =>
  amount.startsWith("-") ? (payee ?? payer) : (payer ?? payee);

/**
 * The text of a cell, or null for a blank cell. Removes the quote that this project writes before
 * formulas.
 */
export function readCell(
  { cells }: Pick<Row, "cells">,
  { columns }: Pick<CsvMapping, "columns">,
  role: CsvRole,
): string | null {
  const at = columns[role];
  const cell = at === undefined ? "" : (cells[at] ?? "");
  return unguardFormula(cell.trim()) || null;
}

function readDay(row: Row, mapping: CsvMapping, role: "date" | "valueDate" | "madeDate"): Day {
  const found = readCell(row, mapping, role) ?? "";
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

/** An example date for each order, for error messages. */
export const EXAMPLE_DATES = { YMD: "2026-12-31", DMY: "31/12/2026", MDY: "12/31/2026" };

/** Reads a further day of the row; null if the cell has another text. */
const optionalDay = (row: Row, mapping: CsvMapping, role: "valueDate" | "madeDate"): Day | null => {
  const found = readCell(row, mapping, role);
  return found === null || !isDay(found) ? null : readDay(row, mapping, role);
};

/** The amount of a row with the file's sign, and its fee. */
function readAmount(row: Row, mapping: CsvMapping): Amount {
  const amount = withoutFee(row, mapping);
  const fee = readCell(row, mapping, "fee");
  if (fee === null) return amount;
  const parsed = parseCell(fee, mapping.decimalMark);
  if (parsed === null || parsed === "0") return amount;
  const off: Sum = toSum(absolute(parsed));
  return sumText(toSum(amount) - off);
}

function withoutFee(row: Row, mapping: CsvMapping): Amount {
  const { debit, credit } = mapping.columns;
  if (debit === undefined || credit === undefined) {
    const amount = parsedAmount(row, mapping, "amount") ?? missingAmount(row, mapping);
    const direction = readCell(row, mapping, "direction") ?? "";
    const outgoing = mapping.columns.direction === undefined ? null : isOut(direction, mapping);
    if (outgoing !== null) return withSign(outgoing !== mapping.isNegated, amount);
    // Letters next to an amount determine its direction, regardless of the sign convention.
    const mark = directionMark(readCell(row, mapping, "amount") ?? "");
    if (mark !== null) return withSign(mark === "out", amount);
    return mapping.isNegated ? amountNegated(amount) : amount;
  }
  const amount = amountOfPair(row, mapping);
  return mapping.isNegated ? amountNegated(amount) : amount;
}

/** The amount in the outflow or the inflow column. */
function amountOfPair(row: Row, mapping: CsvMapping): Amount {
  const [out, into] = [parsedAmount(row, mapping, "debit"), parsedAmount(row, mapping, "credit")];
  if (out === null && into === null) return missingAmount(row, mapping);
  const isNegative = (role: "debit" | "credit") => mapping.negativeColumns?.includes(role) ?? false;
  if (into !== null && into !== "0") return isNegative("credit") ? amountNegated(into) : into;
  if (mapping.negativeColumns === undefined) return withSign(true, out ?? ZERO);
  return isNegative("debit") ? (out ?? ZERO) : amountNegated(out ?? ZERO);
}

const isOut = (cell: string, { outWords }: CsvMapping): boolean | null =>
  outWords === undefined ? isOutgoing(cell) : outWords.includes(plainWord(cell));

const withSign = (isNegative: boolean, amount: Amount): Amount =>
  isNegative ? amountNegated(absolute(amount)) : absolute(amount);

/** An example amount with a decimal mark, for error messages. */
export const exampleAmount = (mark: DecimalMark): string => `1234${mark}56`;

function missingAmount(row: Row, mapping: CsvMapping): Amount {
  if (hasFee(row, mapping)) return ZERO;
  const { line } = row;
  const { decimalMark } = mapping;
  throw new FormatError("MISSING_FIELD", {
    line,
    field: "amount",
    expected: exampleAmount(decimalMark),
  });
}

function parsedAmount(
  row: Row,
  mapping: CsvMapping,
  role: "amount" | "debit" | "credit",
): Amount | null {
  const found = readCell(row, mapping, role);
  // A dash is no amount.
  if (found === null || !/[\p{L}\d]/u.test(found)) return null;
  const amount = parseCell(found, mapping.decimalMark);
  if (amount === null)
    throw new FormatError("INVALID_AMOUNT", {
      line: row.line,
      field: role,
      found,
      expected: exampleAmount(mapping.decimalMark),
    });
  return amount;
}
