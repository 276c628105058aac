import type { ItemAccount } from "./ports.ts";
import { afterVerificationEvent, type VerificationEvent, verificationAt } from "./verification.ts";
import type { World } from "./world.ts";

/**
 * Records what happened to an account whose numbers micro-deposits are to prove, by the table of its
 * statuses; true where that changed it.
 */
export const moveVerification = async (
  { clock, store }: World,
  account: ItemAccount,
  event: VerificationEvent,
): Promise<boolean> => {
  let current: ItemAccount | undefined = account;
  while (current?.verification) {
    const before = verificationAt(current.verification, clock());
    const after = afterVerificationEvent(before, event, clock());
    if (after === before) return false;
    if (await store.items.setVerification(current, after)) return true;
    const accounts: ItemAccount[] = await store.items.accounts(account.itemId);
    current = accounts.find(
      ({ account: { account_id } }) => account_id === account.account.account_id,
    );
  }
  return false;
};
