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
import { writeBoxes } from "./tables.ts";
import { COLOR, ellipsize, PAGE, STYLE, WIDTH, write } from "./typesetting.ts";

const COLUMN = { kind: 178, owners: 290, available: 482, current: PAGE.right - 6 } as const;
const HEAD = 18;
const ROW = 17;
/** The width of an amount in the column after the owners. */
const OWNERS_GAP = 62;

/** Writes one line per account, under its institution. */
export const accountList = (sheet: Sheet, items: readonly ReportedItem[]): void => {
  sheet.need(HEAD * 3 + ROW * 2);
  write(sheet.pdf, "Accounts", { x: PAGE.left, y: sheet.y, style: STYLE.heading });
  sheet.y += 24;
  columnNames(sheet);
  for (const item of items) {
    ensureRoom(sheet, HEAD + ROW);
    institution(sheet, item);
    for (const [at, account] of item.accounts.entries()) {
      ensureRoom(sheet, ROW);
      row(sheet, account, at % 2 === 1);
    }
  }
  rule(sheet.pdf, sheet.y);
  sheet.y += 18;
};

function ensureRoom(sheet: Sheet, height: number): void {
  if (sheet.room() >= height) return;
  sheet.turn();
  columnNames(sheet);
}

function columnNames(sheet: Sheet): void {
  const { pdf, y } = sheet;
  const style = STYLE.columnName;
  write(pdf, "Account", { x: PAGE.left, y, style });
  write(pdf, "Kind", { x: COLUMN.kind, y, style });
  write(pdf, "Owners", { x: COLUMN.owners, y, style });
  write(pdf, "Available", { right: COLUMN.available, y, style });
  write(pdf, "Current", { right: COLUMN.current, y, style });
  rule(pdf, y + 12, COLOR.muted);
  sheet.y += HEAD - 3;
}

function institution(sheet: Sheet, { institutionName, updatedAt }: ReportedItem): void {
  const { pdf, y } = sheet;
  const updateDate = printedDate(new Date(updatedAt).toISOString().slice(0, 10));
  write(pdf, ellipsize(pdf, institutionName, STYLE.rowStrong, 320), {
    x: PAGE.left,
    y: y + 5,
    style: STYLE.rowStrong,
  });
  write(pdf, `as of ${updateDate}`, { right: COLUMN.current, y: y + 5, style: STYLE.small });
  sheet.y += HEAD;
}

/** Returns all owner names if they fit, else the first one and the number of others. */
function ownerNames({ pdf }: Sheet, owners: AssetReportAccountSummary["owners"]): string {
  const [first = "–", ...others] = owners.flatMap(({ names }) => names.slice(0, 1));
  const all = [first, ...others].join(", ");
  const room = COLUMN.available - OWNERS_GAP - COLUMN.owners - 8;
  return others.length === 0 || ellipsize(pdf, all, STYLE.row, room) === printableText(all)
    ? all
    : `${first} and ${others.length} more`;
}

function row(sheet: Sheet, account: AssetReportAccountSummary, isShaded: boolean): void {
  const { pdf } = sheet;
  if (isShaded) pdf.rect(PAGE.left, sheet.y, WIDTH, ROW).fill(COLOR.band);
  const y = sheet.y + 4;
  const { balances, owners } = account;
  const cell = (text: string, x: number, upTo: number, style = STYLE.row) =>
    write(pdf, ellipsize(pdf, text, style, upTo - x - 8), { x, y, style });
  cell(accountTitle(account), PAGE.left + 8, COLUMN.kind);
  cell(accountKind(account), COLUMN.kind, COLUMN.owners);
  cell(ownerNames(sheet, owners), COLUMN.owners, COLUMN.available - OWNERS_GAP);
  const amount = (value: number | null) => (value === null ? "–" : money(value, balances));
  write(pdf, amount(balances.available), { right: COLUMN.available, y, style: STYLE.row });
  write(pdf, amount(balances.current), { right: COLUMN.current, y, style: STYLE.rowStrong });
  sheet.y += ROW;
}

/** The assets and debts of all accounts in one currency. */
type Total = { currency: Currency; assets: number; debts: number; accounts: number };

/** The side of each type of account. An account of type `other` may be either, and is in no total. */
const SIDES: Record<AssetReportAccountSummary["type"], "assets" | "debts" | null> = {
  depository: "assets",
  investment: "assets",
  credit: "debts",
  loan: "debts",
  other: null,
};

/** Returns the totals of all current balances, one per currency, in order of appearance. */
export const totalsOf = (items: readonly ReportedItem[]): Total[] => {
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

/** Writes assets, debts and the net of both, a line of boxes for each currency. */
export const writeTotals = (sheet: Sheet, items: readonly ReportedItem[]): void => {
  for (const { currency, assets, debts, accounts } of totalsOf(items))
    writeBoxes(sheet, [
      ["Assets", money(assets, currency)],
      ["Debts", money(debts, currency)],
      ["Net", money(assets - debts, currency)],
      ["Accounts", `${accounts} in ${currencyName(currency)}`],
    ]);
};
