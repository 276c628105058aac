import type { ReportedItem } from "../../domain/asset-reports/asset-report.ts";
import { type Currency, currencyName, money } from "./money.ts";
import type { Sheet } from "./sheet.ts";
import { COLOR, PAGE, STYLE, WIDTH } from "./theme.ts";
import { ellipsize, write } from "./write.ts";

/** The assets and debts of all accounts in one currency. */
type Total = { currency: Currency; assets: number; debts: number; accounts: number };

/** Returns the totals of all accounts with a balance, one per currency, in order of appearance. */
export const totalsOf = (items: readonly ReportedItem[]): Total[] => {
  const totals = new Map<string, Total>();
  for (const { type, balances } of items.flatMap(({ accounts }) => accounts)) {
    if (balances.current === null) continue;
    const { iso_currency_code, unofficial_currency_code } = balances;
    const currency = { iso_currency_code, unofficial_currency_code };
    const key = currencyName(currency);
    const total = totals.get(key) ?? { currency, assets: 0, debts: 0, accounts: 0 };
    const side = type === "credit" || type === "loan" ? "debts" : "assets";
    total[side] = Math.round((total[side] + balances.current) * 10_000) / 10_000;
    total.accounts += 1;
    totals.set(key, total);
  }
  return [...totals.values()];
};

const HEIGHT = 46;

/** Writes assets, debts and their difference, a line of boxes for each currency. */
export const writeTotals = (sheet: Sheet, items: readonly ReportedItem[]): void => {
  for (const { currency, assets, debts, accounts } of totalsOf(items))
    writeBoxes(sheet, [
      ["Held", money(assets, currency)],
      ["Owed", money(debts, currency)],
      ["Held less owed", money(assets - debts, currency)],
      ["Accounts", `${accounts} in ${currencyName(currency)}`],
    ]);
};

/** Writes a line of boxes, each with a label and a value. */
export const writeBoxes = (sheet: Sheet, boxes: readonly (readonly [string, string])[]): void => {
  const { pdf } = sheet;
  sheet.need(HEIGHT + 8);
  const top = sheet.y;
  pdf.rect(PAGE.left, top, WIDTH, HEIGHT).fill(COLOR.band);
  const room = WIDTH / boxes.length;
  for (const [at, [label, value]] of boxes.entries()) {
    const x = PAGE.left + 12 + at * room;
    const style = { ...STYLE.heading, size: 12 };
    write(pdf, label, { x, y: top + 9, style: STYLE.label });
    write(pdf, ellipsize(pdf, value, style, room - 14), { x, y: top + 21, style });
  }
  sheet.y += HEIGHT + 8;
};
