import type { AssetReportWarning } from "../../../protocol/asset-report.ts";
import type { ErrorCause, ErrorCode } from "../../../protocol/errors.ts";
import type { Owner } from "../../../protocol/owner.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import { dateOf, dayAt } from "../calendar.ts";
import { Fault } from "../fault.ts";
import { fetchOwners } from "../items/fetch-owners.ts";
import type { Item } from "../items/item.ts";
import { requireAccess } from "../items/item-state.ts";
import { type NewJob, newJob } from "../jobs/job.ts";
import { yieldToEventLoop } from "../jobs/yield-to-event-loop.ts";
import type { Services } from "../services.ts";
import { pullTransactions } from "../transactions/pull-transactions.ts";
import { accountInReport } from "./account-in-report.ts";
import {
  type AssetReportFailure,
  type AssetReportRecord,
  type GatheredItem,
  periodOfDays,
} from "./asset-report.ts";

/** Errors that may be over by the next attempt. */
const TRANSIENT_ERRORS: readonly ErrorCode[] = [
  "INSTITUTION_DOWN",
  "INSTITUTION_NOT_AVAILABLE",
  "INSTITUTION_NOT_RESPONDING",
  "PLANNED_MAINTENANCE",
];

/** The job that generates a report; it is added to the outbox with the report. */
export const assetReportJob = (
  services: Services,
  { assetReportId, clientId }: Pick<AssetReportRecord, "assetReportId" | "clientId">,
): NewJob =>
  newJob(services, {
    name: "make-asset-report",
    payload: { assetReportId },
    lane: `asset-reports ${clientId}`,
  });

/** How an attempt to generate a report ended; `not yet` where a retry may succeed. */
export type AssetReportOutcome = "made" | "failed" | "not yet" | "gone";

/**
 * Generates a report from what the institutions answer now. An Item that cannot be read is left out,
 * with a warning that says why; where none can be read, the report fails. A transient error of an
 * institution is retried while there are attempts left. Idempotent: a second run changes nothing.
 */
export const makeAssetReport = async (
  services: Services,
  assetReportId: string,
  { isLastTry }: { isLastTry: boolean },
): Promise<AssetReportOutcome> => {
  const { store, clock } = services;
  const report = await store.assetReports.byId(assetReportId);
  if (report?.state.at !== "making") return "gone";
  const gathered: GatheredItem[] = [];
  const warnings: AssetReportWarning[] = [];
  const causes: ErrorCause[] = [];
  for (const itemId of report.itemIds) {
    const result = await gather(services, report, itemId);
    if ("refusal" in result) {
      if (!isLastTry && isTransient(result.refusal)) return "not yet";
      const cause = causeOf(result.refusal, itemId);
      causes.push(cause);
      warnings.push(warning("TRANSACTIONS_UNAVAILABLE", cause));
      continue;
    }
    gathered.push(result.item);
    if (result.ownersRefusal)
      warnings.push(warning("OWNERS_UNAVAILABLE", causeOf(result.ownersRefusal, itemId)));
  }
  if (gathered.length === 0) return fail(services, report, "DATA_UNAVAILABLE", causes);
  const state = { at: "ready", generatedAt: clock(), warnings } as const;
  const jobs = readyWebhook(services, report);
  const isCompleted = await store.assetReports.complete(assetReportId, state, gathered, jobs);
  return isCompleted ? "made" : "gone";
};

/** The webhook that a report is ready; none where it has no address. */
export const readyWebhook = ({ webhooks }: Services, report: AssetReportRecord): NewJob[] =>
  webhooks.forClient(report, {
    name: "ASSETS:PRODUCT_READY",
    assetReportId: report.assetReportId,
    reportType: "FULL",
  });

/** Marks a report as failed after an unexpected error. */
export const giveUpAssetReport = async (
  services: Services,
  assetReportId: string,
): Promise<AssetReportOutcome> => {
  const report = await services.store.assetReports.byId(assetReportId);
  return report ? fail(services, report, "ASSET_REPORT_GENERATION_FAILED", []) : "gone";
};

async function fail(
  { store, webhooks }: Services,
  report: AssetReportRecord,
  error: AssetReportFailure,
  causes: ErrorCause[],
): Promise<AssetReportOutcome> {
  const { assetReportId } = report;
  const jobs = webhooks.forClient(report, { name: "ASSETS:ERROR", assetReportId, error });
  const state = { at: "failed", error, causes } as const;
  return (await store.assetReports.fail(assetReportId, state, jobs)) ? "failed" : "gone";
}

type GatherResult = { item: GatheredItem; ownersRefusal: Fault | null } | { refusal: Fault };

async function gather(
  services: Services,
  report: AssetReportRecord,
  itemId: string,
): Promise<GatherResult> {
  const { clock, directory, environment, store } = services;
  try {
    const item = await store.items.byItemId(itemId);
    if (!item) throw new Fault("ITEM_NOT_FOUND");
    requireAccess(item, "institution", { environment, now: clock() });
    await pullAll(services, item);
    const updatedAt = clock();
    const period = periodOfDays(report.daysRequested, updatedAt);
    // The balance already includes transactions that are booked for a later day.
    const upTo = dateOf(dayAt(updatedAt) + 31);
    const transactions = byAccount(
      await store.transactions.inPeriod(itemId, { from: period.from, to: upTo }),
    );
    const { owners, ownersRefusal } = await readOwners(services, item);
    const excluded = new Set(report.excludedAccountIds);
    const included = (await store.items.accounts(itemId))
      .map(({ account }) => account)
      .filter(({ account_id }) => !excluded.has(account_id));
    const accounts: GatheredItem["accounts"] = [];
    for (const account of included) {
      await yieldToEventLoop();
      const { account_id } = account;
      accounts.push(
        accountInReport(
          account,
          owners.get(account_id) ?? [],
          transactions.get(account_id) ?? [],
          period,
        ),
      );
    }
    return {
      item: {
        itemId,
        institutionId: item.institutionId,
        institutionName: directory.get(item.institutionId).name,
        updatedAt,
        accounts,
      },
      ownersRefusal,
    };
  } catch (refusal) {
    if (refusal instanceof Fault) return { refusal };
    throw refusal;
  }
}

function byAccount(transactions: readonly Transaction[]): ReadonlyMap<string, Transaction[]> {
  const groups = new Map<string, Transaction[]>();
  for (const transaction of transactions) {
    const group = groups.get(transaction.account_id);
    if (group) group.push(transaction);
    else groups.set(transaction.account_id, [transaction]);
  }
  return groups;
}

/** Pulls new transactions, or the whole history where it has not been read yet. */
async function pullAll(services: Services, item: Item): Promise<void> {
  for (;;) {
    const { to } = await pullTransactions(services, item);
    if (to === "HISTORICAL_UPDATE_COMPLETE") return;
  }
}

async function readOwners(
  services: Services,
  item: Item,
): Promise<{ owners: ReadonlyMap<string, Owner[]>; ownersRefusal: Fault | null }> {
  try {
    return { owners: await fetchOwners(services, item), ownersRefusal: null };
  } catch (refusal) {
    if (refusal instanceof Fault) return { owners: new Map(), ownersRefusal: refusal };
    throw refusal;
  }
}

const isTransient = ({ code }: Fault): boolean => TRANSIENT_ERRORS.includes(code);

const causeOf = ({ body }: Fault, itemId: string): ErrorCause => ({ ...body, item_id: itemId });

const warning = (
  warning_code: AssetReportWarning["warning_code"],
  cause: ErrorCause,
): AssetReportWarning => ({ warning_type: "ASSET_REPORT_WARNING", warning_code, cause });
