import type { AuditActor } from "../audit-actor.ts";
import { eraseJob } from "../jobs/erase-job.ts";
import type { NewJob } from "../jobs/job.ts";
import { applyItemEvent } from "./apply-item-event.ts";
import type { ItemDeps } from "./deps.ts";
import type { Item, ItemAccount } from "./item.ts";

/**
 * Ends the sharing of some of an Item's accounts: deletes their data, and notifies the application
 * once per account. Without a remaining account, the whole connection ends. With `loggedInAt`,
 * accounts shared by a later sign-in stay. False if nothing ended.
 */
export const revokeAccounts = (
  services: ItemDeps,
  item: Item,
  accountIds: readonly string[],
  actor: AuditActor,
  loggedInAt?: number,
): Promise<boolean> =>
  services.store.transact(async (store) => {
    const { items } = store;
    const { itemId } = item;
    if (loggedInAt !== undefined && (await items.byItemId(itemId))?.loggedInAt !== loggedInAt)
      return false;
    const ids = (await items.accounts(itemId)).map(({ account }) => account.account_id);
    if (!ids.some((id) => accountIds.includes(id))) return false;
    if (ids.every((id) => accountIds.includes(id)))
      return applyItemEvent({ ...services, store }, item, "REVOKED", { actor });
    const removedIds = await items.removeAccounts(
      itemId,
      accountIds,
      { at: services.clock(), actor },
      (removals) => accountRevocationJobs(services, item, removals),
      loggedInAt,
    );
    return removedIds.length > 0;
  });

/** The outbox of accounts that are no longer shared. */
export const accountRevocationJobs = (
  services: Pick<ItemDeps, "webhooks" | "clock" | "random">,
  item: Item,
  accountIds: readonly string[],
): NewJob[] =>
  accountIds.length === 0
    ? []
    : [
        ...accountIds.flatMap((accountId) =>
          services.webhooks.forItem(item, { name: "ITEM:USER_ACCOUNT_REVOKED", accountId }),
        ),
        eraseJob(services),
      ];

/**
 * Reconciles an Item with its institution's current list of accounts, by key. Missing accounts were
 * closed or unshared, and are revoked. Accounts that no earlier list had are announced to the
 * application once. An empty list, and a list read by a previous login, are ignored.
 */
export const reconcileAccounts = async (
  services: ItemDeps,
  item: Item,
  accounts: readonly ItemAccount[],
  keys: readonly string[],
): Promise<void> => {
  if (keys.length === 0) return;
  const { items } = services.store;
  const { loggedInAt } = item;
  if ((await items.byItemId(item.itemId))?.loggedInAt !== loggedInAt) return;
  const accountKeys = await items.accountKeys(item.itemId);
  if (accountKeys === null || keys.some((key) => !accountKeys.has(key))) {
    const webhooks = services.webhooks.forItem(item, { name: "ITEM:NEW_ACCOUNTS_AVAILABLE" });
    await items.addAccountKeys(item.itemId, keys, webhooks);
  }
  // An account from before keys were stored cannot be matched.
  const missing = accounts.filter(({ key }) => key !== "" && !keys.includes(key));
  if (missing.length > 0)
    await revokeAccounts(
      services,
      item,
      missing.map(({ account }) => account.account_id),
      { kind: "server", name: "account list" },
      loggedInAt,
    );
};
