import { fetchOwners, identityWebhooks } from "../items/fetch-owners.ts";
import type { Item } from "../items/item.ts";
import type { NewJob } from "../jobs/job.ts";
import type { TransactionDeps } from "../transactions/deps.ts";
import { pullBalances, pullTransactions } from "../transactions/pull-transactions.ts";
import type { NotifiedPull } from "./notified-pull.ts";

/**
 * Pulls the data of an institution's notification: transactions and balances, and owners if they
 * may have changed. Returns the webhooks to add. Throws the institution's error.
 */
export const pullAfterNotification = async (
  services: TransactionDeps,
  item: Item,
  { since, newAccounts, owners }: NotifiedPull,
): Promise<NewJob[]> => {
  if (newAccounts) await beginAccountKeys(services, item);
  const feed = await services.store.transactions.feed(item.itemId);
  if (feed) await pullTransactions(services, item, { since, priority: "background" });
  else await pullBalances(services, item, "background");
  return owners ? await pullOwners(services, item) : [];
};

async function pullOwners(services: TransactionDeps, item: Item): Promise<NewJob[]> {
  if (!item.products.includes("identity")) return [];
  const previous = await services.store.items.owners(item.itemId);
  return identityWebhooks(
    services,
    item,
    previous,
    await fetchOwners(services, item, "background"),
  );
}

/**
 * Stores the keys of an Item's accounts before its first list if the institution reported new
 * accounts. Otherwise the first list would not count accounts as new.
 */
async function beginAccountKeys(
  { store }: Pick<TransactionDeps, "store">,
  { itemId }: Item,
): Promise<void> {
  const keys = (await store.items.accounts(itemId)).map(({ key }) => key);
  if (!keys.includes("") && (await store.items.accountKeys(itemId)) === null)
    await store.items.addAccountKeys(itemId, keys, []);
}
