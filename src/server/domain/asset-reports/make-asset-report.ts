import type { AssetReportWarning } from "../../../protocol/asset-report.ts";
import type { ErrorCause, ErrorCode } from "../../../protocol/errors.ts";
import type { Owner } from "../../../protocol/owner.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import { dateOf, dayAt } from "../calendar.ts";
import { Fault } from "../fault.ts";
import { requireReach } from "../items/item-state.ts";
import { ownersOf } from "../items/owners.ts";
import { type NewJob, newJob } from "../jobs/job.ts";
import { giveWay } from "../jobs/yield-to-event-loop.ts";
import type { Item } from "../ports.ts";
import type { World } from "../services.ts";
import { pullTransactions } from "../transactions/pull-transactions.ts";
import { reportedAccount } from "./account-in-report.ts";
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
  world: World,
  { assetReportId, clientId }: Pick<AssetReportRecord, "assetReportId" | "clientId">,
): NewJob =>
  newJob(world, {
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
  world: World,
  assetReportId: string,
  { isLastTry }: { isLastTry: boolean },
): Promise<Making> => {
  const { store, clock } = world;
  const report = await store.assetReports.byId(assetReportId);
  if (report?.state.at !== "making") return "gone";
  const gathered: GatheredItem[] = [];
  const warnings: AssetReportWarning[] = [];
  const causes: ErrorCause[] = [];
  for (const itemId of report.itemIds) {
    const found = await gather(world, report, itemId);
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
  if (gathered.length === 0) return fail(world, report, "DATA_UNAVAILABLE", causes);
  const state = { at: "ready", generatedAt: clock(), warnings } as const;
  const telling = tellingReady(world, report);
  const isMade = await store.assetReports.complete(assetReportId, state, gathered, telling);
  return isMade ? "made" : "gone";
};

/** The webhook which says that a report can be read; none where there is no address. */
export const tellingReady = ({ webhooks }: World, report: AssetReportRecord): NewJob[] =>
  webhooks.tell(report, {
    webhook: "ASSETS:PRODUCT_READY",
    assetReportId: report.assetReportId,
    reportType: "FULL",
  });

/** Gives a report up that cannot be made for a reason that nobody foresaw. */
export const giveUpAssetReport = async (world: World, assetReportId: string): Promise<Making> => {
  const report = await world.store.assetReports.byId(assetReportId);
  return report ? fail(world, report, "ASSET_REPORT_GENERATION_FAILED", []) : "gone";
};

async function fail(
  { store, webhooks }: World,
  report: AssetReportRecord,
  error: AssetReportFailure,
  causes: ErrorCause[],
): Promise<Making> {
  const { assetReportId } = report;
  const telling = webhooks.tell(report, { webhook: "ASSETS:ERROR", assetReportId, error });
  const state = { at: "failed", error, causes } as const;
  return (await store.assetReports.fail(assetReportId, state, telling)) ? "failed" : "gone";
}

type Gathered = { item: GatheredItem; ownersUnread: Fault | null } | { unread: Fault };

async function gather(world: World, report: AssetReportRecord, itemId: string): Promise<Gathered> {
  const { clock, directory, environment, store } = world;
  try {
    const item = await store.items.byItemId(itemId);
    if (!item) throw new Fault("ITEM_NOT_FOUND");
    requireReach(item, "institution", { environment, now: clock() });
    await pullAll(world, item);
    const updatedAt = clock();
    const period = periodOfDays(report.daysRequested, updatedAt);
    // What is booked for a later day already counts in what the account holds.
    const upTo = dateOf(dayAt(updatedAt) + 31);
    const transactions = byAccount(
      await store.transactions.within(itemId, { from: period.from, to: upTo }),
    );
    const { owners, ownersUnread } = await readOwners(world, item);
    const excluded = new Set(report.excludedAccountIds);
    const shown = (await store.items.accounts(itemId))
      .map(({ account }) => account)
      .filter(({ account_id }) => !excluded.has(account_id));
    const accounts: GatheredItem["accounts"] = [];
    for (const account of shown) {
      await giveWay();
      const own = transactions.get(account.account_id) ?? [];
      accounts.push(reportedAccount(account, owners.get(account.account_id) ?? [], own, period));
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
async function pullAll(world: World, item: Item): Promise<void> {
  for (;;) {
    const { to } = await pullTransactions(world, item);
    if (to === "HISTORICAL_UPDATE_COMPLETE") return;
  }
}

async function readOwners(
  world: World,
  item: Item,
): Promise<{ owners: ReadonlyMap<string, Owner[]>; ownersUnread: Fault | null }> {
  try {
    return { owners: await ownersOf(world, item), ownersUnread: null };
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
