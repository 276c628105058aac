import { type Brand, DEFAULT_BRAND } from "../../../protocol/brand/brand.ts";
import type { BaseReport, BaseReportAttributes } from "../../../protocol/reports/base-report.ts";
import type { Lender, NetworkInsights } from "../../../protocol/reports/network-insights.ts";
import type { ReportedItem } from "../../domain/asset-reports/asset-report.ts";
import { oldestBooked } from "../../domain/consumer-reports/base-report/make-base-report.ts";
import type { PrintableConsumerReport } from "../../domain/consumer-reports/consumer-report.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import { accountList, writeTotals } from "./account-list.ts";
import { accountSection } from "./account-section.ts";
import { writeNotes } from "./footnotes.ts";
import { writeIncome } from "./income-table.ts";
import { money, printedDate } from "./printed-text.ts";
import { coverageFacts, writeLetterhead } from "./report-title.ts";
import { createSheet, type Sheet } from "./sheet.ts";
import {
  type Column,
  type Fact,
  factColumns,
  writeBoxes,
  writeHeading,
  writeTable,
} from "./tables.ts";
import { PAGE, STYLE, WIDTH, write } from "./typesetting.ts";

const NAME = "Consumer report";

/**
 * Renders a consumer report as a PDF: the user, accounts and income, cash flow, and each account's
 * balances over time. The same report always has the same bytes.
 */
export const renderConsumerReportPdf = async function* (
  report: PrintableConsumerReport,
  { title: maker }: Pick<Brand, "title"> = DEFAULT_BRAND,
): AsyncGenerator<Uint8Array> {
  const { baseReport, income, network } = report;
  const { report_id: reportId, days_requested: daysRequested } = baseReport;
  const generatedAt = Date.parse(baseReport.date_generated);
  const items = listItems(baseReport);
  const about = toName(report);
  const sheet = createSheet({ name: NAME, reportId, generatedAt, about }, maker);
  sheet.bookmark("Summary");
  writeLetterhead(sheet, { name: NAME, reportId, generatedAt });
  const coverage = coverageFacts({ daysRequested, generatedAt, items });
  factColumns(sheet, [personFacts(report), requestFacts(report), coverage], WIDTH);
  sheet.y += 6;
  writeTotals(sheet, items);
  sheet.y += 10;
  accountList(sheet, items);
  yield* sheet.pieces();
  if (income) {
    sheet.bookmark("Income");
    writeIncome(sheet, income);
    yield* sheet.pieces();
    await yieldToEventLoop();
  }
  sheet.bookmark("Cash flow");
  writeCashFlow(sheet, baseReport.attributes);
  if (network) {
    sheet.bookmark("Connections and lenders");
    writeNetwork(sheet, network);
  }
  writeNotes(sheet);
  const averagedSince = oldestBooked(
    baseReport.items.flatMap(({ accounts }) => accounts.map(({ transactions }) => transactions)),
  );
  for (const [place, item] of items.entries())
    for (const [at, account] of item.accounts.entries()) {
      const history = baseReport.items[place]?.accounts[at];
      if (!history) continue;
      const part = { item, account, history, daysRequested, averagedSince };
      for (const _ of accountSection(sheet, part)) {
        yield* sheet.pieces();
        await yieldToEventLoop();
      }
    }
  sheet.end();
  yield* sheet.pieces();
};

/** Returns a Base Report's Items in the form of an Asset Report's pages. */
const listItems = ({ items }: BaseReport): ReportedItem[] =>
  items.map((item) => ({
    itemId: item.item_id,
    institutionId: item.institution_id,
    institutionName: item.institution_name,
    updatedAt: Date.parse(item.date_last_updated),
    accounts: item.accounts.map((account) => ({
      account_id: account.account_id,
      balances: { ...account.balances, margin_loan_amount: null },
      mask: account.mask,
      name: account.name,
      official_name: account.official_name,
      type: account.type,
      subtype: account.subtype,
      days_available: account.days_available,
      owners: account.owners,
    })),
  }));

const toName = ({ about }: PrintableConsumerReport): string | null =>
  about === null ? null : `${about.name.given_name} ${about.name.family_name}`;

