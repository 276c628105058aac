import { Fault } from "../domain/fault.ts";
import type { ItemAccount } from "../domain/items/item.ts";
import { VERIFICATIONS } from "../domain/verification/verification.ts";

/**
 * PRODUCT_NOT_READY while micro-deposits have yet to verify the numbers of an account that the request
 * names, or of the only accounts there are.
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
