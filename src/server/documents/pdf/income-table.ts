import type { IncomeInsights } from "../../../protocol/reports/income-insights.ts";
import type { IncomeSource } from "../../../protocol/reports/income-source.ts";
import { money, printedDate } from "./printed-text.ts";
import type { Sheet } from "./sheet.ts";
import { type Column, writeBoxes, writeHeading, writeTable } from "./tables.ts";
import { ellipsize, lineWidth, PAGE, STYLE, write } from "./typesetting.ts";

const DAYS_OF_YEAR = 365;

const ACCOUNT = { upTo: 262, room: 102 };
const COLUMNS: readonly Column[] = [
  { name: "Paid by", x: PAGE.left + 6, upTo: 152 },
  { name: "Paid into", x: 152, upTo: ACCOUNT.upTo },
  { name: "Kind", x: ACCOUNT.upTo, upTo: 364 },
  { name: "Since", x: 364, upTo: 424 },
  { name: "Last", right: 476, room: 54 },
  { name: "A month, on average", right: PAGE.right - 6, room: 78 },
];

/** Writes the sources of income, and their sum. */
export const writeIncome = (
  sheet: Sheet,
  { items, days_requested: days, bank_income_summary: summary }: IncomeInsights,
): void => {
  writeHeading(sheet, "Income");
  const sources = items.flatMap((item) => item.bank_income_sources);
  if (sources.length === 0) {
    const text = "No source of income was found in this period.";
    write(sheet, text, { x: PAGE.left, y: sheet.y, style: STYLE.body, tag: "P" });
    sheet.y += 26;
    return;
  }
  const accounts = new Map(
    items
      .flatMap((item) => item.bank_income_accounts)
      .map((account) => [account.account_id, account]),
  );
  const amounts = (list: IncomeInsights["bank_income_summary"]["total_amounts"]) =>
    list.map((payment) => money(payment.amount, payment)).join(", ");
  writeBoxes(sheet, [
    [
      `Arrived in the last ${Math.min(days, DAYS_OF_YEAR)} days`,
      amounts(summary.historical_annual_income),
    ],
    ["A month, on average", amounts(summary.historical_average_monthly_income)],
    ["A month, from now on", amounts(summary.forecasted_average_monthly_income)],
    ["Sources", `${summary.active_income_sources_count} active of ${summary.income_sources_count}`],
  ]);
  sheet.y += 6;
  writeTable(
    sheet,
    COLUMNS,
    sources.map((source) => toRow(sheet, accounts.get(source.account_id), source)),
  );
};

const toRow = (sheet: Sheet, account: Account | undefined, source: IncomeSource): string[] => [
  source.income_provider.name,
  account ? toAccount(sheet, account) : "–",
  toKind(source),
  printedDate(source.start_date),
  printedDate(source.end_date),
  `${money(source.historical_average_monthly_income, source)}${source.status === "ACTIVE" ? "" : " (ended)"}`,
];

/** The kind of income, and its rhythm if any. */
function toKind({ income_kind, pay_frequency }: IncomeSource): string {
  const kind = words(income_kind);
  return pay_frequency === "UNKNOWN" ? kind : `${kind}, ${words(pay_frequency).toLowerCase()}`;
}

type Account = IncomeInsights["items"][number]["bank_income_accounts"][number];

/** Returns an account's name with its number's last digits, which stay even if the name is cut. */
function toAccount({ pdf }: Sheet, { name, mask }: Account): string {
  const end = mask === null ? "" : ` •••• ${mask}`;
  const room = ACCOUNT.room - lineWidth(pdf, end, STYLE.row);
  return `${ellipsize(pdf, name, STYLE.row, room)}${end}`;
}

/** Returns an API value as text: `SEMI_MONTHLY` becomes `Semi monthly`. */
function words(value: string): string {
  return `${value.charAt(0)}${value.slice(1).toLowerCase().replaceAll("_", " ")}`;
}
