import { type Brand, DEFAULT_BRAND } from "../../../protocol/brand.ts";
import type { PrintableReport } from "../../domain/asset-reports/printable-report.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import { accountList } from "./account-list.ts";
import { fullName } from "./account-names.ts";
import { accountSection } from "./account-section.ts";
import { writeNotes, writeWarnings } from "./closing.ts";
import { writeReportTitle } from "./report-title.ts";
import { createSheet } from "./sheet.ts";
import { writeTotals } from "./totals.ts";

/**
 * Prints a report as a PDF. It comes in pieces, a page or so at a time, and no sooner than they are
 * taken; in between others get their turn. The same report makes the same bytes each time.
 */
export const printReport = async function* (
  report: PrintableReport,
  { title: maker }: Pick<Brand, "title"> = DEFAULT_BRAND,
): AsyncGenerator<Uint8Array> {
  const { assetReportId: reportId, generatedAt, user } = report;
  const about = fullName(user);
  const sheet = createSheet({ name: "Asset report", reportId, generatedAt, about }, maker);
  sheet.mark("Summary");
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
