import type { TransactionsUpdateStatus } from "../../../protocol/transaction.ts";
import { dayAt } from "../calendar.ts";
import { Fault } from "../fault.ts";
import type { Item } from "../items/item.ts";
import { ITEM_STATES, itemState, requireAccess } from "../items/item-state.ts";
import type { Runtime } from "../runtime.ts";
import type { TransactionDeps } from "./deps.ts";
import { ensureFeed, pullTogether } from "./pull-transactions.ts";
import type { TransactionFeed } from "./transaction-feed.ts";
import { extraPullJob } from "./transaction-jobs.ts";

/** The statuses of a feed, in order. */
const ORDER: readonly TransactionsUpdateStatus[] = [
  "NOT_READY",
  "INITIAL_UPDATE_COMPLETE",
  "HISTORICAL_UPDATE_COMPLETE",
];

/**
 * The required status of a feed; the days of a new feed, by default all; and the feed, if the
 * caller has just read it.
 */
type FeedRequest = {
  min?: TransactionsUpdateStatus;
  days?: number | undefined;
  known?: TransactionFeed | null;
};

/**
 * Returns an Item's feed with at least a required status, after a pull if one is due. Throws
 * PRODUCT_NOT_READY before that status, or ITEM_LOGIN_REQUIRED for an invalid login.
 */
export const ensureFreshFeed = async (
  services: TransactionDeps,
  item: Item,
  { min = "INITIAL_UPDATE_COMPLETE", ...request }: FeedRequest = {},
): Promise<TransactionFeed> => {
  const feed = await pullIfDue(services, item, request);
  if (ORDER.indexOf(feed.status) >= ORDER.indexOf(min)) return feed;
  requireAccess(item, "institution", toMoment(services));
  throw new Fault("PRODUCT_NOT_READY");
};

/**
 * The feed of an Item, pulled first if its last pull was on an earlier day. Only the sandbox pulls
 * here, since a test may advance its clock by days. Elsewhere a daily job pulls.
 */
export const pullIfDue = async (
  services: TransactionDeps,
  item: Item,
  { days, known = null }: Pick<FeedRequest, "days" | "known"> = {},
): Promise<TransactionFeed> => {
  const feed = known ?? (await ensureFeed(services, item, days));
  if (!isDue(services, item, feed)) return feed;
  try {
    await pullTogether(services, item, "background");
  } catch (failure) {
    // While the institution allows no more calls, the older data is returned.
    if (failure instanceof Fault && failure.code === "INSTITUTION_RATE_LIMIT") return feed;
    throw failure;
  }
  return ensureFeed(services, item);
};

/**
 * Pulls ahead of schedule: at once in the sandbox, by a job elsewhere, since an institution may be
 * slow.
 */
export const refreshTransactions = async (services: TransactionDeps, item: Item): Promise<void> => {
  if (services.environment !== "sandbox") return requestPull(services, item);
  if (await canPullAhead(services, item)) await pullTogether(services, item, "user");
};

/** Adds the job of a pull ahead of schedule. */
export const requestPull = async (services: TransactionDeps, item: Item): Promise<void> => {
  if (await canPullAhead(services, item))
    await services.store.jobs.add([extraPullJob(services, item)]);
};

/** Whether an early pull makes sense. An incomplete history already has a pull in progress. */
const canPullAhead = async (services: TransactionDeps, item: Item): Promise<boolean> =>
  (await ensureFeed(services, item)).status === "HISTORICAL_UPDATE_COMPLETE";

/** Whether the last pull was on an earlier day. Only for valid logins in the sandbox. */
function isDue(
  services: TransactionDeps,
  item: Item,
  { status, pulledAt }: TransactionFeed,
): boolean {
  const moment = toMoment(services);
  const { refusals } = ITEM_STATES[itemState(item, moment)];
  if (moment.environment !== "sandbox" || refusals.institution !== undefined) return false;
  if (status !== "HISTORICAL_UPDATE_COMPLETE" || pulledAt === null) return false;
  return dayAt(pulledAt) < dayAt(moment.now);
}

const toMoment = ({ environment, clock }: Pick<Runtime, "environment" | "clock">) => ({
  environment,
  now: clock(),
});
