import { z } from "zod";
import { Account, type LinkAccount } from "../../../protocol/account.ts";
import { LINK_PRODUCTS, type LinkProduct } from "../../../protocol/vocabulary.ts";
import type { BankAccount } from "../connectors/bank-account.ts";
import { Fault } from "../fault.ts";
import { opaqueId } from "../identifiers.ts";
import { missingProduct } from "../institutions/product.ts";
import { ShareableAccount } from "../items/item.ts";
import type { Runtime } from "../runtime.ts";
import {
  startVerification,
  type Verification,
  verificationAt,
} from "../verification/verification.ts";

/** The accounts behind a login: those that can be shared, and those that lack a product. */
export const ShareableAccounts = z.object({
  accounts: z.array(ShareableAccount),
  /** Empty in sessions from before this had its name. */
  unavailable: z
    .array(z.strictObject({ account: Account, missingProduct: z.enum(LINK_PRODUCTS) }))
    .default([]),
  /** The keys of all of them; empty in sessions from before this was stored. */
  keys: z.array(z.string()).default([]),
  /** The ids of those that the Item of an update has today; null for a new Item. */
  shared: z.array(z.string()).nullable().default(null),
});
export type ShareableAccounts = z.infer<typeof ShareableAccounts>;

/** Sorts the accounts behind a login; throws NO_ACCOUNTS if none of them can be shared. */
export const shareableAccountsOf = (
  { clock, random }: Pick<Runtime, "clock" | "random">,
  bankAccounts: readonly BankAccount[],
  products: readonly LinkProduct[],
  allAuthFeatures: boolean,
): ShareableAccounts => {
  const result: ShareableAccounts = { accounts: [], unavailable: [], keys: [], shared: null };
  for (const bankAccount of bankAccounts) {
    const missing = missingProduct(bankAccount, products, allAuthFeatures);
    const { key, numbers, microDeposits, ...rest } = bankAccount;
    result.keys.push(key);
    const account = { account_id: opaqueId(random, 37), ...rest };
    if (missing) result.unavailable.push({ account, missingProduct: missing });
    else
      result.accounts.push({
        account,
        numbers,
        key,
        verification: microDeposits ? startVerification(microDeposits, clock()) : null,
      });
  }
  if (result.accounts.length === 0) throw new Fault("NO_ACCOUNTS");
  return result;
};

/**
 * An account as Link shows it and passes it to `onSuccess`; with all Auth features it includes the
 * verification status, which is null if the institution vouches for the numbers.
 */
export const linkAccount = (
  { account, verification }: { account: Account; verification: Verification | null },
  allAuthFeatures: boolean,
  now: number,
): LinkAccount => ({
  id: account.account_id,
  name: account.name,
  mask: account.mask,
  type: account.type,
  subtype: account.subtype,
  ...(allAuthFeatures && {
    verification_status: verification && verificationAt(verification, now).status,
  }),
});
