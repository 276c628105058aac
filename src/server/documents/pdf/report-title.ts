import { periodOfDays } from "../../domain/asset-reports/asset-report.ts";
import type { PrintableReport } from "../../domain/asset-reports/printable-report.ts";
import { fullName, printedDate, printedTime } from "./printed-text.ts";
import { rule, type Sheet, type Title } from "./sheet.ts";
import { type Fact, factColumns } from "./tables.ts";
import { COLOR, PAGE, STYLE, WIDTH, write } from "./typesetting.ts";

/** Writes the letterhead: the report's user, client and period. */
export const writeReportTitle = (sheet: Sheet, report: PrintableReport): void => {
  const { assetReportId: reportId, generatedAt } = report;
  writeLetterhead(sheet, { name: "Asset report", reportId, generatedAt });
  factColumns(sheet, [userFacts(report), requestFacts(report), coverageFacts(report)], WIDTH);
  sheet.y += 6;
};

/** Writes the top of the first page: the kind of report, its id and its time. */
export const writeLetterhead = (
  sheet: Sheet,
  { name, reportId, generatedAt }: Omit<Title, "about">,
): void => {
  const { pdf } = sheet;
  pdf.rect(0, 0, PAGE.width, 8).fill(COLOR.accent);
  write(sheet, name, { x: PAGE.left, y: 44, style: STYLE.title, tag: "H1" });
  const end = { right: PAGE.right, tag: "P" } as const;
  write(sheet, "Report", { ...end, y: 44, style: STYLE.label });
  write(sheet, reportId, { ...end, y: 54, style: STYLE.strong });
  write(sheet, `Generated ${printedTime(generatedAt)}`, { ...end, y: 67, style: STYLE.small });
  sheet.y = 90;
  rule(pdf, sheet.y, COLOR.accent);
  sheet.y += 14;
};

function userFacts({ user, items }: PrintableReport): Fact[] {
  const holders = new Set(
    items.flatMap(({ accounts }) =>
      accounts.flatMap(({ owners }) => owners.flatMap(({ names }) => names)),
    ),
  );
  return [
    ["About", fullName(user) ?? "Not named by who asked"],
    ["Reference for this person", user.client_user_id],
    ["Email", user.email],
    ["Phone", user.phone_number],
    ["Social security number", user.ssn && `ends in ${user.ssn.slice(-4)}`],
    ["Account holders", [...holders].join(", ") || "Not told by the institutions"],
  ];
}

function requestFacts({ clientId, clientName, clientReportId }: PrintableReport): Fact[] {
  return [
    ["Requested by", clientName ?? `Client ${clientId}`],
    ["Client ID", clientName && clientId],
    ["Reference for this report", clientReportId],
  ];
}

/** Returns the period of a report, and its contents. */
export function coverageFacts({
  daysRequested,
  generatedAt,
  items,
}: Pick<PrintableReport, "daysRequested" | "generatedAt" | "items">): Fact[] {
  const { from, to } = periodOfDays(daysRequested, generatedAt);
  const accounts = items.reduce((sum, item) => sum + item.accounts.length, 0);
  return [
    [
      "Period",
      daysRequested === 0
        ? `${printedDate(to)}, without a history`
        : `${printedDate(from)} to ${printedDate(to)}`,
    ],
    ["Days of history", String(daysRequested)],
    [
      "Covers",
      `${pluralize(accounts, "account")} at ${pluralize(items.length, "institution login")}`,
    ],
  ];
}

const pluralize = (count: number, name: string): string =>
  `${count} ${name}${count === 1 ? "" : "s"}`;
