import type { AssetReportWarning } from "../../../protocol/asset-report.ts";
import type { ErrorCause, ErrorCode } from "../../../protocol/errors.ts";
import type { Owner } from "../../../protocol/owner.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import { dateOf, dayAt } from "../calendar.ts";
import { Fault } from "../fault.ts";
import type { Item } from "../items/item.ts";
import { requireAccess } from "../items/item-state.ts";
import { ownersOf } from "../items/owners.ts";
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

/** What may be over by the next try. */
const PASSING: readonly ErrorCode[] = [
  "INSTITUTION_DOWN",
  "INSTITUTION_NOT_AVAILABLE",
  "INSTITUTION_NOT_RESPONDING",
  "PLANNED_MAINTENANCE",
];

/** The job that makes a report; it is added together with the report. */
export const makingOf = (
  services: Services,
  { assetReportId, clientId }: Pick<AssetReportRecord, "assetReportId" | "clientId">,
): NewJob =>
  newJob(services, {
    name: "make-asset-report",
    payload: { assetReportId },
    lane: `asset-reports ${clientId}`,
  });

/** How a try to make a report ended; `not yet` where another try may find more. */
export type Making = "made" | "failed" | "not yet" | "gone";

/**
 * Makes a report of what the institutions tell now. An Item that cannot be read is left out, with a
 * warning that says why; where none can be, the report has failed. An institution that does not answer
 * is asked again as long as there are tries left. To make a report twice changes nothing.
 */
export const makeAssetReport = async (
  services: Services,
  assetReportId: string,
  { isLastTry }: { isLastTry: boolean },
): Promise<Making> => {
  const { store, clock } = services;
  const report = await store.assetReports.byId(assetReportId);
  if (report?.state.at !== "making") return "gone";
  const gathered: GatheredItem[] = [];
  const warnings: AssetReportWarning[] = [];
  const causes: ErrorCause[] = [];
  for (const itemId of report.itemIds) {
    const found = await gather(services, report, itemId);
    if ("unread" in found) {
      if (!isLastTry && isPassing(found.unread)) return "not yet";
      const cause = causeOf(found.unread, itemId);
      causes.push(cause);
      warnings.push(warning("TRANSACTIONS_UNAVAILABLE", cause));
      continue;
    }
    gathered.push(found.item);
    if (found.ownersUnread)
      warnings.push(warning("OWNERS_UNAVAILABLE", causeOf(found.ownersUnread, itemId)));
  }
  if (gathered.length === 0) return fail(services, report, "DATA_UNAVAILABLE", causes);
  const state = { at: "ready", generatedAt: clock(), warnings } as const;
  const telling = readyWebhook(services, report);
  const isMade = await store.assetReports.complete(assetReportId, state, gathered, telling);
  return isMade ? "made" : "gone";
};

/** The webhook which says that a report can be read; none where there is no address. */
export const readyWebhook = ({ webhooks }: Services, report: AssetReportRecord): NewJob[] =>
  webhooks.forClient(report, {
    name: "ASSETS:PRODUCT_READY",
    assetReportId: report.assetReportId,
    reportType: "FULL",
  });

/** Gives a report up that cannot be made for a reason that nobody foresaw. */
export const giveUpAssetReport = async (
  services: Services,
  assetReportId: string,
): Promise<Making> => {
  const report = await services.store.assetReports.byId(assetReportId);
  return report ? fail(services, report, "ASSET_REPORT_GENERATION_FAILED", []) : "gone";
};

async function fail(
  { store, webhooks }: Services,
  report: AssetReportRecord,
  error: AssetReportFailure,
  causes: ErrorCause[],
): Promise<Making> {
  const { assetReportId } = report;
  const telling = webhooks.forClient(report, { name: "ASSETS:ERROR", assetReportId, error });
  const state = { at: "failed", error, causes } as const;
  return (await store.assetReports.fail(assetReportId, state, telling)) ? "failed" : "gone";
}

type Gathered = { item: GatheredItem; ownersUnread: Fault | null } | { unread: Fault };

async function gather(
  services: Services,
  report: AssetReportRecord,
  itemId: string,
): Promise<Gathered> {
  const { clock, directory, environment, store } = services;
  try {
    const item = await store.items.byItemId(itemId);
    if (!item) throw new Fault("ITEM_NOT_FOUND");
    requireAccess(item, "institution", { environment, now: clock() });
    await pullAll(services, item);
    const updatedAt = clock();
    const period = periodOfDays(report.daysRequested, updatedAt);
    // What is booked for a later day already counts in what the account holds.
    const upTo = dateOf(dayAt(updatedAt) + 31);
    const transactions = byAccount(
      await store.transactions.within(itemId, { from: period.from, to: upTo }),
    );
    const { owners, ownersUnread } = await readOwners(services, item);
    const excluded = new Set(report.excludedAccountIds);
    const shown = (await store.items.accounts(itemId))
      .map(({ account }) => account)
      .filter(({ account_id }) => !excluded.has(account_id));
    const accounts: GatheredItem["accounts"] = [];
    for (const account of shown) {
      await yieldToEventLoop();
      const own = transactions.get(account.account_id) ?? [];
      accounts.push(accountInReport(account, owners.get(account.account_id) ?? [], own, period));
    }
    return {
      item: {
        itemId,
        institutionId: item.institutionId,
        institutionName: directory.get(item.institutionId).name,
        updatedAt,
        accounts,
      },
      ownersUnread,
    };
  } catch (refusal) {
    if (refusal instanceof Fault) return { unread: refusal };
    throw refusal;
  }
}

function byAccount(transactions: readonly Transaction[]): ReadonlyMap<string, Transaction[]> {
  const own = new Map<string, Transaction[]>();
  for (const one of transactions) {
    const others = own.get(one.account_id);
    if (others) others.push(one);
    else own.set(one.account_id, [one]);
  }
  return own;
}

/** Pulls what is new, or the whole history where it has not been read yet. */
async function pullAll(services: Services, item: Item): Promise<void> {
  for (;;) {
    const { to } = await pullTransactions(services, item);
    if (to === "HISTORICAL_UPDATE_COMPLETE") return;
  }
}

async function readOwners(
  services: Services,
  item: Item,
): Promise<{ owners: ReadonlyMap<string, Owner[]>; ownersUnread: Fault | null }> {
  try {
    return { owners: await ownersOf(services, item), ownersUnread: null };
  } catch (refusal) {
    if (refusal instanceof Fault) return { owners: new Map(), ownersUnread: refusal };
    throw refusal;
  }
}

const isPassing = ({ code }: Fault): boolean => PASSING.includes(code);

const causeOf = ({ body }: Fault, itemId: string): ErrorCause => ({ ...body, item_id: itemId });

const warning = (
  warning_code: AssetReportWarning["warning_code"],
  cause: ErrorCause,
): AssetReportWarning => ({ warning_type: "ASSET_REPORT_WARNING", warning_code, cause });
