import { FormatError } from "../format-error.ts";
import { decideDateOrder, decideDecimalMark } from "../locale-votes.ts";
import type { CsvDoubt, CsvGuess, CsvMapping } from "./csv-mapping.ts";
import { eachRow, isAmount, isDay } from "./csv-rows.ts";
import { guessColumns } from "./guess-columns.ts";
import { isOwnHeader, OWN_MAPPING } from "./write.ts";

const DELIMITERS = [";", ",", "\t", "|"] as const;

/** How much of a file tells the meaning of its columns, in characters. */
const SAMPLE_LENGTH = 100_000;

/** How many rows are shown to the user. */
const PREVIEW_ROWS = 5;

/**
 * Guesses how the rows of a CSV file are read: delimiter and columns from its first rows, the order of dates and the
 * decimal mark from all of them. Throws a FormatError if no row has a date and an amount.
 */
export function guessMapping(text: string): CsvGuess {
  const end = text.length > SAMPLE_LENGTH ? text.lastIndexOf("\n", SAMPLE_LENGTH) : text.length;
  const sample = text.slice(0, end > 0 ? end : SAMPLE_LENGTH);
  const tables = DELIMITERS.map((delimiter) => tableOf(sample, delimiter));
  const table = tables.reduce((best, other) => (other.score > best.score ? other : best));
  const first = table.rows.findIndex(isTransaction);
  if (first < 0)
    throw new FormatError("NO_STATEMENT", { expected: "rows with a date and an amount" });
  const rows = table.rows.slice(first).filter(isTransaction);
  const header = headerOf(table.rows.slice(0, first));
  const preview = rows.slice(0, PREVIEW_ROWS);
  if (isOwnHeader(header))
    return { mapping: OWN_MAPPING, confidence: 1, doubts: [], header, preview };
  const { columns, isSure } = guessColumns(header, rows);
  const mapping = { delimiter: table.delimiter, skippedRows: first, columns, isNegated: false };
  return {
    ...decideFromAllRows(text, mapping, isSure),
    header,
    preview,
  };
}

type Table = { delimiter: CsvMapping["delimiter"]; rows: string[][]; score: number };

/** The rows of a sample, and how well a delimiter fits: the cells of all rows that have the most frequent width. */
function tableOf(sample: string, delimiter: CsvMapping["delimiter"]): Table {
  const rows: string[][] = [];
  try {
    eachRow(sample, delimiter, (cells) => rows.push(cells));
  } catch {
    // The rows up to there tell the columns: the fault is reported when all are read.
  }
  const widths = new Map<number, number>();
  for (const { length } of rows) widths.set(length, (widths.get(length) ?? 0) + 1);
  const scores = [...widths].map(([width, count]) => (width < 2 ? 0 : Math.min(width, 6) * count));
  return { delimiter, rows, score: rows.some(isTransaction) ? Math.max(0, ...scores) : 0 };
}

const isTransaction = (cells: readonly string[]): boolean =>
  cells.some(isDay) && cells.some(isAmount);

/** The names of the columns, if a row before the first transaction has some: the last one without date and amount. */
function headerOf(rows: readonly (readonly string[])[]): string[] {
  const header = rows.findLast((row) => {
    const cells = row.filter((cell) => cell.trim() !== "");
    return cells.length >= 2 && !cells.some(isDay) && !cells.some(isAmount);
  });
  return header?.map((cell) => cell.trim()) ?? [];
}

/** The parts of a guess that all rows decide. */
function decideFromAllRows(
  text: string,
  draft: Omit<CsvMapping, "dateOrder" | "decimalMark">,
  isSure: boolean,
): Pick<CsvGuess, "mapping" | "confidence" | "doubts"> {
  const { columns, delimiter, skippedRows } = draft;
  const { date = -1, amount = -1, debit = -1, credit = -1, balance = -1 } = columns;
  const days: string[] = [];
  const amounts: string[] = [];
  let isSigned = debit >= 0 || columns.direction !== undefined;
  eachRow(text, delimiter, (cells, _, place) => {
    const day = cells[date]?.trim() ?? "";
    if (place < skippedRows || day === "") return;
    days.push(day);
    for (const at of [amount, debit, credit, balance])
      if (at >= 0 && cells[at]) amounts.push(cells[at]);
    isSigned ||= /[-−–(]/.test(cells[amount] ?? "");
  });
  const hasComma = delimiter === ";" || delimiter === "\t";
  const mark = decideDecimalMark(amounts, hasComma ? "," : ".");
  const order = decideDateOrder(days, mark.value === "," ? "DMY" : "MDY");
  const doubts: CsvDoubt[] = [
    ...(isSure ? [] : ["columns" as const]),
    ...(order.isSure ? [] : ["dateOrder" as const]),
    ...(mark.isSure ? [] : ["decimalMark" as const]),
    ...(isSigned ? [] : ["sign" as const]),
  ];
  return {
    mapping: { ...draft, dateOrder: order.value, decimalMark: mark.value },
    confidence: 1 / (1 + doubts.length),
    doubts,
  };
}
