import { dayAt } from "./calendar.ts";
import { Fault } from "./fault.ts";
import { ITEM_STATES, itemState } from "./item-state.ts";
import type { Item } from "./ports.ts";
import { feedOf, pullTransactions } from "./pull-transactions.ts";
import type { TransactionFeed } from "./transaction-feed.ts";
import type { World } from "./world.ts";

/**
 * The feed of an Item whose transactions can be read; PRODUCT_NOT_READY before the first pull. In the
 * sandbox, whose clock a test may move by days, what is due by now is pulled at once; elsewhere it comes
 * when it comes.
 */
export const readyFeed = async (world: World, item: Item): Promise<TransactionFeed> => {
  const feed = await feedOf(world, item.itemId);
  const current = isDue(world, item, feed) ? await caughtUp(world, item) : feed;
  if (current.status === "NOT_READY") throw new Fault("PRODUCT_NOT_READY");
  return current;
};

async function caughtUp(world: World, item: Item): Promise<TransactionFeed> {
  do await pullTransactions(world, item);
  while ((await feedOf(world, item.itemId)).status !== "HISTORICAL_UPDATE_COMPLETE");
  return feedOf(world, item.itemId);
}

/** Whether it is time to pull: in the sandbox once a day, as long as the login is good. */
function isDue({ environment, clock }: World, item: Item, feed: TransactionFeed): boolean {
  const now = clock();
  const { refusals } = ITEM_STATES[itemState(item, { environment, now })];
  if (environment !== "sandbox" || refusals.institution !== undefined) return false;
  if (feed.status !== "HISTORICAL_UPDATE_COMPLETE" || feed.pulledAt === null) return true;
  return dayAt(feed.pulledAt) < dayAt(now);
}
