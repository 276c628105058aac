import { type Brand, DEFAULT_BRAND } from "../../../protocol/brand/brand.ts";
import type { PrintableReport } from "../../domain/asset-reports/printable-report.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import { accountList, writeTotals } from "./account-list.ts";
import { accountSection } from "./account-section.ts";
import { writeNotes, writeWarnings } from "./footnotes.ts";
import { fullName } from "./printed-text.ts";
import { writeReportTitle } from "./report-title.ts";
import { createSheet } from "./sheet.ts";

/**
 * Renders a report as a PDF, in pieces of about a page that are made when read; other requests are
 * served in between. The same report always has the same bytes.
 */
export const renderReportPdf = async function* (
  report: PrintableReport,
  { title: maker }: Pick<Brand, "title"> = DEFAULT_BRAND,
): AsyncGenerator<Uint8Array> {
  const { assetReportId: reportId, generatedAt, user } = report;
  const about = fullName(user);
  const sheet = createSheet({ name: "Asset report", reportId, generatedAt, about }, maker);
  sheet.bookmark("Summary");
  writeReportTitle(sheet, report);
  writeTotals(sheet, report.items);
  sheet.y += 10;
  accountList(sheet, report.items);
  writeWarnings(sheet, report);
  writeNotes(sheet);
  yield* sheet.pieces();
  for (const item of report.items)
    for (const account of item.accounts) {
      const history = await report.historyOf(account.account_id);
      const { daysRequested } = report;
      for (const _ of accountSection(sheet, { item, account, history, daysRequested })) {
        yield* sheet.pieces();
        await yieldToEventLoop();
      }
    }
  sheet.end();
  yield* sheet.pieces();
};
