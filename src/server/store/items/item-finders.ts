import { LRUCache } from "lru-cache";
import type { AccountsJson, Item, ItemWithAccounts } from "../../domain/items/item.ts";
import type { EndUser, ItemStore } from "../../domain/items/item-store.ts";
import { preparedRead } from "../prepared-query.ts";
import { isOfPresentClient } from "../present-client.ts";
import type { Database, Queryable } from "../tables.ts";
import { type AccountsJsonRow, accountsJsonOfRow, authJsonOfRow } from "./account-json.ts";
import { type AccountRow, accountOfRow, selectAccounts } from "./item-accounts.ts";
import { consentedList, productList } from "./item-products.ts";

/** The columns of an Item. */
export const ITEM = [
  "item_id as itemId",
  "client_id as clientId",
  "user_id as userId",
  "institution_id as institutionId",
  "access_token_digest as accessTokenDigest",
  "access_token_generation as accessTokenGeneration",
  "products",
  "consented_products as consentedProducts",
  "consent_binds as consentBinds",
  "auth_method as authMethod",
  "webhook",
  "sealed_login as sealedLogin",
  "error",
  "consent_end as consentEnd",
  "consent_expires_at as consentExpiresAt",
  "reconfirmable_until as reconfirmableUntil",
  "reconfirmed_at as reconfirmedAt",
  "created_at as createdAt",
  "logged_in_at as loggedInAt",
  "removed_at as removedAt",
] as const;

type ItemRow = Omit<Item, "products" | "consentedProducts" | "consentBinds"> & {
  products: string;
  consentBinds: number;
  /** Null for an Item that was linked before this column existed. */
  consentedProducts: string | null;
};

export const itemById = (db: Database): ((itemId: string) => Promise<Item | null>) => {
  const find = preparedRead<{ itemId: string }, ItemRow>(db, (param) =>
    db
      .selectFrom("item")
      .select(ITEM)
      .where("item_id", "=", param("itemId"))
      .where(isOfPresentClient("item")),
  );
  return async (itemId) => {
    const [row] = await find({ itemId });
    return row ? itemOfRow(row) : null;
  };
};

/** The existing Items of a user, the oldest first. */
export const itemsOfUser = async (db: Queryable, userId: string): Promise<Item[]> => {
  const rows = await db
    .selectFrom("item")
    .select(ITEM)
    .where("user_id", "=", userId)
    .where("removed_at", "is", null)
    .orderBy("created_at")
    .orderBy("item_id")
    .execute();
  return rows.map(itemOfRow);
};

/** The person of an existing Item. */
export const personOfItem = async (
  db: Queryable,
  itemId: string,
): Promise<Omit<EndUser, "institutionId"> | null> =>
  (await db
    .selectFrom("item")
    .select(["client_id as clientId", "user_id as userId", "client_user_id as clientUserId"])
    .where("item_id", "=", itemId)
    .where("removed_at", "is", null)
    .executeTakeFirst()) ?? null;