function personFacts(report: PrintableConsumerReport): Fact[] {
  const { about, clientUserId, baseReport } = report;
  const owners = baseReport.items.flatMap(({ accounts }) =>
    accounts.flatMap((account) => account.owners),
  );
  const holders = [...new Set(owners.flatMap(({ names }) => names))];
  return [
    ["About", toName(report) ?? "Not named by who asked"],
    ["Reference for this person", clientUserId],
    ["Date of birth", about && printedDate(about.date_of_birth)],
    ["Email", about?.emails.map(({ data }) => data).join("\n") ?? null],
    ["Account holders", holders.join(", ") || "Not told by the institutions"],
  ];
}

function requestFacts({
  clientId,
  clientName,
  purpose,
  baseReport,
}: PrintableConsumerReport): Fact[] {
  const words = purpose.toLowerCase().replaceAll("_", " ");
  return [
    ["Requested by", clientName ?? `Client ${clientId}`],
    ["Client ID", clientName && clientId],
    ["Permissible purpose", words.charAt(0).toUpperCase() + words.slice(1)],
    ["Reference for this report", baseReport.client_report_id],
  ];
}

const AMOUNT_WIDTH = 88;
const CASH_FLOW_COLUMNS: readonly Column[] = [
  { name: "All deposit accounts", isHeader: true, x: PAGE.left + 6, upTo: 200 },
  { name: "Last 30 days", right: 282, room: AMOUNT_WIDTH },
  { name: "Last 60 days", right: 374, room: AMOUNT_WIDTH },
  { name: "Last 90 days", right: 466, room: AMOUNT_WIDTH },
  { name: "Whole period", right: PAGE.right - 6, room: AMOUNT_WIDTH },
];

/** Writes inflows and outflows per currency, and how often an account lacked money. */
const writeCashFlow = (sheet: Sheet, of: BaseReportAttributes): void => {
  writeHeading(sheet, "Cash flow");
  const rows = [of, ...of.other_currencies].flatMap((totals) => {
    const spans = [
      [totals.total_inflow_amount_30d, totals.total_outflow_amount_30d],
      [totals.total_inflow_amount_60d, totals.total_outflow_amount_60d],
      [totals.total_inflow_amount_90d, totals.total_outflow_amount_90d],
      [totals.total_inflow_amount, totals.total_outflow_amount],
    ] as const;
    const row = (name: string, amount: (span: (typeof spans)[number]) => number) => [
      name,
      ...spans.map((span) => money(amount(span), totals.total_inflow_amount)),
    ];
    return [
      row("Money in", ([inflow]) => inflow.amount),
      row("Money out", ([, outflow]) => outflow.amount),
      row("In less out", ([inflow, outflow]) => inflow.amount - outflow.amount),
    ];
  });
  writeTable(sheet, CASH_FLOW_COLUMNS, [
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

const LENDER_COLUMNS: readonly Column[] = [
  { name: "Lender", isHeader: true, x: PAGE.left + 6, upTo: 210 },
  { name: "Kind", x: 210, upTo: 300 },
  { name: "First", x: 300, upTo: 370 },
  { name: "Last", x: 370, upTo: 440 },
  { name: "Payments", right: 500, room: 56 },
  { name: "Payouts", right: PAGE.right - 6, room: 56 },
];

const KINDS: Record<Lender["kind"], string> = {
  LOAN: "Loan",
  INSTALLMENTS: "Installments",
  CASH_ADVANCE: "Cash advance",
};

/** Writes the user's connections, and lenders among them. */
const writeNetwork = (
  sheet: Sheet,
  { network_attributes: counts, lenders }: NetworkInsights,
): void => {
  writeHeading(sheet, "Connections and lenders");
  writeBoxes(sheet, [
    ["Institutions", String(counts.institutions_count)],
    ["Accounts", String(counts.accounts_count)],
    ["Lenders", String(counts.lenders_count)],
    ["Payments to lenders, last 90 days", String(counts.loan_payments_count_90d)],
  ]);
  sheet.y += 6;
  if (lenders.length > 0) {
    writeTable(sheet, LENDER_COLUMNS, lenders.map(toRow));
    return;
  }
  const text = "No lender was found in this period.";
  write(sheet, text, { x: PAGE.left, y: sheet.y, style: STYLE.body, tag: "P" });
  sheet.y += 26;
};

const toRow = (lender: Lender): string[] => [
  lender.name,
  KINDS[lender.kind],
  printedDate(lender.first_date),
  printedDate(lender.last_date),
  String(lender.payments_count),
  String(lender.disbursements_count),
];
