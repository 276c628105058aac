import { FormatError } from "../format-error.ts";
import { type DateOrder, parseDay } from "../locale-values.ts";
import { decideDateOrder, decideDecimalMark } from "../locale-votes.ts";
import { outOfPair, plainWord } from "./cell-words.ts";
import { currencyOf } from "./column-kinds.ts";
import { currencyInName, plainName, SIGNS } from "./column-names.ts";
import type { CsvDoubt, CsvGuess, CsvMapping } from "./csv-mapping.ts";
import { eachRow } from "./csv-rows.ts";
import { findTable, isTransaction, type Table } from "./find-table.ts";
import { type ColumnGuess, guessColumns } from "./guess-columns.ts";
import { guessSign, type SignGuess } from "./guess-sign.ts";
import { type Proof, proofOf, proveMapping } from "./prove-mapping.ts";
import { isOwnHeader, OWN_MAPPING } from "./write.ts";

/** How many rows are shown to the user. */
const PREVIEW_ROWS = 5;

/**
 * Guesses how the rows of a CSV file are read: delimiter and columns from its first rows, the order of dates and the
 * decimal mark from all of them. The balances of the file decide between several readings. Throws a FormatError if no row
 * has a date and an amount.
 */
export function guessMapping(text: string): CsvGuess {
  const table = findTable(text);
  if (!table) throw new FormatError("NO_STATEMENT", { expected: "rows with a date and an amount" });
  const { header } = table;
  const rows = table.rows.filter(isTransaction);
  const preview = rows.slice(0, PREVIEW_ROWS);
  if (isOwnHeader(header))
    return {
      ...{ mapping: OWN_MAPPING, confidence: 1, doubts: [], header, preview },
      ...{ isProven: false, mismatch: null, currency: null },
    };
  const columns = guessColumns(header, rows);
  const draft = draftOf(text, table, columns);
  const sign = columns.hasSigns
    ? { isNegated: false, isSure: true }
    : guessSign(rows, draft.mapping, header.map(plainName));
  const drafted = {
    ...draft.mapping,
    ...pairSigns(rows, draft.mapping),
    ...outWords(rows, draft.mapping),
    isNegated: sign.isNegated,
    ...accountsOf(draft.mapping, table),
  };
  const { mapping: proven, proof } = proveMapping(drafted, columns, table.rows, header);
  const isProven = proof.at === "confirmed";
  const isOwed = isProven && isCardByWords(proven, sign);
  const mapping = isOwed ? { ...proven, isNegated: true } : proven;
  const order = isProven ? orderByBalances(mapping, table, proof) : null;
  const hasDirection =
    mapping.columns.debit !== undefined || mapping.columns.direction !== undefined;
  const doubts: CsvDoubt[] = [
    ...(columns.isSure || isPlain(mapping, columns, isProven) ? [] : ["columns" as const]),
    ...(draft.isOrderSure || order !== null ? [] : ["dateOrder" as const]),
    ...(draft.isMarkSure ? [] : ["decimalMark" as const]),
    ...(isOwed || !(sign.isSure || isProven || hasDirection) ? ["sign" as const] : []),
    ...(isProven || !isMixed(mapping, rows) ? [] : ["currencies" as const]),
    ...(proof.at === "contradicted" ? ["balance" as const] : []),
  ];
  return {
    mapping: order === null ? mapping : { ...mapping, dateOrder: order },
    ...{ confidence: 1 / (1 + doubts.length), doubts, isProven, header, preview },
    mismatch: proof.at === "contradicted" ? proof.mismatch : null,
    currency: mapping.columns.currency === undefined ? currencyHint(header, rows, mapping) : null,
  };
}

/**
 * Whether a table without names that are known has one reading: a column of days, and amounts that the balances confirm
 * or that are alone next to their direction.
 */
function isPlain({ columns }: CsvMapping, { kinds, amounts }: ColumnGuess, isProven: boolean) {
  const days = kinds.filter(({ kind }) => kind === "date").length;
  const hasText = [columns.description, columns.payee, columns.memo].some((at) => at !== undefined);
  const isAlone = amounts.length === 1 && columns.direction !== undefined;
  return days === 1 && hasText && (isProven || isAlone);
}

/** The mapping by names and cells, with the order of dates and the decimal mark that all rows decide. */
function draftOf(
  text: string,
  { delimiter, skippedRows, header }: Table,
  { columns, amounts: places }: ColumnGuess,
): { mapping: CsvMapping; isOrderSure: boolean; isMarkSure: boolean } {
  const { date = -1 } = columns;
  const days: string[] = [];
  const amounts = new Set<string>();
  eachRow(text, delimiter, (cells, _, place) => {
    const day = cells[date]?.trim() ?? "";
    if (place < skippedRows || day === "") return;
    if (day !== days.at(-1)) days.push(day);
    for (const at of places) if (cells[at]) amounts.add(cells[at]);
  });
  const isEastern = EASTERN.test(header.join(""));
  const hasComma = !isEastern && (delimiter === ";" || delimiter === "\t");
  const mark = decideDecimalMark([...amounts], hasComma ? "," : ".");
  const order = decideDateOrder(days, mark.value === "," ? "DMY" : "MDY");
  return {
    mapping: {
      ...{ delimiter, skippedRows, columns, isNegated: false },
      ...{ dateOrder: order.value, decimalMark: mark.value },
    },
    // A decimal comma is of countries in which the day comes first.
    isOrderSure: order.isSure || (order.value === "DMY" && mark.value === "," && mark.isSure),
    isMarkSure: mark.isSure || (isEastern && mark.value === "."),
  };
}