/** A person's existing Items at an institution, the newest first. */
export const itemsOfEndUser = async (
  db: Queryable,
  { clientId, institutionId, userId, clientUserId }: EndUser,
): Promise<Item[]> => {
  if (userId === null && clientUserId === null) return [];
  const items = db.selectFrom("item").select(ITEM);
  const theirs =
    userId === null
      ? items.where("client_user_id", "=", clientUserId)
      : items.where("user_id", "=", userId);
  const rows = await theirs
    .where("client_id", "=", clientId)
    .$if(institutionId !== undefined, (query) =>
      query.where("institution_id", "=", institutionId ?? ""),
    )
    .where("removed_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("item_id")
    .execute();
  return rows.map(itemOfRow);
};

/**
 * The size of the cache in characters: thousands of Items. A spared read takes less than a tenth of
 * a millisecond, so a larger cache per process would not pay.
 */
const CACHE_CHARACTERS = 8 * 1024 * 1024;

/**
 * Finds an Item by the digest of its access token. `readRevision` lets a caller read the row's
 * revision and further data in one statement. An undefined revision means that the token is no
 * longer valid.
 */
export type FindItem = (
  digest: string,
  readRevision?: (itemId: string) => Promise<number | undefined>,
) => Promise<ItemWithAccounts | null>;

/**
 * Finds an Item by the digest of its access token, through an LRU cache. An entry is valid while
 * the row has the same revision, which every process increments.
 */
export const itemFinder = (db: Database): FindItem => {
  const revisionOf = preparedRead<{ digest: string }, { revision: number }>(db, (param) =>
    db.selectFrom("item").select("revision").where("access_token_digest", "=", param("digest")),
  );
  const find = preparedRead<{ digest: string }, ItemWithAccountsRow>(db, (param) =>
    db
      .selectFrom("item")
      .select([...ITEM, "shown_accounts", "auth_accounts", "auth_numbers", "revision"])
      .where("access_token_digest", "=", param("digest")),
  );
  const cache = new LRUCache<string, { revision: number; item: ItemWithAccounts }>({
    maxSize: CACHE_CHARACTERS,
  });
  const latestRevision = async (digest: string) => (await revisionOf({ digest }))[0]?.revision;
  return async (digest, readRevision = () => latestRevision(digest)) => {
    const entry = cache.get(digest);
    if (entry && (await readRevision(entry.item.item.itemId)) === entry.revision) return entry.item;
    const [row] = await find({ digest });
    if (!row) {
      // The token is no longer valid.
      cache.delete(digest);
      return null;
    }
    const item = itemWithAccountsOf(db, row);
    cache.set(digest, { revision: row.revision, item }, { size: sizeOf(row) });
    return item;
  };
};

type ItemWithAccountsRow = ItemRow & AccountsJsonRow & { revision: number };

const itemWithAccountsOf = (db: Queryable, row: ItemWithAccountsRow): ItemWithAccounts => ({
  // Requests share the cached object, so it must not change.
  item: Object.freeze(itemOfRow(row)),
  accounts: accountsJsonOfRow(db, row),
  auth: authJsonOfRow(db, row),
});

const sizeOf = (row: ItemWithAccountsRow): number =>
  Object.values(row).reduce<number>((sum, value) => sum + String(value).length, 0);

/** An Item's accounts as JSON ready to send. */
export const accountsJsonOf = (db: Database): ItemStore["accountsJson"] => {
  const find = preparedRead<{ itemId: string }, Pick<AccountsJsonRow, "shown_accounts">>(
    db,
    (param) =>
      db.selectFrom("item").select("shown_accounts").where("item_id", "=", param("itemId")),
  );
  // The key of the cache is the sealed text, which differs after every change.
  const cache = new LRUCache<string, AccountsJson>({ maxSize: CACHE_CHARACTERS / 4 });
  return async (itemId) => {
    const [row] = await find({ itemId });
    const sealed = row?.shown_accounts ?? null;
    if (sealed === null) return null;
    const entry = cache.get(sealed);
    if (entry) return entry;
    const accounts = accountsJsonOfRow(db, { itemId, shown_accounts: sealed });
    if (accounts) cache.set(sealed, accounts, { size: sealed.length + accounts.json.length });
    return accounts;
  };
};

export const loadAccounts = (db: Database): ItemStore["accounts"] => {
  const find = preparedRead<{ itemId: string }, Omit<AccountRow, "itemId">>(db, (param) =>
    selectAccounts(db).where("item_id", "=", param("itemId")),
  );
  return async (itemId) =>
    (await find({ itemId })).map((row) => accountOfRow(db, { itemId, ...row }));
};

export const itemOfRow = (row: ItemRow): Item => ({
  itemId: row.itemId,
  clientId: row.clientId,
  userId: row.userId,
  institutionId: row.institutionId,
  accessTokenDigest: row.accessTokenDigest,
  accessTokenGeneration: row.accessTokenGeneration,
  products: productList.read(row.products),
  consentedProducts:
    row.consentedProducts === null
      ? productList.read(row.products)
      : consentedList.read(row.consentedProducts),
  consentBinds: row.consentBinds === 1,
  authMethod: row.authMethod,
  webhook: row.webhook,
  sealedLogin: row.sealedLogin,
  error: row.error,
  consentEnd: row.consentEnd,
  consentExpiresAt: row.consentExpiresAt,
  reconfirmableUntil: row.reconfirmableUntil,
  reconfirmedAt: row.reconfirmedAt,
  createdAt: row.createdAt,
  loggedInAt: row.loggedInAt,
  removedAt: row.removedAt,
});
