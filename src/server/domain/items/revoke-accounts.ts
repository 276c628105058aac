import type { NewJob } from "../jobs/job.ts";
import type { Services } from "../services.ts";
import { applyItemEvent } from "./apply-item-event.ts";
import { eraseJob } from "./erase-job.ts";
import type { Item } from "./item.ts";

/**
 * Ends the sharing of some of an Item's accounts: what was read of them is deleted, and the application
 * is notified of each, once. Where no other account is left, the user has ended the whole connection.
 * Nothing ends that was shared by a sign-in after `loggedInAt`, where that is given.
 */
export const revokeAccounts = async (
  services: Services,
  item: Item,
  accountIds: readonly string[],
  loggedInAt?: number,
): Promise<void> => {
  const { store } = services;
  const accounts = await store.items.accounts(item.itemId);
  const others = accounts.filter(({ account }) => !accountIds.includes(account.account_id));
  if (others.length === 0) await applyItemEvent(services, item, "REVOKED");
  else
    await store.items.removeAccounts(
      item.itemId,
      accountIds,
      (removedIds) => accountRevocationJobs(services, item, removedIds),
      loggedInAt,
    );
};

/** The outbox of accounts that are shared no longer. */
export const accountRevocationJobs = (
  services: Pick<Services, "webhooks" | "clock" | "random">,
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
