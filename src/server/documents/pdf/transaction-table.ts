import type { AssetReportAccountSummary } from "../../../protocol/reports/asset-report.ts";
import type {
  PrintableHistory,
  PrintableTransaction,
} from "../../domain/asset-reports/printable-report.ts";
import { accountTitle, isDebt, money, monthName, printedDate } from "./printed-text.ts";
import { rule, type Sheet } from "./sheet.ts";
import { COLUMN_NAME } from "./tables.ts";
import { COLOR, ellipsize, PAGE, STYLE, WIDTH, write } from "./typesetting.ts";

const COLUMN = { text: 118, out: 404, in: 484, balance: PAGE.right - 6 } as const;
const TITLE = 20;
const HEAD = 17;
const HEIGHTS = { group: 18, row: 14.5 };

type Row = { transaction: PrintableTransaction; balance: number | null };
type Totals = { out: number; in: number };

/** The number of transactions to process before the event loop serves other work. */
const ROWS_AT_ONCE = 5000;

/** Writes the transactions of an account, newest first, by month. Yields when a page is full, and after many rows. */
export const transactionTable = function* (
  sheet: Sheet,
  account: AssetReportAccountSummary,
  history: PrintableHistory,
): Generator<void> {
  const { pdf, tags } = sheet;
  if (history.transactions.length === 0) {
    sheet.need(TITLE * 2);
    title(sheet, "Transactions", true);
    const place = { x: PAGE.left, y: sheet.y, style: STYLE.body };
    write(sheet, "No transaction in this period.", { ...place, tag: "P" });
    sheet.y += 14;
    return;
  }
  const groups = yield* monthsOf(history);
  const other = PAGE.bottom - PAGE.top - TITLE - HEAD;
  const pages = pageRows(groups, HEIGHTS, { first: sheet.room() - TITLE - HEAD, other });
  let at = -1;
  let hasHead = false;
  for (const parts of pages) {
    at += 1;
    if (at > 0) {
      yield;
      sheet.turn();
    }
    if (parts.length === 0) continue;
    const isFirst = parts[0]?.group === groups[0] && parts[0]?.isContinued === false;
    const of = `Transactions of ${accountTitle(account)}`;
    const isBelowAccount = at === 0;
    title(sheet, isBelowAccount ? "Transactions" : isFirst ? of : `${of}, continued`, !hasHead);
    if (hasHead) columnNames(sheet, account);
    else {
      tags.open("Table");
      tags.within("THead", () => tags.within("TR", () => columnNames(sheet, account, COLUMN_NAME)));
    }
    hasHead = true;
    for (const part of parts) writePart(sheet, part);
    rule(pdf, sheet.y);
  }
  if (hasHead) tags.close();
};

/** The transactions of a month, and their sums in ten-thousandths. */
type Month = RowGroup<Row> & { rows: Row[]; sums: Totals };

/** Attaches the balance to a day's newest booked transaction. Yields after many rows. */
function* monthsOf({
  transactions,
  historical_balances,
}: PrintableHistory): Generator<void, Month[]> {
  const balances = new Map(historical_balances.map(({ date, current }) => [date, current]));
  const datesWithBalance = new Set<string>();
  const months = new Map<string, Month>();
  for (const [at, transaction] of transactions.entries()) {
    if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield;
    const { amount, date, pending } = transaction;
    const hasNoBalance = pending || datesWithBalance.has(date);
    const name = date.slice(0, 7);
    const month = months.get(name) ?? { title: monthName(name), rows: [], sums: { out: 0, in: 0 } };
    months.set(name, month);
    month.rows.push({ transaction, balance: hasNoBalance ? null : (balances.get(date) ?? null) });
    if (pending) continue;
    datesWithBalance.add(date);
    month.sums[amount > 0 ? "out" : "in"] += Math.round(Math.abs(amount) * PARTS);
  }
  return [...months.values()];
}

/** Amounts are summed in ten-thousandths of a unit. */
const PARTS = 10_000;

/**
 * Writes the title. Above the first rows it is in the structure; on further pages it is only
 * visible.
 */
function title(sheet: Sheet, text: string, isFirst: boolean): void {
  const line = ellipsize(sheet.pdf, text, STYLE.subheading, WIDTH);
  const place = { x: PAGE.left, y: sheet.y, style: STYLE.subheading };
  write(sheet, line, { ...place, ...(isFirst && { tag: "H3" }) });
  sheet.y += TITLE;
}

function columnNames(
  sheet: Sheet,
  account: AssetReportAccountSummary,
  tag?: typeof COLUMN_NAME,
): void {
  const { y } = sheet;
  const cell = { y, style: STYLE.columnName, ...tag };
  const isDebtAccount = isDebt(account);
  write(sheet, "Date", { x: PAGE.left, ...cell });
  write(sheet, "Description", { x: COLUMN.text, ...cell });
  write(sheet, isDebtAccount ? "Charged" : "Money out", { right: COLUMN.out, ...cell });
  write(sheet, isDebtAccount ? "Paid" : "Money in", { right: COLUMN.in, ...cell });
  write(sheet, isDebtAccount ? "Owed" : "Balance", { right: COLUMN.balance, ...cell });
  rule(sheet.pdf, y + 12, COLOR.muted);
  sheet.y += HEAD - 4;
}

