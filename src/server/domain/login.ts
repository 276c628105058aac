import type { Account, LinkAccount } from "../../protocol/account.ts";
import type { LinkProduct } from "../../protocol/vocabulary.ts";
import { Fault } from "./fault.ts";
import { opaqueId } from "./identifiers.ts";
import type { OfferedBankAccount } from "./ports.ts";
import { suits } from "./product.ts";
import type { World } from "./world.ts";

/** What a successful login leaves: the Item it may become, and the accounts that fit the products. */
export type LoginResult = { itemId: string; sealedLogin: string; offered: OfferedBankAccount[] };

/**
 * Logs in at an institution. Throws the institution's refusal as a Fault, and NO_ACCOUNTS when no
 * account behind the login fits the products.
 */
export const logIn = async (
  { directory, random, vault }: World,
  institutionId: string,
  credentials: Record<string, string>,
  products: readonly LinkProduct[],
): Promise<LoginResult> => {
  const accounts = await directory.connectorOf(institutionId).start(institutionId, credentials);
  const fitting = accounts.filter((account) => suits(account, products));
  if (fitting.length === 0) throw new Fault("NO_ACCOUNTS");
  const itemId = opaqueId(random, 37);
  return {
    itemId,
    sealedLogin: vault.seal(loginPurpose(itemId), JSON.stringify(credentials)),
    offered: fitting.map(({ key: _, numbers, ...account }) => ({
      account: { account_id: opaqueId(random, 37), ...account },
      numbers,
    })),
  };
};

/** Sealed credentials open only under the Item they belong to. */
const loginPurpose = (itemId: string): string => `login:${itemId}`;

/** An account as Link shows it and hands it to `onSuccess`. */
export const linkAccount = ({ account_id, name, mask, type, subtype }: Account): LinkAccount => ({
  id: account_id,
  name,
  mask,
  type,
  subtype,
});
