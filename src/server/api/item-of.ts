import type { Account } from "../../protocol/account.ts";
import { linkError } from "../../protocol/errors.ts";
import type { Item as ItemShape } from "../../protocol/item.ts";
import type { Product } from "../../protocol/vocabulary.ts";
import { Fault } from "../domain/fault.ts";
import type { CatalogueInstitution } from "../domain/institutions/institution.ts";
import type { Item, ItemAccount, ItemWithAccounts } from "../domain/items/item.ts";
import {
  type AccessLevel,
  ITEM_STATES,
  type ItemState,
  itemError,
  itemState,
  requireAccess,
} from "../domain/items/item-state.ts";
import type { RawJson } from "../domain/raw-json.ts";
import type { Services } from "../domain/services.ts";
import { verifiedAccount } from "../domain/verification/verified-account.ts";
import type { ApiContext } from "./endpoint.ts";
import { tokenDigest } from "./token-digest.ts";

/**
 * The Item that an access token opens to this client; INVALID_ACCESS_TOKEN otherwise, and the refusal
 * of its state where the call reaches further than that lets it (`domain/item-state.ts`).
 */
export const itemOf = async (
  accessToken: string,
  context: ApiContext,
  reach: AccessLevel = "cached",
): Promise<Item> => (await openedItem(accessToken, context, reach)).item;

/** The same, with what is shown of the Item; null where its accounts are to be read by `accountsOf`. */
export const openedItem = async (
  accessToken: string,
  context: ApiContext,
  reach: AccessLevel = "cached",
): Promise<ItemWithAccounts> => {
  const opened = await context.store.items.findByAccessToken(
    tokenDigest("access", accessToken, context),
  );
  if (opened?.item.clientId !== context.client.clientId) throw new Fault("INVALID_ACCESS_TOKEN");
  requireAccess(opened.item, reach, momentOf(context));
  return opened;
};

/**
 * The refusal of the slower one of two calls with one token that end it: the Item is removed by now, or
 * the token is dead.
 */
export const overtaken = async ({ itemId }: Item, { store }: ApiContext): Promise<Fault> => {
  const now = await store.items.byItemId(itemId);
  return new Fault(now?.removedAt === null ? "INVALID_ACCESS_TOKEN" : "ITEM_NOT_FOUND");
};

/**
 * An Item's accounts, all or those asked for; INVALID_ACCOUNT_ID when one asked for is not its. Numbers
 * that are not proven, or not yet, are left out, and the account says so.
 */
export const accountsOf = async (
  item: Pick<Item, "itemId">,
  accountIds: readonly string[] | undefined,
  { store, clock }: ApiContext,
): Promise<ItemAccount[]> => {
  const accounts = (await store.items.accounts(item.itemId)).map((one) =>
    verifiedAccount(one, clock()),
  );
  if (!accountIds) return accounts;
  const known = new Set(accounts.map(({ account }) => account.account_id));
  if (!accountIds.every((id) => known.has(id))) throw new Fault("INVALID_ACCOUNT_ID");
  const wanted = new Set(accountIds);
  return accounts.filter(({ account }) => wanted.has(account.account_id));
};

/** The accounts as the API shows them. */
export const accountShapes = (accounts: readonly ItemAccount[]): Account[] =>
  accounts.map(({ account }) => account);

/** An Item's accounts as the API shows them, all or those asked for; INVALID_ACCOUNT_ID as above. */
export const shownAccounts = async (
  item: Pick<Item, "itemId">,
  accountIds: readonly string[] | undefined,
  context: ApiContext,
): Promise<Account[] | RawJson<Account[]>> => {
  const shown = accountIds ? null : await context.store.items.accountsJson(item.itemId);
  return shown ?? accountShapes(await accountsOf(item, accountIds, context));
};

/** The moment that an Item's state is asked for. */
const momentOf = ({ environment, clock }: Services) => ({ environment, now: clock() });

/** An Item as the API shows it. */
export const itemShape = (item: Item, context: ApiContext): ItemShape => {
  const institution = context.directory.get(item.institutionId);
  const error = itemError(item, momentOf(context));
  return {
    item_id: item.itemId,
    institution_id: item.institutionId,
    institution_name: institution.name,
    webhook: item.webhook,
    error: error && linkError(error),
    available_products: institution.products.filter((product) => !item.products.includes(product)),
    billed_products: item.products,
    products: item.products,
    consent_expiration_time:
      item.consentExpiresAt === null ? null : new Date(item.consentExpiresAt).toISOString(),
    update_type: ITEM_STATES[itemState(item, momentOf(context))].updateType,
  };
};

/** Items as they were shown last: the same as long as their state and their institution are. */
const shownItems = new WeakMap<
  Item,
  { state: ItemState; institution: CatalogueInstitution; shown: RawJson<ItemShape> }
>();

/** The same, written: an Item that is remembered is written once, and not for each request. */
export const shownItem = (item: Item, context: ApiContext): RawJson<ItemShape> => {
  const state = itemState(item, momentOf(context));
  const institution = context.directory.get(item.institutionId);
  const known = shownItems.get(item);
  if (known?.state === state && known.institution === institution) return known.shown;
  const shown = { json: JSON.stringify(itemShape(item, context)) };
  shownItems.set(item, { state, institution, shown });
  return shown;
};

/** PRODUCTS_NOT_SUPPORTED for an Item that does not have a product and cannot get it. */
export const requireProduct = (
  { institutionId, products }: Item,
  product: Product,
  { directory }: ApiContext,
): void => {
  if (!products.includes(product) && !directory.get(institutionId).products.includes(product))
    throw new Fault("PRODUCTS_NOT_SUPPORTED", {
      message: `the institution does not support ${product}`,
    });
};

/**
 * The Item with a product that it was perhaps not linked for; PRODUCTS_NOT_SUPPORTED if it cannot.
 * The call is charged for it once it has succeeded.
 */
export const withProduct = async (
  item: Item,
  product: Product,
  context: ApiContext,
): Promise<Item> => {
  const { charge, store } = context;
  charge({ clientId: item.clientId, product, itemId: item.itemId });
  if (item.products.includes(product)) return item;
  requireProduct(item, product, context);
  await store.items.addProducts(item.itemId, [product]);
  return { ...item, products: [...item.products, product] };
};
