import type {
  AssetReportWarning,
  HistoricalBalance,
  InsightfulTransaction,
} from "../../../protocol/reports/asset-report.ts";
import type {
  AssetReportHolding,
  AssetReportSecurity,
} from "../../../protocol/reports/asset-report-investments.ts";
import { Fault } from "../fault.ts";
import type { Runtime } from "../runtime.ts";
import { parseEntries, readPieces } from "./account-pieces.ts";
import {
  type AccountPart,
  type AssetReportStore,
  periodOfDays,
  type ReadyReport,
  type ReportedItem,
} from "./asset-report.ts";
import { openUser, type ReportUser } from "./new-asset-report.ts";

/** The printed fields of a transaction. */
export type PrintableTransaction = Pick<
  InsightfulTransaction,
  | "amount"
  | "date"
  | "iso_currency_code"
  | "name"
  | "original_description"
  | "pending"
  | "unofficial_currency_code"
>;

/** A security in an account, as printed. */
export type PrintableHolding = AssetReportHolding & { name: string | null };

/** The printed part of an account's history, newest first. */
export type PrintableHistory = {
  historical_balances: readonly HistoricalBalance[];
  transactions: readonly PrintableTransaction[];
  /** The account's securities; left out if unknown. */
  holdings?: readonly PrintableHolding[];
};

/** The contents of a printed report. An account's history is read when the account is printed. */
export type PrintableReport = {
  assetReportId: string;
  clientReportId: string | null;
  /** The client that requested the report. */
  clientId: string;
  /** The client's name, if it has one. */
  clientName: string | null;
  generatedAt: number;
  daysRequested: number;
  user: ReportUser;
  items: readonly ReportedItem[];
  warnings: readonly AssetReportWarning[];
  historyOf(accountId: string): Promise<PrintableHistory>;
};

/** The part of the clients' store that a printed report needs. */
export type ClientNames = { byClientId(clientId: string): Promise<{ name: string } | null> };

/** A report for printing, optionally cut to its last days. */
export const printableReport = async (
  services: Pick<Runtime, "vault"> & {
    store: {
      assetReports: AssetReportStore;
      clients: ClientNames;
    };
  },
  report: ReadyReport,
  days = report.daysRequested,
): Promise<PrintableReport> => {
  const { assetReportId, clientReportId, clientId, state } = report;
  const { assetReports, clients } = services.store;
  const from = firstDayShown(report, days) ?? "";
  return {
    assetReportId,
    clientReportId,
    clientId,
    clientName: (await clients.byClientId(clientId))?.name || null,
    generatedAt: state.generatedAt,
    daysRequested: days,
    user: openUser(services, report),
    items: withinDays(await assetReports.items(assetReportId), days),
    warnings: state.warnings,
    historyOf: (accountId) => readHistory(assetReports, assetReportId, accountId, from),
  };
};

/** Returns the number of days to show. INVALID_FIELD if the report has fewer days. */
export const daysToShow = ({ daysRequested }: ReadyReport, daysToInclude?: number): number => {
  if (daysToInclude !== undefined && daysToInclude > daysRequested)
    throw new Fault("INVALID_FIELD", {
      message: `options.days_to_include must be at most ${daysRequested}, as many as the report has`,
    });
  return daysToInclude ?? daysRequested;
};

/** Returns the first of the shown days; null if all days are shown. */
export const firstDayShown = (
  { daysRequested, state }: ReadyReport,
  days: number,
): string | null => (days < daysRequested ? periodOfDays(days, state.generatedAt).from : null);

/** Limits the days that the Items' accounts claim to the shown days. */
export const withinDays = (items: readonly ReportedItem[], days: number): ReportedItem[] =>
  items.map((item) => ({
    ...item,
    accounts: item.accounts.map((account) => ({
      ...account,
      days_available: Math.min(account.days_available, days),
    })),
  }));

/** Reads the printed part of an account's history from a date on. */
const readHistory = async (
  store: Pick<AssetReportStore, "piece">,
  assetReportId: string,
  accountId: string,
  from: string,
): Promise<PrintableHistory> => {
  const entries = async <Entry extends { date?: string }, Piece>(
    part: AccountPart,
    print: (entry: Entry) => Piece,
  ): Promise<Piece[]> => {
    const all: Piece[] = [];
    for await (const piece of readPieces(store, assetReportId, accountId, part))
      for (const entry of parseEntries<Entry>(piece))
        if (entry.date === undefined || entry.date >= from) all.push(print(entry));
    return all;
  };
  const names = new Map(
    await entries(
      "securities",
      ({ security_id, name }: AssetReportSecurity & { date?: string }) =>
        [security_id, name] as const,
    ),
  );
  const holdings = await entries("holdings", (holding: AssetReportHolding & { date?: string }) => ({
    ...holding,
    name: names.get(holding.security_id) ?? null,
  }));
  return {
    historical_balances: await entries("balances", (balance: HistoricalBalance) => balance),
    transactions: await entries("insights", printableTransaction),
    ...(holdings.length > 0 && { holdings }),
  };
};

const printableTransaction = (transaction: InsightfulTransaction): PrintableTransaction => ({
  amount: transaction.amount,
  date: transaction.date,
  iso_currency_code: transaction.iso_currency_code,
  name: transaction.name,
  original_description: transaction.original_description,
  pending: transaction.pending,
  unofficial_currency_code: transaction.unofficial_currency_code,
});
