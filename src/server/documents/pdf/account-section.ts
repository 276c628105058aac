import type { Owner } from "../../../protocol/account.ts";
import type { AssetReportAccountSummary } from "../../../protocol/reports/asset-report.ts";
import type { ReportedItem } from "../../domain/asset-reports/asset-report.ts";
import type { PrintableHistory } from "../../domain/asset-reports/printable-report.ts";
import { balanceChart } from "./balance-chart.ts";
import { holdingTable } from "./holding-table.ts";
import {
  accountKind,
  accountTitle,
  isDebt,
  money,
  printableText,
  printedTime,
} from "./printed-text.ts";
import type { Sheet } from "./sheet.ts";
import { type Fact, factColumns } from "./tables.ts";
import { transactionTable } from "./transaction-table.ts";
import { ellipsize, PAGE, STYLE, WIDTH, write } from "./typesetting.ts";

/** An account with its history, which is empty in a report of 0 days. */
export type AccountToPrint = {
  item: ReportedItem;
  account: AssetReportAccountSummary;
  history: PrintableHistory;
  daysRequested: number;
  /** The first day of the report's averages; null without any, left out for all days. */
  averagedSince?: string | null;
};

/** Writes one account from the top of a page: owners, balances, chart and transactions. Yields after a page. */
export const accountSection = function* (
  sheet: Sheet,
  { item, account, history, daysRequested, averagedSince = "" }: AccountToPrint,
): Generator<void> {
  const hasHistory = daysRequested > 0;
  sheet.turn();
  sheet.tags.open("Sect", printableText(accountTitle(account)));
  heading(sheet, item, account);
  const facts = accountFacts(item, account);
  if (hasHistory) facts.push(["Days of transactions", String(account.days_available)]);
  factColumns(sheet, [...ownerColumns(account.owners), facts], WIDTH);
  if (history.holdings) yield* holdingTable(sheet, history.holdings);
  if (hasHistory) {
    sheet.y += 8;
    // A day after every day, if there are no averages.
    const since = averagedSince ?? "9999-12-31";
    balanceChart(sheet, account, history.historical_balances, since);
    yield* transactionTable(sheet, account, history);
  }
  sheet.tags.close();
};

function heading(sheet: Sheet, item: ReportedItem, account: AssetReportAccountSummary): void {
  const { pdf } = sheet;
  const { balances } = account;
  sheet.bookmark(`${item.institutionName}: ${accountTitle(account)}`);
  const top = sheet.y;
  const title = ellipsize(pdf, accountTitle(account), STYLE.heading, 340);
  write(sheet, title, { x: PAGE.left, y: top, style: STYLE.heading, tag: "H2" });
  const place = ellipsize(
    pdf,
    `${item.institutionName}  ·  ${accountKind(account)}`,
    STYLE.body,
    340,
  );
  write(sheet, place, { x: PAGE.left, y: top + 18, style: STYLE.body, tag: "P" });
  const label = isDebt(account) ? "Currently owed" : "Current balance";
  write(sheet, label, { right: PAGE.right, y: top, style: STYLE.label, tag: "P" });
  const current = balances.current === null ? "Not told" : money(balances.current, balances);
  write(sheet, current, { right: PAGE.right, y: top + 11, style: STYLE.heading, tag: "P" });
  sheet.y = top + 40;
}

function accountFacts(
  { updatedAt }: ReportedItem,
  { balances, official_name, mask }: AssetReportAccountSummary,
): Fact[] {
  return [
    ["Official name", official_name],
    ["Number", mask && `ends in ${mask}`],
    ["Available", balances.available === null ? null : money(balances.available, balances)],
    ["Limit", balances.limit === null ? null : money(balances.limit, balances)],
    ["As of", printedTime(updatedAt)],
  ];
}

/**
 * Returns two columns of owners: one owner's facts split over both, or several owners alternating.
 */
function ownerColumns(owners: readonly Owner[]): Fact[][] {
  const [first, ...others] = owners.map(ownerFacts);
  if (!first) return [[["Owners", "Not told by the institution"]], []];
  if (others.length === 0) return [first.slice(0, -2), first.slice(-2)];
  const all = [first, ...others];
  return [0, 1].map((side) => all.filter((_, at) => at % 2 === side).flat());
}

function ownerFacts({ names, addresses, emails, phone_numbers }: Owner): Fact[] {
  return [
    ["Owner", names.join(", ") || "Not named"],
    ...addresses.map(({ data }): Fact => ["Address", addressLines(data)]),
    ["Email", emails.map(({ data }) => data).join("\n")],
    ["Phone", phone_numbers.map(({ data }) => data).join("\n")],
  ];
}

const addressLines = (data: Owner["addresses"][number]["data"]): string => {
  const place = [data.city, data.region, data.postal_code].filter(Boolean).join(" ");
  return [data.street, [place, data.country].filter(Boolean).join(", ")].filter(Boolean).join("\n");
};
