import { ibanFrom } from "../../domain/bank-values.ts";
import { FormatError } from "../format-error.ts";
import { parseDay } from "../locale-values.ts";
import { decideDateOrder, decideDecimalMark } from "../locale-votes.ts";
import { isOutgoing, outOfPair, plainWord } from "./cell-words.ts";
import { currencyHint, onlyCurrency } from "./choose-currency.ts";
import { OTHER_AMOUNT, plainName } from "./column-names.ts";
import type { CsvDoubt, CsvGuess, CsvMapping } from "./csv-mapping.ts";
import { eachRow, isAmount } from "./csv-rows.ts";
import { isMixed, toAccounts } from "./currency-accounts.ts";
import { findTable, isTransaction, type Table } from "./find-table.ts";
import { type ColumnGuess, guessColumns } from "./guess-columns.ts";
import { guessSign, type SignGuess } from "./guess-sign.ts";
import { type LineKind, lineKind } from "./line-words.ts";
import { isOtherMarkProven, orderByBalances } from "./locale-by-balances.ts";
import { placeFee } from "./place-fee.ts";
import { proveMapping, withoutCounters } from "./prove-mapping.ts";
import { titleFacts } from "./title-facts.ts";
import { isOwnHeader, OWN_MAPPING } from "./write.ts";

/** How many rows are shown to the user. */
const PREVIEW_ROWS = 5;

/**
 * Guesses how to read the rows of a CSV file. The first rows give delimiter and columns; all rows
 * give the order of dates and the decimal mark. The file's balances decide between several
 * readings. Throws a FormatError if no row has a date and an amount.
 */
export function guessMapping(text: string): CsvGuess {
  const table = findTable(text);
  if (!table)
    throw new FormatError("NO_STATEMENT", {
      expected: "rows with a date and an amount, as 2026-12-31 and 1234.56",
    });
  const { header } = table;
  const dated = table.rows.filter(isTransaction);
  const preview = dated.slice(0, PREVIEW_ROWS);
  // Lines of balances and totals use other columns.
  const rows = withoutLines(dated);
  if (isOwnHeader(header))
    return {
      ...{ mapping: OWN_MAPPING, confidence: 1, doubts: [], header, preview },
      ...{ isProven: false, mismatch: null, currency: null },
      ...{ openRow: null, feeRow: null, fee: null },
    };
  const columns = guessColumns(header, rows);
  leaveOtherNumbers(columns.columns, table, rows);
  const draft = readDraft(text, table, columns);
  const sign = columns.hasSigns
    ? { isNegated: false, isSure: true }
    : guessSign(rows, draft.mapping, header.map(plainName));
  const drafted = {
    ...draft.mapping,
    ...pairSigns(rows, draft.mapping),
    ...outWords(rows, draft.mapping),
    isNegated: sign.isNegated,
    ...toAccounts(draft.mapping, table),
  };
  const { mapping: found, proof, isOnly } = proveMapping(drafted, columns, table.rows, header);
  // If balances run against days of known order, each balance precedes its row. The balances then
  // confirm the opposite signs.
  const isProven = proof.at === "confirmed" && (proof.isInTime || !draft.isOrderSure);
  const proven = proof.at === "confirmed" && !isProven ? drafted : found;
  const isTurned = proven.columns.debit !== undefined && isPairTurned(proven, drafted);
  const isOwed =
    isProven && (isCardByWords(proven, sign) || (isTurned && columns.pairBy === "words"));
  // Column names for outflows and inflows win over the balances, which are then amounts owed.
  const isOwedByNames = isTurned && columns.pairBy === "names";
  const signed = isOwedByNames ? drafted : isOwed ? { ...proven, isNegated: true } : proven;
  const placed = isProven ? null : placeFee(signed, columns, header, rows);
  const mapping = placed?.mapping ?? signed;
  const order = isProven ? orderByBalances(mapping, table, proof) : null;
  const hasDirection =
    mapping.columns.debit !== undefined || mapping.columns.direction !== undefined;
  const isSigned = sign.isSure || isProven || hasDirection || placed?.isSigned === true;
  const doubts: CsvDoubt[] = [
    ...((columns.isSure || isPlain(mapping, columns, rows, isProven && isOnly)) &&
    !losesMoney(mapping, columns, table.header, rows)
      ? []
      : ["columns" as const]),
    ...(draft.isOrderSure || order !== null ? [] : ["dateOrder" as const]),
    ...(draft.isMarkSure || (isProven && !isOtherMarkProven(mapping, table))
      ? []
      : ["decimalMark" as const]),
    ...(isOwed || proof.openRow || !isSigned || columns.hasReversals ? ["sign" as const] : []),
    ...(placed?.feeRow ? ["fee" as const] : []),
    ...(isProven || !isMixed(mapping, rows) ? [] : ["currencies" as const]),
    ...(proof.at === "contradicted" ? ["balance" as const] : []),
  ];
  return {
    mapping: order === null ? mapping : { ...mapping, dateOrder: order },
    ...{ confidence: 1 / (1 + doubts.length), doubts, isProven, header, preview },
    mismatch: proof.at === "contradicted" ? proof.mismatch : null,
    openRow: proof.openRow,
    feeRow: placed?.feeRow ?? null,
    fee: columns.fee,
    currency:
      mapping.columns.currency === undefined
        ? (columns.currency ?? currencyHint(header, rows, mapping))
        : null,
  };
}

