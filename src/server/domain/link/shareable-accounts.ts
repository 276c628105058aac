import { createHash } from "node:crypto";
import { z } from "zod";
import { Account, type LinkAccount } from "../../../protocol/account.ts";
import type { AccountFilters } from "../../../protocol/link/token-settings.ts";
import { LINK_PRODUCTS, type LinkProduct } from "../../../protocol/vocabulary.ts";
import type { BankAccount } from "../connectors/bank-account.ts";
import { Fault } from "../fault.ts";
import { opaqueId } from "../identifiers.ts";
import { listLinkProducts, missingProduct } from "../institutions/product.ts";
import { type Item, type ItemAccount, ShareableAccount } from "../items/item.ts";
import { idByKey, persistentIds } from "../items/persistent-account-id.ts";
import { hasOtherIban, matchesOf, renewedAccount } from "../items/renewed-accounts.ts";
import type { Runtime } from "../runtime.ts";
import {
  startVerification,
  type Verification,
  verificationAt,
} from "../verification/verification.ts";
import type { LinkDeps } from "./deps.ts";
import type { LinkedAccount } from "./linked-before.ts";
import { isAccountWanted } from "./session-products.ts";

/** The accounts of a login: those that can be shared, and those that lack a product. */
export const ShareableAccounts = z.object({
  accounts: z.array(ShareableAccount),
  /** Empty in sessions from before the field had this name. */
  unavailable: z
    .array(z.strictObject({ account: Account, missingProduct: z.enum(LINK_PRODUCTS) }))
    .default([]),
  /** The keys of all accounts; empty in sessions from before they were stored. */
  keys: z.array(z.string()).default([]),
  /** The ids of the Item's accounts before an update; null for a new Item. */
  shared: z.array(z.string()).nullable().default(null),
  /** Whether the user has already chosen the accounts at the institution's site. */
  isChosen: z.boolean().default(false),
  /** The bank and mask of accounts that the user has linked before, by account id. */
  linked: z
    .record(
      z.string(),
      z.strictObject({ bank: z.string().nullable(), mask: z.string().nullable() }),
    )
    .default({}),
});
export type ShareableAccounts = z.infer<typeof ShareableAccounts>;

/** The persistent ids of a login's accounts, and the accounts that the user has linked before. */
export type KnownAccounts = {
  idOf(account: BankAccount): string | undefined;
  linked: ReadonlyMap<BankAccount, LinkedAccount>;
};

/**
 * Returns the persistent ids of a login's accounts. Ids in its own Item precede ids in the user's
 * other Items.
 */
export const knownAccounts = (
  services: Pick<Runtime, "vault">,
  login: { clientId: string; institutionId: string },
  accounts: readonly BankAccount[],
  linked: KnownAccounts["linked"],
  ofItem: ReadonlyMap<BankAccount, ItemAccount> = new Map(),
): KnownAccounts => {
  const held = new Map<BankAccount, string>();
  for (const [bankAccount, { account }] of ofItem)
    if (account.persistent_account_id) held.set(bankAccount, account.persistent_account_id);
  for (const [bankAccount, { persistentId }] of linked)
    if (!ofItem.has(bankAccount)) held.set(bankAccount, persistentId);
  const ids = persistentIds(services, login, accounts, held);
  return { linked, idOf: (account) => ids.get(account) };
};

const persistentIdOf = (id: string | undefined): Pick<Account, "persistent_account_id"> =>
  id === undefined ? {} : { persistent_account_id: id };

function addLinked(
  all: ShareableAccounts["linked"],
  { account_id }: Pick<Account, "account_id">,
  linked: LinkedAccount | undefined,
): void {
  if (linked?.isTold) all[account_id] = { bank: linked.bank, mask: linked.mask };
}

/**
 * Divides the accounts of a login by whether they can be shared; throws NO_ACCOUNTS if none can.
 */
export const shareableAccountsOf = (
  { clock, random }: Pick<Runtime, "clock" | "random">,
  bankAccounts: readonly BankAccount[],
  products: readonly LinkProduct[],
  allAuthFeatures: boolean,
  known?: KnownAccounts,
): ShareableAccounts => {
  const result: ShareableAccounts = {
    accounts: [],
    unavailable: [],
    keys: [],
    shared: null,
    isChosen: false,
    linked: {},
  };
  for (const bankAccount of bankAccounts) {
    const missing = missingProduct(bankAccount, products, allAuthFeatures);
    const { key, numbers, statedNumbers: _, microDeposits, ...rest } = bankAccount;
    result.keys.push(key);
    const account = {
      ...{ account_id: opaqueId(random, 37), ...rest },
      ...persistentIdOf(known?.idOf(bankAccount)),
    };
    addLinked(result.linked, account, known?.linked.get(bankAccount));
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
 * An account as Link shows it and passes it to `onSuccess`. With all Auth features it has the
 * verification status; null if the institution vouches for the numbers.
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

/**
 * Returns the accounts that an update's user may choose from: the Item's accounts under their ids,
 * and the login's other accounts that the session accepts. A former account gets its former id.
 * Throws INVALID_UPDATED_USERNAME if the login has none of the Item's present or former accounts,
 * has one with another IBAN, or has none to share.
 */
export const updateAccounts = async (
  services: LinkDeps,
  item: Item,
  bankAccounts: readonly BankAccount[],
  allAuthFeatures: boolean,
  {
    linked: linkedAccounts,
    filters,
  }: { linked: KnownAccounts["linked"]; filters?: AccountFilters },
): Promise<ShareableAccounts> => {
  const { clock, store } = services;
  const existing = await store.items.accounts(item.itemId);
  if (hasOtherIban(existing, bankAccounts)) throw new Fault("INVALID_UPDATED_USERNAME");
  const accountKeys = await store.items.accountKeys(item.itemId);
  const products = listLinkProducts(item.products);
  const accounts: ShareableAccounts["accounts"] = [];
  const unavailable: ShareableAccounts["unavailable"] = [];
  const sharedIds: string[] = [];
  const linked: ShareableAccounts["linked"] = {};
  const matches = matchesOf(existing, bankAccounts);
  const known = knownAccounts(services, item, bankAccounts, linkedAccounts, matches);
  for (const bankAccount of bankAccounts) {
    const match = matches.get(bankAccount);
    if (match) {
      const { itemId: _, ...renewal } = renewedAccount(match, bankAccount, clock());
      accounts.push(renewal);
      sharedIds.push(renewal.account.account_id);
      continue;
    }
    if (!isAccountWanted(filters, bankAccount)) continue;
    const { key, numbers, statedNumbers: _, microDeposits, ...rest } = bankAccount;
    const account_id = accountKeys?.get(key) ?? addedAccountId(services, item, key);
    const missing = missingProduct(bankAccount, products, allAuthFeatures);
    const account = { account_id, ...rest, ...persistentIdOf(known.idOf(bankAccount)) };
    addLinked(linked, account, linkedAccounts.get(bankAccount));
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
  const keys = bankAccounts.map(({ key }) => key);
  return { accounts, unavailable, keys, shared: sharedIds, isChosen: false, linked };
};

/**
 * Derives the id of an added account, so that concurrent sessions use the same id. The id is a
 * digest and does not reveal the institution's key.
 */
const addedAccountId = (
  services: Pick<Runtime, "vault">,
  item: Pick<Item, "itemId" | "clientId" | "institutionId">,
  key: string,
): string => {
  const seed = JSON.stringify([item.itemId, idByKey(services, item, key) ?? ""]);
  return opaqueId(
    (bytes) => createHash("shake256", { outputLength: bytes }).update(seed).digest(),
    37,
  );
};
