import type { TransactionsUpdateStatus } from "../../../protocol/transaction.ts";
import { dayAt } from "../calendar.ts";
import { Fault } from "../fault.ts";
import type { Item } from "../items/item.ts";
import { ITEM_STATES, itemState, requireAccess } from "../items/item-state.ts";
import type { Services } from "../services.ts";
import { extraPullJob } from "./pull-job.ts";
import { ensureFeed, pullTransactions } from "./pull-transactions.ts";
import type { TransactionFeed } from "./transaction-feed.ts";

/** How far a feed has come, in the order in which it comes there. */
const ORDER: readonly TransactionsUpdateStatus[] = [
  "NOT_READY",
  "INITIAL_UPDATE_COMPLETE",
  "HISTORICAL_UPDATE_COMPLETE",
];

/**
 * The feed of an Item whose transactions are to be read; PRODUCT_NOT_READY before they have been pulled
 * as far as that takes, or ITEM_LOGIN_REQUIRED where they cannot be.
 */
export const ensureFreshFeed = async (
  services: Services,
  item: Item,
  least: TransactionsUpdateStatus = "INITIAL_UPDATE_COMPLETE",
): Promise<TransactionFeed> => {
  const feed = await pullIfDue(services, item);
  if (ORDER.indexOf(feed.status) >= ORDER.indexOf(least)) return feed;
  requireAccess(item, "institution", momentOf(services));
  throw new Fault("PRODUCT_NOT_READY");
};

/**
 * The feed of an Item as it stands. In the sandbox, whose clock a test may move by days, what has come
 * since the last day that it was pulled is pulled at once; elsewhere it comes by its job.
 */
export const pullIfDue = async (services: Services, item: Item): Promise<TransactionFeed> => {
  const feed = await ensureFeed(services, item);
  if (!isDue(services, item, feed)) return feed;
  await pullTransactions(services, item);
  return ensureFeed(services, item);
};

/**
 * Pulls ahead of time: at once in the sandbox, soon elsewhere, where an institution may take its time.
 * Before the history is there that is on its way already.
 */
export const refreshTransactions = async (services: Services, item: Item): Promise<void> => {
  const { status } = await ensureFeed(services, item);
  if (status !== "HISTORICAL_UPDATE_COMPLETE") return;
  if (services.environment === "sandbox") await pullTransactions(services, item);
  else await services.store.jobs.add([extraPullJob(services, item)]);
};

/** Whether nobody has pulled today: in the sandbox, as long as the login is good. */
function isDue(services: Services, item: Item, { status, pulledAt }: TransactionFeed): boolean {
  const moment = momentOf(services);
  const { refusals } = ITEM_STATES[itemState(item, moment)];
  if (moment.environment !== "sandbox" || refusals.institution !== undefined) return false;
  if (status !== "HISTORICAL_UPDATE_COMPLETE" || pulledAt === null) return false;
  return dayAt(pulledAt) < dayAt(moment.now);
}

const momentOf = ({ environment, clock }: Services) => ({ environment, now: clock() });
