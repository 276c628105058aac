import type { ItemAccount } from "../ports.ts";
import type { World } from "../services.ts";
import { afterVerificationEvent, type VerificationEvent, verificationAt } from "./verification.ts";
import { verificationNews } from "./verification-webhooks.ts";

/**
 * Records what happened to an account whose numbers micro-deposits are to prove, by the table of its
 * statuses, and tells the Item's application; true where that changed it.
 */
export const moveVerification = async (
  world: World,
  account: ItemAccount,
  event: VerificationEvent,
): Promise<boolean> => {
  const { clock, store } = world;
  const item = await store.items.byItemId(account.itemId);
  if (!item) return false;
  const accountId = account.account.account_id;
  let current: ItemAccount | undefined = account;
  while (current?.verification) {
    const before = verificationAt(current.verification, clock());
    const after = afterVerificationEvent(before, event, clock());
    if (after === before) return false;
    const jobs = verificationNews(world, item, accountId, after);
    if (await store.items.setVerification(current, after, jobs)) return true;
    const accounts: ItemAccount[] = await store.items.accounts(account.itemId);
    current = accounts.find(({ account: { account_id } }) => account_id === accountId);
  }
  return false;
};