/** Scripts of countries that write no decimal comma. */
const EASTERN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Hebrew}]/u;

/**
 * Whether all words are those of a card whose balances confirm the opposite sign: they do so where they are what is owed,
 * too.
 */
const isCardByWords = ({ columns, isNegated }: CsvMapping, sign: SignGuess): boolean =>
  columns.amount !== undefined &&
  columns.direction === undefined &&
  !isNegated &&
  sign.isNegated &&
  sign.isSure;

type Rows = readonly (readonly string[])[];

/** The columns of a pair whose amounts have a minus by habit; the other sign is a reversal. */
function pairSigns(
  rows: Rows,
  { columns: { debit, credit } }: CsvMapping,
): Pick<CsvMapping, "negativeColumns"> {
  if (debit === undefined || credit === undefined) return {};
  const isMostlyNegative = (at: number) => {
    const cells = rows.map((row) => row[at]?.trim() ?? "").filter((cell) => /[1-9]/.test(cell));
    const negative = cells.filter((cell) => /^[^\d]*[-−–▲△(]|[-−–]\D*$/.test(cell)).length;
    return negative * 2 > cells.length;
  };
  return {
    negativeColumns: [
      ...(isMostlyNegative(debit) ? (["debit"] as const) : []),
      ...(isMostlyNegative(credit) ? (["credit"] as const) : []),
    ],
  };
}

/** The word for money out of a direction's column whose letters mean something together alone. */
function outWords(
  rows: Rows,
  { columns: { direction } }: CsvMapping,
): Pick<CsvMapping, "outWords"> {
  if (direction === undefined) return {};
  const out = outOfPair([...new Set(rows.map((row) => plainWord(row[direction] ?? "")))]);
  return out === null ? {} : { outWords: [out] };
}

/**
 * Several currencies are accounts of their own if the balances of each agree, and those of all do not; else they are
 * the currencies of rows.
 */
function accountsOf(
  mapping: CsvMapping,
  { rows, header }: Table,
): Pick<CsvMapping, "isOneAccount"> {
  if (!isMixed(mapping, rows)) return {};
  const one = proofOf({ ...mapping, isOneAccount: true }, rows, header);
  const many = proofOf(mapping, rows, header);
  const isApart = one.broken > many.broken || (many.at === "confirmed" && one.at !== "confirmed");
  return isApart ? {} : { isOneAccount: true };
}

function isMixed({ columns: { currency } }: CsvMapping, rows: Rows): boolean {
  if (currency === undefined) return false;
  const codes = new Set(rows.map((row) => row[currency]?.trim() ?? "").filter(Boolean));
  return codes.size > 1;
}

/** The order of days in which the rows go one way in time, as their balances do; null if both orders do. */
function orderByBalances(mapping: CsvMapping, { rows }: Table, { order }: Proof): DateOrder | null {
  const { date } = mapping.columns;
  if (date === undefined || order === null || order === "any" || mapping.dateOrder === "YMD")
    return null;
  const turns = (dateOrder: DateOrder): number => {
    const days = rows.flatMap((row) => parseDay(row[date] ?? "", dateOrder) ?? []);
    if (order === "newest first") days.reverse();
    return days.filter((day, at) => day < (days[at - 1] ?? "")).length;
  };
  const [dayFirst, monthFirst] = [turns("DMY"), turns("MDY")];
  if (dayFirst === monthFirst) return null;
  return dayFirst < monthFirst ? "DMY" : "MDY";
}

/** The currency that the name of the amount's column says, or the sign next to all amounts. */
function currencyHint(
  header: readonly string[],
  rows: Rows,
  { columns }: CsvMapping,
): string | null {
  const places = [columns.amount, columns.debit, columns.credit, columns.balance];
  for (const at of places) {
    if (at === undefined) continue;
    const code = currencyInName(header[at] ?? "");
    const named = code === null ? null : currencyOf(code);
    if (named !== null) return named;
    const cells = rows.map((row) => row[at]?.trim() ?? "").filter((cell) => /\d/.test(cell));
    const signs = new Set(cells.map((cell) => cell.replaceAll(/[\d.,\s()'’+−–-]/g, "")));
    const [sign = ""] = signs;
    if (signs.size === 1 && sign !== "") return SIGNS[sign] ?? currencyOf(sign);
  }
  return null;
}
