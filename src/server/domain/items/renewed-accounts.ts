import { isDeepStrictEqual } from "node:util";
import type { BankAccount } from "../connectors/connector.ts";
import { startVerification } from "../verification/verification.ts";
import type { ItemAccount } from "./item.ts";

/**
 * An Item's accounts as a new login finds them, under the ids that they have; those that it does not
 * find are left out, and those that the Item does not have are not added.
 */
export const renewedAccounts = (
  existing: readonly ItemAccount[],
  found: readonly BankAccount[],
  now: number,
): ItemAccount[] =>
  existing.flatMap((one) => {
    const same = found.find((other) => isSame(one, other));
    return same ? renewed(one, same, now) : [];
  });

/** By its key at the institution; by its numbers where it was linked before that was kept. */
function isSame(one: ItemAccount, other: BankAccount): boolean {
  if (one.key !== "") return one.key === other.key;
  if (Object.keys(one.numbers).length > 0) return isDeepStrictEqual(one.numbers, other.numbers);
  const { mask, name, type, subtype } = one.account;
  return isDeepStrictEqual(
    { mask, name, type, subtype },
    { mask: other.mask, name: other.name, type: other.type, subtype: other.subtype },
  );
}

function renewed(one: ItemAccount, found: BankAccount, now: number): ItemAccount {
  const { key, numbers, microDeposits, ...rest } = found;
  return {
    itemId: one.itemId,
    account: { account_id: one.account.account_id, ...rest },
    numbers,
    key,
    verification: microDeposits
      ? (one.verification ?? startVerification(microDeposits, now))
      : null,
  };
}
