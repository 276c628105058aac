import { openLogin } from "../connectors/open-login.ts";
import { fetchOwners } from "../items/fetch-owners.ts";
import { identityWebhooks } from "../items/identity-webhooks.ts";
import type { Item } from "../items/item.ts";
import type { NewJob } from "../jobs/job.ts";
import type { Services } from "../services.ts";
import { pullBalances, pullTransactions } from "../transactions/pull-transactions.ts";
import type { NotifiedPull } from "./notified-pull.ts";

/**
 * Pulls from the institution what it notified us of: transactions and balances, and owners or accounts
 * where they may be others. Answers the webhooks that are still to be added. Throws the institution's error.
 */
export const pullNotified = async (
  services: Services,
  item: Item,
  { since, newAccounts, owners }: NotifiedPull,
): Promise<NewJob[]> => {
  const feed = await services.store.transactions.feed(item.itemId);
  if (feed) await pullTransactions(services, item, since);
  else await pullBalances(services, item);
  return [
    ...(owners ? await pullOwners(services, item) : []),
    ...(newAccounts && (await hasMoreAccounts(services, item))
      ? services.webhooks.forItem(item, { name: "ITEM:NEW_ACCOUNTS_AVAILABLE" })
      : []),
  ];
};

async function pullOwners(services: Services, item: Item): Promise<NewJob[]> {
  if (!item.products.includes("identity")) return [];
  const before = await services.store.items.owners(item.itemId);
  return identityWebhooks(services, item, before, await fetchOwners(services, item));
}

/** Whether the institution has an account of the user that is not among the Item's. */
async function hasMoreAccounts(services: Services, item: Item): Promise<boolean> {
  const { directory, store } = services;
  const fromBank = await directory
    .connectorOf(item.institutionId)
    .balances(await openLogin(services, item));
  const accounts = await store.items.accounts(item.itemId);
  return fromBank.some(({ key }) => accounts.every((account) => account.key !== key));
}
