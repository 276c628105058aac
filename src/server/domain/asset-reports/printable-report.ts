import type { AccountHistory, AssetReportWarning } from "../../../protocol/asset-report.ts";
import type { ReportedItem } from "./asset-report.ts";
import type { ReportUser } from "./new-asset-report.ts";

/** The contents of a printed report. An account's history is read when its turn comes. */
export type PrintableReport = {
  assetReportId: string;
  clientReportId: string | null;
  /** The client that requested it. */
  clientId: string;
  generatedAt: number;
  daysRequested: number;
  user: ReportUser;
  items: readonly ReportedItem[];
  warnings: readonly AssetReportWarning[];
  historyOf(accountId: string): Promise<AccountHistory>;
};
