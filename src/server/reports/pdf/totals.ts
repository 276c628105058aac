import type { ReportedItem } from "../../domain/asset-reports/asset-report.ts";
import { COLOR, PAGE, STYLE, WIDTH } from "./look.ts";
import { type Currency, currencyName, money } from "./money.ts";
import type { Sheet } from "./sheet.ts";
import { write } from "./write.ts";

/** What accounts hold and owe together, in one currency. */
type Total = { currency: Currency; held: number; owed: number; accounts: number };

/** The totals of all accounts whose balance is told, a currency each, in the order they come up in. */
export const totalsOf = (items: readonly ReportedItem[]): Total[] => {
  const totals = new Map<string, Total>();
  for (const { type, balances } of items.flatMap(({ accounts }) => accounts)) {
    if (balances.current === null) continue;
    const { iso_currency_code, unofficial_currency_code } = balances;
    const currency = { iso_currency_code, unofficial_currency_code };
    const key = currencyName(currency);
    const total = totals.get(key) ?? { currency, held: 0, owed: 0, accounts: 0 };
    const side = type === "credit" || type === "loan" ? "owed" : "held";
    total[side] = Math.round((total[side] + balances.current) * 10_000) / 10_000;
    total.accounts += 1;
    totals.set(key, total);
  }
  return [...totals.values()];
};

const HEIGHT = 46;

/** Writes what is held, what is owed and what that leaves, a line of boxes for each currency. */
export const writeTotals = (sheet: Sheet, items: readonly ReportedItem[]): void => {
  const { pdf } = sheet;
  for (const { currency, held, owed, accounts } of totalsOf(items)) {
    sheet.need(HEIGHT + 8);
    const top = sheet.y;
    pdf.rect(PAGE.left, top, WIDTH, HEIGHT).fill(COLOR.band);
    const columns = [
      ["Held", money(held, currency)],
      ["Owed", money(owed, currency)],
      ["Held less owed", money(held - owed, currency)],
      ["Accounts", `${accounts} in ${currencyName(currency)}`],
    ] as const;
    for (const [at, [label, value]] of columns.entries()) {
      const x = PAGE.left + 12 + (at * WIDTH) / columns.length;
      write(pdf, label, { x, y: top + 9, style: STYLE.label });
      write(pdf, value, { x, y: top + 21, style: { ...STYLE.heading, size: 12 } });
    }
    sheet.y += HEIGHT + 8;
  }
};