function writePart(sheet: Sheet, { group, rows, isContinued }: GroupPart<Month>): void {
  const { tags } = sheet;
  const currency = rows[0]?.transaction;
  if (!currency) return;
  const y = sheet.y + 6;
  const style = STYLE.rowStrong;
  const place = { x: PAGE.left, y, style };
  tags.open("TBody");
  if (isContinued) write(sheet, `${group.title}, continued`, place);
  else
    tags.within("TR", () => {
      const header = { tag: "TH", facts: { scope: "Row", span: 2 } } as const;
      write(sheet, group.title, { ...place, ...header });
      for (const side of ["out", "in"] as const) {
        const sum = group.sums[side] / PARTS;
        if (sum > 0)
          write(sheet, money(sum, currency), { right: COLUMN[side], y, style, tag: "TD" });
        else tags.leaf("TD", null);
      }
      tags.leaf("TD", null);
    });
  sheet.y += HEIGHTS.group;
  for (const [at, row] of rows.entries()) writeRow(sheet, row, at % 2 === 0);
  tags.close();
}

function writeRow(sheet: Sheet, { transaction, balance }: Row, isShaded: boolean): void {
  const { pdf, tags } = sheet;
  if (isShaded) pdf.rect(PAGE.left, sheet.y, WIDTH, HEIGHTS.row).fill(COLOR.band);
  const { amount, date, pending } = transaction;
  const style = pending ? STYLE.rowMuted : STYLE.row;
  const y = sheet.y + 3.5;
  tags.open("TR");
  write(sheet, printedDate(date), { x: PAGE.left + 6, y, style, tag: "TD" });
  const right = amount > 0 ? COLUMN.out : COLUMN.in;
  const amountText = money(Math.abs(amount), transaction);
  const mark = pending ? " (pending)" : "";
  // Measured in the row's style, in which the date was just written.
  const width = right - pdf.widthOfString(amountText + mark) - 12 - COLUMN.text;
  const words = ellipsize(pdf, describe(transaction), style, width);
  write(sheet, `${words}${mark}`, { x: COLUMN.text, y, style, tag: "TD" });
  if (amount <= 0) tags.leaf("TD", null);
  write(sheet, amountText, { right, y, style, tag: "TD" });
  if (amount > 0) tags.leaf("TD", null);
  const end = { right: COLUMN.balance, y, style: STYLE.rowMuted };
  if (balance === null) tags.leaf("TD", null);
  else write(sheet, money(balance, transaction), { ...end, tag: "TD" });
  tags.close();
  sheet.y += HEIGHTS.row;
}

const describe = ({ name, original_description }: PrintableTransaction): string =>
  original_description ?? name;

/** Rows under a common heading. */
type RowGroup<Row> = { title: string; rows: readonly Row[] };

/** The part of a group on one page. */
type GroupPart<Group extends RowGroup<unknown>> = {
  group: Group;
  rows: Group["rows"];
  isContinued: boolean;
};

type Heights = { group: number; row: number };

/** The minimum number of rows of a longer group on one page. */
const MIN_ROWS = 2;

/**
 * Paginates groups of rows; the first page may have less room. A continued group repeats its
 * heading. No page ends with a heading or has a single row of several. Yields a page at a time.
 */
export function* pageRows<Group extends RowGroup<unknown>>(
  groups: Iterable<Group>,
  heights: Heights,
  rooms: { first: number; other: number },
): Generator<GroupPart<Group>[]> {
  let page: GroupPart<Group>[] = [];
  let room = rooms.first;
  for (const group of groups) {
    let offset = 0;
    while (offset < group.rows.length) {
      const remaining = group.rows.length - offset;
      const capacity = Math.floor((room - heights.group) / heights.row);
      const count = rowsForPage(remaining, capacity);
      const isNewPage = page.length === 0 && room === rooms.other;
      if (count === 0 && !isNewPage) {
        yield page;
        page = [];
        room = rooms.other;
        continue;
      }
      const rows = group.rows.slice(offset, offset + Math.max(count, 1));
      page.push({ group, rows, isContinued: offset > 0 });
      offset += rows.length;
      room -= heights.group + rows.length * heights.row;
    }
  }
  yield page;
}

/**
 * Returns the number of remaining rows for this page, so that no page has fewer than the minimum.
 */
function rowsForPage(remaining: number, capacity: number): number {
  if (capacity >= remaining) return remaining;
  const count = Math.min(capacity, remaining - MIN_ROWS);
  return count >= MIN_ROWS ? count : 0;
}
