import type { TransactionsUpdateStatus } from "../../protocol/transaction.ts";
import { dayAt } from "./calendar.ts";
import { Fault } from "./fault.ts";
import { ITEM_STATES, itemState, requireReach } from "./item-state.ts";
import type { Item } from "./ports.ts";
import { feedOf, pullTransactions } from "./pull-transactions.ts";
import type { TransactionFeed } from "./transaction-feed.ts";
import type { World } from "./world.ts";

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
export const readyFeed = async (
  world: World,
  item: Item,
  least: TransactionsUpdateStatus = "INITIAL_UPDATE_COMPLETE",
): Promise<TransactionFeed> => {
  const feed = await currentFeed(world, item);
  if (ORDER.indexOf(feed.status) >= ORDER.indexOf(least)) return feed;
  requireReach(item, "institution", momentOf(world));
  throw new Fault("PRODUCT_NOT_READY");
};

/**
 * The feed of an Item as it stands. In the sandbox, whose clock a test may move by days, what is due by
 * now is pulled at once; elsewhere it comes when it comes.
 */
export const currentFeed = async (world: World, item: Item): Promise<TransactionFeed> => {
  const feed = await feedOf(world, item.itemId);
  if (!isDue(world, item, feed)) return feed;
  return refreshTransactions(world, item);
};

/** Pulls what there is to an Item's transactions now: all of it, if there was nothing before. */
export const refreshTransactions = async (world: World, item: Item): Promise<TransactionFeed> => {
  for (;;) {
    const { to } = await pullTransactions(world, item);
    if (to === "HISTORICAL_UPDATE_COMPLETE") return feedOf(world, item.itemId);
  }
};

/** Whether it is time to pull: in the sandbox once a day, as long as the login is good. */
function isDue(world: World, item: Item, feed: TransactionFeed): boolean {
  const moment = momentOf(world);
  const { refusals } = ITEM_STATES[itemState(item, moment)];
  if (moment.environment !== "sandbox" || refusals.institution !== undefined) return false;
  if (feed.status !== "HISTORICAL_UPDATE_COMPLETE" || feed.pulledAt === null) return true;
  return dayAt(feed.pulledAt) < dayAt(moment.now);
}

const momentOf = ({ environment, clock }: World) => ({ environment, now: clock() });
