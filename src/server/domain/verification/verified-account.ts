import type { ItemAccount } from "../items/item.ts";
import { numbersOfVerification, verificationAt } from "./verification.ts";

/** An account as it can be shown at a moment: with its status then, and its numbers once they are proven. */
export const verifiedAccount = (one: ItemAccount, now: number): ItemAccount => {
  if (one.verification === null) return one;
  const verification = verificationAt(one.verification, now);
  return {
    ...one,
    account: { ...one.account, verification_status: verification.status },
    numbers: numbersOfVerification(verification, now) === "ready" ? one.numbers : {},
    verification,
  };
};
