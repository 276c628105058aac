import { createHash } from "node:crypto";
import type { BankAccount } from "../connectors/bank-account.ts";
import { Fault } from "../fault.ts";
import { opaqueId } from "../identifiers.ts";
import { linkProductsOf, missingProduct } from "../institutions/product.ts";
import type { Item } from "../items/item.ts";
import { persistentAccountId } from "../items/persistent-account-id.ts";
import { isSameAccount, renewedAccount } from "../items/renewed-accounts.ts";
import type { Runtime } from "../runtime.ts";
import { startVerification } from "../verification/verification.ts";
import type { LinkDeps } from "./deps.ts";
import type { ShareableAccounts } from "./shareable-accounts.ts";

/**
 * Returns the accounts that the user of an update may choose from: the Item's current ones, under their ids,
 * and the others behind the login. A former account gets its former id back. Throws INVALID_UPDATED_USERNAME
 * for a login without any account that the Item has or had, or with none to share.
 */
export const updateAccounts = async (
  services: LinkDeps,
  item: Item,
  bankAccounts: readonly BankAccount[],
  allAuthFeatures: boolean,
): Promise<ShareableAccounts> => {
  const { clock, store } = services;
  const existing = await store.items.accounts(item.itemId);
  const accountKeys = await store.items.accountKeys(item.itemId);
  const products = linkProductsOf(item.products);
  const accounts: ShareableAccounts["accounts"] = [];
  const unavailable: ShareableAccounts["unavailable"] = [];
  const sharedIds: string[] = [];
  for (const bankAccount of bankAccounts) {
    const match = existing.find((itemAccount) => isSameAccount(itemAccount, bankAccount));
    if (match) {
      const { itemId: _, ...renewal } = renewedAccount(match, bankAccount, clock());
      accounts.push(renewal);
      sharedIds.push(renewal.account.account_id);
      continue;
    }
    const { key, numbers, microDeposits, ...rest } = bankAccount;
    const account_id = accountKeys?.get(key) ?? addedAccountId(services, item, key);
    const missing = missingProduct(bankAccount, products, allAuthFeatures);
    const persistentId = persistentAccountId(services, item, key);
    const account = {
      account_id,
      ...rest,
      ...(persistentId && { persistent_account_id: persistentId }),
    };
    if (missing) unavailable.push({ account, missingProduct: missing });
    else
      accounts.push({
        account,
        numbers,
        key,
        verification: microDeposits ? startVerification(microDeposits, clock()) : null,
      });
  }
  const isKnown = sharedIds.length > 0 || bankAccounts.some(({ key }) => accountKeys?.has(key));
  if (!isKnown || accounts.length === 0) throw new Fault("INVALID_UPDATED_USERNAME");
  return { accounts, unavailable, keys: bankAccounts.map(({ key }) => key), shared: sharedIds };
};

/**
 * Derives the id of an account that is added to an Item, so that concurrent sessions give it the same id.
 * Like the persistent id that it is derived from, it does not reveal the institution's own key.
 */
const addedAccountId = (
  services: Pick<Runtime, "vault">,
  item: Pick<Item, "itemId" | "clientId" | "institutionId">,
  key: string,
): string => {
  const seed = JSON.stringify([item.itemId, persistentAccountId(services, item, key) ?? ""]);
  return opaqueId(
    (bytes) => createHash("shake256", { outputLength: bytes }).update(seed).digest(),
    37,
  );
};
