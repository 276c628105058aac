import type { AccountHistory, AssetReportWarning } from "../../../protocol/asset-report.ts";
import type { ReportedItem } from "./asset-report.ts";
import type { ReportUser } from "./new-asset-report.ts";

/** All that a document about a report says. An account's history is read when its turn comes. */
export type PrintableReport = {
  assetReportId: string;
  clientReportId: string | null;
  /** The client that asked for it. */
  clientId: string;
  generatedAt: number;
  daysRequested: number;
  user: ReportUser;
  items: readonly ReportedItem[];
  warnings: readonly AssetReportWarning[];
  historyOf(accountId: string): Promise<AccountHistory>;
};
