import type { AssetReportAccountSummary } from "../../../protocol/reports/asset-report.ts";
import type { ReportedItem } from "../../domain/asset-reports/asset-report.ts";
import {
  accountKind,
  accountTitle,
  type Currency,
  currencyName,
  money,
  printableText,
  printedDate,
} from "./printed-text.ts";
import { rule, type Sheet } from "./sheet.ts";
import { COLUMN_NAME, writeBoxes } from "./tables.ts";
import { COLOR, ellipsize, PAGE, STYLE, WIDTH, write } from "./typesetting.ts";

const COLUMN = { kind: 178, owners: 290, available: 482, current: PAGE.right - 6 } as const;
const HEAD = 18;
const ROW = 17;
/** The width of an amount in the column after the owners. */
const OWNERS_GAP = 62;

/** Writes one line per account, under its institution. */
export const accountList = (sheet: Sheet, items: readonly ReportedItem[]): void => {
  sheet.need(HEAD * 3 + ROW * 2);
  write(sheet, "Accounts", { x: PAGE.left, y: sheet.y, style: STYLE.heading, tag: "H2" });
  sheet.y += 24;
  const { tags } = sheet;
  tags.open("Table");
  tags.within("THead", () => tags.within("TR", () => columnNames(sheet, COLUMN_NAME)));
  for (const item of items) {
    ensureRoom(sheet, HEAD + ROW);
    tags.open("TBody");
    institution(sheet, item);
    for (const [at, account] of item.accounts.entries()) {
      ensureRoom(sheet, ROW);
      row(sheet, account, at % 2 === 1);
    }
    tags.close();
  }
  tags.close();
  rule(sheet.pdf, sheet.y);
  sheet.y += 18;
};

function ensureRoom(sheet: Sheet, height: number): void {
  if (sheet.room() >= height) return;
  sheet.turn();
  columnNames(sheet);
}

/**
 * Writes the column names. With a tag they are part of the structure; otherwise they are only
 * visible.
 */
function columnNames(sheet: Sheet, tag?: typeof COLUMN_NAME): void {
  const { y } = sheet;
  const cell = { y, style: STYLE.columnName, ...tag };
  write(sheet, "Account", { x: PAGE.left, ...cell });
  write(sheet, "Kind", { x: COLUMN.kind, ...cell });
  write(sheet, "Owners", { x: COLUMN.owners, ...cell });
  write(sheet, "Available", { right: COLUMN.available, ...cell });
  write(sheet, "Current", { right: COLUMN.current, ...cell });
  rule(sheet.pdf, y + 12, COLOR.muted);
  sheet.y += HEAD - 3;
}

function institution(sheet: Sheet, { institutionName, updatedAt }: ReportedItem): void {
  const { pdf, tags } = sheet;
  const updateDate = printedDate(new Date(updatedAt).toISOString().slice(0, 10));
  const name = ellipsize(pdf, institutionName, STYLE.rowStrong, 320);
  const y = sheet.y + 5;
  tags.within("TR", () => {
    const header = { tag: "TH", facts: { scope: "Row", span: 3 } } as const;
    write(sheet, name, { x: PAGE.left, y, style: STYLE.rowStrong, ...header });
    const end = { right: COLUMN.current, y, style: STYLE.small };
    write(sheet, `as of ${updateDate}`, { ...end, tag: "TD", facts: { span: 2 } });
  });
  sheet.y += HEAD;
}

/** Returns all owner names if they fit, or else the first name and the number of others. */
function ownerNames({ pdf }: Sheet, owners: AssetReportAccountSummary["owners"]): string {
  const [first = "–", ...others] = owners.flatMap(({ names }) => names.slice(0, 1));
  const all = [first, ...others].join(", ");
  const room = COLUMN.available - OWNERS_GAP - COLUMN.owners - 8;
  return others.length === 0 || ellipsize(pdf, all, STYLE.row, room) === printableText(all)
    ? all
    : `${first} and ${others.length} more`;
}

function row(sheet: Sheet, account: AssetReportAccountSummary, isShaded: boolean): void {
  const { pdf, tags } = sheet;
  if (isShaded) pdf.rect(PAGE.left, sheet.y, WIDTH, ROW).fill(COLOR.band);
  const y = sheet.y + 4;
  const { balances, owners } = account;
  const cell = (text: string, x: number, upTo: number, style = STYLE.row) =>
    write(sheet, ellipsize(pdf, text, style, upTo - x - 8), { x, y, style, tag: "TD" });
  tags.open("TR");
  cell(accountTitle(account), PAGE.left + 8, COLUMN.kind);
  cell(accountKind(account), COLUMN.kind, COLUMN.owners);
  cell(ownerNames(sheet, owners), COLUMN.owners, COLUMN.available - OWNERS_GAP);
  const amount = (value: number | null) => (value === null ? "–" : money(value, balances));
  const available = { right: COLUMN.available, y, style: STYLE.row };
  write(sheet, amount(balances.available), { ...available, tag: "TD" });
  const current = { right: COLUMN.current, y, style: STYLE.rowStrong };
  write(sheet, amount(balances.current), { ...current, tag: "TD" });
  tags.close();
  sheet.y += ROW;
}

/** The assets and debts of all accounts in a currency. */
type Total = { currency: Currency; assets: number; debts: number; accounts: number };

/** The side of each account type. Type `other` may be either, and is in no total. */
const SIDES: Record<AssetReportAccountSummary["type"], "assets" | "debts" | null> = {
  depository: "assets",
  investment: "assets",
  credit: "debts",
  loan: "debts",
  other: null,
};

/** Returns the totals of all current balances by currency, in order of appearance. */
export const listTotals = (items: readonly ReportedItem[]): Total[] => {
  const totals = new Map<string, Total>();
  for (const { type, balances } of items.flatMap(({ accounts }) => accounts)) {
    const side = SIDES[type];
    if (side === null || balances.current === null) continue;
    const { iso_currency_code, unofficial_currency_code } = balances;
    const currency = { iso_currency_code, unofficial_currency_code };
    const key = currencyName(currency);
    const total = totals.get(key) ?? { currency, assets: 0, debts: 0, accounts: 0 };
    total[side] = Math.round((total[side] + balances.current) * 10_000) / 10_000;
    total.accounts += 1;
    totals.set(key, total);
  }
  return [...totals.values()];
};

/** Writes assets, debts and their difference, a line of boxes per currency. */
export const writeTotals = (sheet: Sheet, items: readonly ReportedItem[]): void => {
  for (const { currency, assets, debts, accounts } of listTotals(items))
    writeBoxes(sheet, [
      ["Assets", money(assets, currency)],
      ["Debts", money(debts, currency)],
      ["Net", money(assets - debts, currency)],
      ["Accounts", `${accounts} in ${currencyName(currency)}`],
    ]);
};
