import type { PrintableReport } from "../../domain/asset-reports/printable-report.ts";
import type { Sheet } from "./sheet.ts";
import { heightOf, PAGE, STYLE, WIDTH, write, writeParagraph } from "./typesetting.ts";

const NOTES = [
  "The people named as owners have let the institutions share this data. The institutions reported it at the " +
    "time shown with each account; it may have changed since, and it has not been audited.",
  "Assets are the current balances of depository and investment accounts, debts those of credit accounts and " +
    "loans, and net is assets less debts. Other accounts, and accounts without a balance, are in no total.",
  "The balance of a day is reckoned back from the current balance by later bookings. Pending " +
    "transactions have not been booked: they are listed, and are in no balance and no total.",
  "Money out and charges left an account or were added to a debt; money in and payments " +
    "came in or were paid back. The sums next to a month are of the whole month, as far as it is " +
    "in the period.",
];

/** Writes the warnings about missing data, if any. */
export const writeWarnings = (sheet: Sheet, { warnings }: PrintableReport): void => {
  if (warnings.length === 0) return;
  paragraphs(sheet, "Missing from this report", warnings.map(sentence));
};

/** Writes the notes on how to read the report. */
export const writeNotes = (sheet: Sheet): void =>
  paragraphs(sheet, "How to read this report", NOTES);

function sentence({ warning_code, cause }: PrintableReport["warnings"][number]): string {
  const what =
    warning_code === "OWNERS_UNAVAILABLE"
      ? "The owners of the accounts are not known"
      : "An institution login is left out";
  if (cause === null) return `${what}.`;
  return `${what}: ${cause.error_message} (${cause.error_code}, Item ${cause.item_id}).`;
}

function paragraphs(sheet: Sheet, title: string, texts: readonly string[]): void {
  const { pdf } = sheet;
  const style = STYLE.body;
  const [first = ""] = texts;
  sheet.need(24 + heightOf(pdf, first, { width: WIDTH, style }));
  write(sheet, title, { x: PAGE.left, y: sheet.y, style: STYLE.subheading, tag: "H2" });
  sheet.y += 18;
  for (const text of texts) {
    sheet.need(heightOf(pdf, text, { width: WIDTH, style }));
    sheet.y += writeParagraph(sheet, text, { x: PAGE.left, y: sheet.y, width: WIDTH, style }) + 5;
  }
  sheet.y += 12;
}
