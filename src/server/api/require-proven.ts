import { Fault } from "../domain/fault.ts";
import type { ItemAccount } from "../domain/items/item.ts";
import { VERIFICATIONS } from "../domain/verification/verification.ts";

/** Numbers that are to be proven yet are not ready; one that is asked for has to be. */
export const requireVerified = (accounts: readonly ItemAccount[], areAskedFor: boolean): void => {
  const isPending = ({ verification }: ItemAccount) =>
    verification !== null && VERIFICATIONS[verification.status].numbers === "pending";
  const some = accounts.some(isPending);
  const none = accounts.every(({ numbers }) => Object.keys(numbers).length === 0);
  if (some && (areAskedFor || none))
    throw new Fault("PRODUCT_NOT_READY", {
      message: "micro-deposits have yet to prove the account numbers",
    });
};
