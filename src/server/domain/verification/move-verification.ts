import type { ItemAccount } from "../items/item.ts";
import type { Services } from "../services.ts";
import { afterVerificationEvent, type VerificationEvent, verificationAt } from "./verification.ts";
import { verificationWebhooks } from "./verification-webhooks.ts";

/**
 * Records what happened to an account whose numbers micro-deposits are to prove, by the table of its
 * statuses, and tells the Item's application; true where that changed it.
 */
export const moveVerification = async (
  services: Services,
  account: ItemAccount,
  event: VerificationEvent,
): Promise<boolean> => {
  const { clock, store } = services;
  const item = await store.items.byItemId(account.itemId);
  if (!item) return false;
  const accountId = account.account.account_id;
  let current: ItemAccount | undefined = account;
  while (current?.verification) {
    const before = verificationAt(current.verification, clock());
    const after = afterVerificationEvent(before, event, clock());
    if (after === before) return false;
    const jobs = verificationWebhooks(services, item, accountId, after);
    if (await store.items.setVerification(current, after, jobs)) return true;
    const accounts: ItemAccount[] = await store.items.accounts(account.itemId);
    current = accounts.find(({ account: { account_id } }) => account_id === accountId);
  }
  return false;
};
