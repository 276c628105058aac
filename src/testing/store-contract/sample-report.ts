import type { AssetReportAccountSummary } from "../../protocol/reports/asset-report.ts";
import type {
  AccountPiece,
  AssetReportRecord,
  AssetReportState,
  AuditCopy,
  Draft,
  ReportedItem,
} from "../../server/domain/asset-reports/asset-report.ts";
import { NOW } from "./samples.ts";

/** An unfinished report of `sampleClient`. Its ids end in `name`. */
export const sampleReport = (
  name: string,
  changes: Partial<AssetReportRecord> = {},
): AssetReportRecord => ({
  assetReportId: `report-${name}`,
  clientId: "client-1",
  tokenDigest: `assets-${name}`,
  itemIds: ["item-b", "item-a"],
  excludedAccountIds: [],
  daysRequested: 30,
  requireAllItems: true,
  clientReportId: "loan-1",
  webhook: "https://shop.example/webhook",
  sealedUser: "sealed",
  createdAt: NOW,
  state: { at: "making" },
  hasPdf: false,
  ...changes,
});

/** The state of a finished report. */
export const READY: Extract<AssetReportState, { at: "ready" }> = {
  at: "ready",
  generatedAt: NOW + 5,
  warnings: [],
};

/** The state of a failed report. */
export const FAILED: Extract<AssetReportState, { at: "failed" }> = {
  at: "failed",
  error: "DATA_UNAVAILABLE",
  causes: [],
};

/** An Item of a report, with two accounts. */
export const itemInReport = (itemId: string): ReportedItem => ({
  itemId,
  institutionId: "ins_1",
  institutionName: "Bank Ünal",
  updatedAt: NOW,
  accounts: [2, 1].map((n) => summary(`${itemId}-account-${n}`)),
});

/** An attempt to generate a report. */
export const sampleDraft = (
  assetReportId: string,
  draftId = `draft of ${assetReportId}`,
): Draft => ({
  assetReportId,
  draftId,
});

/** A piece with an account's transactions, with another text for each account. */
export const piece = (accountId: string, position = 0): AccountPiece => ({
  accountId,
  part: "transactions",
  position,
  json: `["${accountId}", ${position}, "ж"]`,
});

/** The pieces of the accounts of `reported`. */
export const piecesOf = (itemId: string): AccountPiece[] =>
  itemInReport(itemId).accounts.flatMap(({ account_id }) => [
    piece(account_id),
    piece(account_id, 1),
  ]);

const summary = (account_id: string): AssetReportAccountSummary => ({
  account_id,
  balances: {
    available: null,
    current: 110.25,
    limit: null,
    margin_loan_amount: null,
    iso_currency_code: "USD",
    unofficial_currency_code: null,
  },
  mask: "0000",
  name: "Checking",
  official_name: null,
  type: "depository",
  subtype: "checking",
  days_available: 3,
  owners: [{ names: ["Zoë Ünal"], phone_numbers: [], emails: [], addresses: [] }],
});

/** An audit copy of a report. */
export const sampleCopy = (digest: string, assetReportId: string): AuditCopy => ({
  digest,
  assetReportId,
  clientId: "client-1",
  auditorId: null,
  createdAt: NOW,
});
