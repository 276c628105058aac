import { numbersOfVerification, verificationAt } from "../verification/verification.ts";
import type { ItemAccount } from "./item.ts";

/** An account at a moment: with its verification status then, and its numbers once they are verified. */
export const verifiedAccount = (itemAccount: ItemAccount, now: number): ItemAccount => {
  if (itemAccount.verification === null) return itemAccount;
  const verification = verificationAt(itemAccount.verification, now);
  return {
    ...itemAccount,
    account: { ...itemAccount.account, verification_status: verification.status },
    numbers: numbersOfVerification(verification, now) === "ready" ? itemAccount.numbers : {},
    verification,
  };
};
