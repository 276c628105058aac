import type { BaseReportAttributes, ReportAmount } from "../../../protocol/base-report.ts";
import { PAGE } from "./look.ts";
import { money } from "./money.ts";
import type { Sheet } from "./sheet.ts";
import { type Column, writeHeading, writeTable } from "./table.ts";

const ROOM = 88;
const COLUMNS: readonly Column[] = [
  { name: "All deposit accounts", x: PAGE.left + 6, upTo: 200 },
  { name: "Last 30 days", right: 282, room: ROOM },
  { name: "Last 60 days", right: 374, room: ROOM },
  { name: "Last 90 days", right: 466, room: ROOM },
  { name: "Whole period", right: PAGE.right - 6, room: ROOM },
];

/** Writes what came in and went out, a row for each currency, and how often money was lacking. */
export const writeCashFlow = (sheet: Sheet, of: BaseReportAttributes): void => {
  writeHeading(sheet, "Cash flow");
  const spans = [
    [of.total_inflow_amount_30d, of.total_outflow_amount_30d],
    [of.total_inflow_amount_60d, of.total_outflow_amount_60d],
    [of.total_inflow_amount_90d, of.total_outflow_amount_90d],
    [of.total_inflow_amount, of.total_outflow_amount],
  ] as const;
  const all = [...of.total_inflow_amount, ...of.total_outflow_amount];
  const currencies = new Map(all.map((one) => [currencyKey(one), one]));
  const rows = [...currencies.values()].flatMap((currency) => {
    const amountOf = (list: readonly ReportAmount[]) =>
      list.find((one) => currencyKey(one) === currencyKey(currency))?.amount ?? 0;
    const row = (name: string, amount: (span: (typeof spans)[number]) => number) => [
      name,
      ...spans.map((span) => money(amount(span), currency)),
    ];
    return [
      row("Money in", ([inflow]) => amountOf(inflow)),
      row("Money out", ([, outflow]) => amountOf(outflow)),
      row("In less out", ([inflow, outflow]) => amountOf(inflow) - amountOf(outflow)),
    ];
  });
  writeTable(sheet, COLUMNS, [
    ...rows,
    [
      "Fees for a lack of money",
      String(of.nsf_overdraft_transactions_count_30d),
      String(of.nsf_overdraft_transactions_count_60d),
      String(of.nsf_overdraft_transactions_count_90d),
      String(of.nsf_overdraft_transactions_count),
    ],
  ]);
};

const currencyKey = ({ iso_currency_code, unofficial_currency_code }: ReportAmount): string =>
  JSON.stringify([iso_currency_code, unofficial_currency_code]);