/**
 * Whether a table without known column names has one reading only. One column must have the latest
 * day of each row. The balances must confirm the amounts, or the only amount column must have signs
 * or a direction.
 */
function isPlain(
  { columns, dateOrder }: CsvMapping,
  { kinds, amounts }: ColumnGuess,
  rows: Rows,
  isProven: boolean,
): boolean {
  const places = kinds.flatMap(({ kind }, at) => (kind === "date" ? [at] : []));
  const dayIn = (row: readonly string[], at = -1) => parseDay(row[at] ?? "", dateOrder) ?? "";
  // A payment is booked after it is made.
  const isLast = (row: readonly string[]) =>
    places.every((at) => dayIn(row, at) <= dayIn(row, columns.date));
  const isOneDay = places.length > 0 && rows.every(isLast);
  const hasText = [columns.description, columns.payee, columns.memo].some((at) => at !== undefined);
  const { amount = -1 } = columns;
  const minus = rows.filter((row) => isNegative(row[amount] ?? "")).length;
  const isSigned = minus > 0 && minus < rows.length;
  const isAlone =
    withoutCounters(amounts, rows).length === 1 && (columns.direction !== undefined || isSigned);
  return isOneDay && hasText && (isProven || isAlone);
}

/**
 * The rows without lines of balances and totals. Frequent total lines are transactions, such as
 * those of a shop called Total.
 */
function withoutLines(rows: Rows): Rows {
  const kinds = rows.map(lineKind);
  const totals = kinds.filter((kind) => kind === "total" || kind === "turnover").length;
  const isLine = (kind: LineKind | null) =>
    kind === "opening" || kind === "closing" || (kind !== null && totals * 3 <= rows.length);
  const isWide = (row: readonly string[]) => row.filter(isAmount).length > 1;
  // A row with amounts in more columns than any other row is no payment.
  const isSum = kinds.some((kind, at) => kind === "total" && isWide(rows[at] ?? []));
  const areTotals = isSum && !rows.some((row, at) => kinds[at] !== "total" && isWide(row));
  const own = rows.filter(
    (_, at) => !isLine(kinds[at] ?? null) && !(areTotals && kinds[at] === "total"),
  );
  return own.length === 0 ? rows : own;
}

/** Whether a row would be left out because its amount is in a column without a meaning. */
function losesMoney(
  { columns }: CsvMapping,
  { amounts }: ColumnGuess,
  header: readonly string[],
  rows: Rows,
): boolean {
  const read = [columns.amount, columns.debit, columns.credit, columns.balance, columns.fee];
  const others = withoutCounters(amounts, rows).filter(
    (at) => !read.includes(at) && !OTHER_AMOUNT.test(plainName(header[at] ?? "")),
  );
  const has = (row: readonly string[], at = -1) => /[1-9]/.test(row[at] ?? "");
  return rows.some(
    (row) =>
      ![columns.amount, columns.debit, columns.credit].some((at) => has(row, at)) &&
      others.some((at) => has(row, at)),
  );
}

/** If a title has an IBAN, other account numbers in the rows belong to the other parties. */
function leaveOtherNumbers(columns: CsvMapping["columns"], { titles }: Table, rows: Rows): void {
  const { account, counterpartyAccount } = columns;
  if (account === undefined) return;
  const iban = titleFacts(titles, { decimalMark: ".", dateOrder: "DMY" }).iban;
  const numbers = rows.map((row) => ibanFrom(row[account]?.trim() ?? ""));
  if (iban === null || numbers.includes(null) || numbers.includes(iban)) return;
  delete columns.account;
  if (counterpartyAccount === undefined) columns.counterpartyAccount = account;
}

