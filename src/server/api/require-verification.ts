import { Fault } from "../domain/fault.ts";
import type { ItemAccount } from "../domain/items/item.ts";
import { VERIFICATIONS } from "../domain/verification/verification.ts";

/**
 * Throws PRODUCT_NOT_READY while micro-deposits have not verified the numbers of a requested
 * account, or of the only accounts.
 */
export const requireVerification = (accounts: readonly ItemAccount[], areNamed: boolean): void => {
  const isPending = ({ verification }: ItemAccount) =>
    verification !== null && VERIFICATIONS[verification.status].numbers === "pending";
  const isAnyPending = accounts.some(isPending);
  const hasNoNumbers = accounts.every(({ numbers }) => Object.keys(numbers).length === 0);
  if (isAnyPending && (areNamed || hasNoNumbers))
    throw new Fault("PRODUCT_NOT_READY", {
      message: "micro-deposits have yet to prove the account numbers",
    });
};
