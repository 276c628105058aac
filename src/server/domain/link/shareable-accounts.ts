import { z } from "zod";
import { Account, type LinkAccount } from "../../../protocol/account.ts";
import { LINK_PRODUCTS, type LinkProduct } from "../../../protocol/vocabulary.ts";
import type { BankAccount } from "../connectors/connector.ts";
import { Fault } from "../fault.ts";
import { opaqueId } from "../identifiers.ts";
import { missingProduct } from "../institutions/product.ts";
import { ShareableAccount } from "../items/item.ts";
import type { Services } from "../services.ts";
import {
  startVerification,
  type Verification,
  verificationAt,
} from "../verification/verification.ts";

/** The accounts behind a login: those that can be shared, and those that a product keeps out. */
export const ShareableAccounts = z.strictObject({
  accounts: z.array(ShareableAccount),
  unfit: z.array(z.strictObject({ account: Account, lacks: z.enum(LINK_PRODUCTS) })),
});
export type ShareableAccounts = z.infer<typeof ShareableAccounts>;

/** Sorts the accounts behind a login; throws NO_ACCOUNTS where none of them can be shared. */
export const shareableAccountsOf = (
  { clock, random }: Services,
  found: readonly BankAccount[],
  products: readonly LinkProduct[],
  allAuthFeatures: boolean,
): ShareableAccounts => {
  const offer: ShareableAccounts = { accounts: [], unfit: [] };
  for (const one of found) {
    const missing = missingProduct(one, products, allAuthFeatures);
    const { key, numbers, microDeposits, ...rest } = one;
    const account = { account_id: opaqueId(random, 37), ...rest };
    if (missing) offer.unfit.push({ account, lacks: missing });
    else
      offer.accounts.push({
        account,
        numbers,
        key,
        verification: microDeposits ? startVerification(microDeposits, clock()) : null,
      });
  }
  if (offer.accounts.length === 0) throw new Fault("NO_ACCOUNTS");
  return offer;
};

/**
 * An account as Link shows it and hands it to `onSuccess`; with all Auth features it says how far its
 * numbers are proven, which is null where the institution gave them.
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