/**
 * Whether all signs of outflow and inflow columns are reversed: the columns are swapped, or both
 * have a minus.
 */
function isPairTurned(turned: CsvMapping, before: CsvMapping): boolean {
  const has = ({ negativeColumns = [] }: CsvMapping, role: "debit" | "credit") =>
    negativeColumns.includes(role);
  const roles = ["debit", "credit"] as const;
  const isSame = roles.every((role) => turned.columns[role] === before.columns[role]);
  if (isSame) return roles.every((role) => has(turned, role) !== has(before, role));
  const [out, into] = [turned.columns.debit, turned.columns.credit];
  return (
    out === before.columns.credit &&
    into === before.columns.debit &&
    has(turned, "debit") === has(before, "credit") &&
    has(turned, "credit") === has(before, "debit")
  );
}

/** The mapping by names and cells. All rows decide the order of dates and the decimal mark. */
function readDraft(
  text: string,
  { delimiter, skippedRows, header, rows }: Table,
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
  const mark = decideDecimalMark(
    [...amounts],
    hasComma ? "," : ".",
    currencyHint(header, rows, { columns }) ?? onlyCurrency(rows, columns),
  );
  const order = decideDateOrder(days, mark.value === "," ? "DMY" : "MDY");
  const hasHyphens =
    !order.isSure &&
    days.every((day) => /^\d\d-\d\d-\d{4}/.test(day)) &&
    !isOfDollars(header, [...amounts], rows);
  return {
    mapping: {
      ...{ delimiter, skippedRows, columns, isNegated: false },
      ...{ dateOrder: hasHyphens ? "DMY" : order.value, decimalMark: mark.value },
    },
    // Countries with a decimal comma, or with hyphens before a year, write the day first. Amounts
    // in dollars are an exception.
    isOrderSure:
      order.isSure || hasHyphens || (order.value === "DMY" && mark.value === "," && mark.isSure),
    isMarkSure: mark.isSure || (isEastern && mark.value === "."),
  };
}

/** Whether the amounts of a table may be dollars of the United States. */
const isOfDollars = (header: readonly string[], amounts: readonly string[], rows: Rows): boolean =>
  [...header, ...amounts, ...rows.flat()].some((cell) => /\$|\bUSD\b/.test(cell));

/** Scripts of countries that write no decimal comma. */
const EASTERN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Hebrew}]/u;

/**
 * Whether all words belong to a card, and the balances confirm the opposite sign. Balances that are
 * amounts owed do so too.
 */
const isCardByWords = (
  { columns, isNegated, isSignedByBalance }: CsvMapping,
  sign: SignGuess,
): boolean =>
  !isSignedByBalance &&
  columns.amount !== undefined &&
  columns.direction === undefined &&
  !isNegated &&
  sign.isNegated &&
  sign.isSure;

type Rows = readonly (readonly string[])[];

const isNegative = (cell: string): boolean => /^[^\d]*[-−–▲△(]|[-−–]\D*$/.test(cell);

/** The columns of a pair whose usual amounts have a minus. The opposite sign is a reversal. */
function pairSigns(
  rows: Rows,
  { columns: { debit, credit } }: CsvMapping,
): Pick<CsvMapping, "negativeColumns"> {
  if (debit === undefined || credit === undefined) return {};
  const isMostlyNegative = (at: number) => {
    const cells = rows.map((row) => row[at]?.trim() ?? "").filter((cell) => /[1-9]/.test(cell));
    const negative = cells.filter(isNegative).length;
    return negative * 2 > cells.length;
  };
  return {
    negativeColumns: [
      ...(isMostlyNegative(debit) ? (["debit"] as const) : []),
      ...(isMostlyNegative(credit) ? (["credit"] as const) : []),
    ],
  };
}

/**
 * The word for outflows in a direction column whose letters are unclear alone, or which is blank
 * for one direction.
 */
function outWords(
  rows: Rows,
  { columns: { direction } }: CsvMapping,
): Pick<CsvMapping, "outWords"> {
  if (direction === undefined) return {};
  const words = [...new Set(rows.map((row) => plainWord(row[direction] ?? "")))];
  const isRestOut =
    words.includes("") && words.every((word) => !word || isOutgoing(word) === false);
  const out = isRestOut ? "" : outOfPair(words);
  return out === null ? {} : { outWords: [out] };
}
