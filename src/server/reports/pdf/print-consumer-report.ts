import type { BaseReport } from "../../../protocol/base-report.ts";
import { type Brand, DEFAULT_BRAND } from "../../../protocol/brand.ts";
import type { ReportedItem } from "../../domain/asset-reports/asset-report.ts";
import type { PrintableConsumerReport } from "../../domain/consumer-reports/printable-consumer-report.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import { accountList } from "./account-list.ts";
import { accountSection } from "./account-section.ts";
import { writeCashFlow } from "./cash-flow-table.ts";
import { writeNotes } from "./closing.ts";
import { printedDate } from "./dates.ts";
import { type Fact, factColumns } from "./fact-columns.ts";
import { writeIncome } from "./income-table.ts";
import { WIDTH } from "./look.ts";
import { writeNetwork } from "./network-table.ts";
import { coverageFacts, writeLetterhead } from "./report-title.ts";
import { createSheet } from "./sheet.ts";
import { writeTotals } from "./totals.ts";

const NAME = "Consumer report";

/**
 * Prints a consumer report as a PDF: whom it is about, what they have and earn, what came in and went
 * out, and each account with its balances over time. The same report makes the same bytes each time.
 */
export const printConsumerReport = async function* (
  report: PrintableConsumerReport,
  { title: maker }: Pick<Brand, "title"> = DEFAULT_BRAND,
): AsyncGenerator<Uint8Array> {
  const { baseReport, income, network } = report;
  const { report_id: reportId, days_requested: daysRequested } = baseReport;
  const generatedAt = Date.parse(baseReport.date_generated);
  const items = itemsOf(baseReport);
  const about = nameOf(report);
  const sheet = createSheet({ name: NAME, reportId, generatedAt, about }, maker);
  sheet.mark("Summary");
  writeLetterhead(sheet, { name: NAME, reportId, generatedAt });
  const coverage = coverageFacts({ daysRequested, generatedAt, items });
  factColumns(sheet, [personFacts(report), requestFacts(report), coverage], WIDTH);
  sheet.y += 6;
  writeTotals(sheet, items);
  sheet.y += 10;
  accountList(sheet, items);
  yield* sheet.pieces();
  if (income) {
    sheet.mark("Income");
    writeIncome(sheet, income);
    yield* sheet.pieces();
    await yieldToEventLoop();
  }
  sheet.mark("Cash flow");
  writeCashFlow(sheet, baseReport.attributes);
  if (network) {
    sheet.mark("Connections and lenders");
    writeNetwork(sheet, network);
  }
  writeNotes(sheet);
  for (const [place, item] of items.entries())
    for (const [at, account] of item.accounts.entries()) {
      const history = baseReport.items[place]?.accounts[at];
      if (!history) continue;
      for (const _ of accountSection(sheet, { item, account, history, daysRequested })) {
        yield* sheet.pieces();
        await yieldToEventLoop();
      }
    }
  sheet.end();
  yield* sheet.pieces();
};

/** The Items of a Base Report as the pages of an Asset Report show them. */
const itemsOf = ({ items }: BaseReport): ReportedItem[] =>
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

const nameOf = ({ about }: PrintableConsumerReport): string | null =>
  about === null ? null : `${about.name.given_name} ${about.name.family_name}`;

function personFacts(report: PrintableConsumerReport): Fact[] {
  const { about, clientUserId, baseReport } = report;
  const owners = baseReport.items.flatMap(({ accounts }) => accounts.flatMap((one) => one.owners));
  const holders = [...new Set(owners.flatMap(({ names }) => names))];
  return [
    ["About", nameOf(report) ?? "Not named by who asked"],
    ["Reference for this person", clientUserId],
    ["Date of birth", about && printedDate(about.date_of_birth)],
    ["Email", about?.emails.map(({ data }) => data).join("\n") ?? null],
    ["Account holders", holders.join(", ") || "Not told by the institutions"],
  ];
}

function requestFacts({ clientId, purpose, baseReport }: PrintableConsumerReport): Fact[] {
  const words = purpose.toLowerCase().replaceAll("_", " ");
  return [
    ["Requested by", `Client ${clientId}`],
    ["Permissible purpose", words.charAt(0).toUpperCase() + words.slice(1)],
    ["Reference for this report", baseReport.client_report_id],
  ];
}
