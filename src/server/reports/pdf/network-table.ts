import type { Lender, NetworkInsights } from "../../../protocol/network-insights.ts";
import { printedDate } from "./dates.ts";
import { PAGE, STYLE } from "./look.ts";
import type { Sheet } from "./sheet.ts";
import { type Column, writeHeading, writeTable } from "./table.ts";
import { writeBoxes } from "./totals.ts";
import { write } from "./write.ts";

const COLUMNS: readonly Column[] = [
  { name: "Lender", x: PAGE.left + 6, upTo: 210 },
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

/** Writes what the person has connected, and the lenders in it. */
export const writeNetwork = (
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
    writeTable(sheet, COLUMNS, lenders.map(rowOf));
    return;
  }
  const text = "No lender was found in this period.";
  write(sheet.pdf, text, { x: PAGE.left, y: sheet.y, style: STYLE.body });
  sheet.y += 26;
};

const rowOf = (lender: Lender): string[] => [
  lender.name,
  KINDS[lender.kind],
  printedDate(lender.first_date),
  printedDate(lender.last_date),
  String(lender.payments_count),
  String(lender.disbursements_count),
];
