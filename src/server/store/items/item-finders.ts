import { LRUCache } from "lru-cache";
import type { Item, OpenedItem } from "../../domain/items/item.ts";
import type { ItemStore } from "../../domain/items/item-store.ts";
import { preparedRead } from "../prepared-query.ts";
import type { Database } from "../tables.ts";
import { accountsShown, authShown, type ShownRow } from "./account-json.ts";
import { type AccountRow, accountOfRow, selectAccounts } from "./item-accounts.ts";
import { productList } from "./item-products.ts";

const ITEM = [
  "item_id as itemId",
  "client_id as clientId",
  "institution_id as institutionId",
  "access_token_digest as accessTokenDigest",
  "access_token_generation as accessTokenGeneration",
  "products",
  "webhook",
  "sealed_login as sealedLogin",
  "error",
  "consent_expires_at as consentExpiresAt",
  "created_at as createdAt",
  "logged_in_at as loggedInAt",
  "removed_at as removedAt",
] as const;

type ItemRow = Omit<Item, "products"> & { products: string };

/** The Item of an id. */
export const itemById = (db: Database): ((itemId: string) => Promise<Item | null>) => {
  const find = preparedRead<{ itemId: string }, ItemRow>(db, (param) =>
    db.selectFrom("item").select(ITEM).where("item_id", "=", param("itemId")),
  );
  return async (itemId) => {
    const [row] = await find({ itemId });
    return row ? itemOfRow(row) : null;
  };
};

/** How many letters of Items are remembered. */
const ROOM = 32 * 1024 * 1024;

/**
 * What an access token's digest opens. Those that were opened last are remembered, and read again only
 * when they have changed, whoever has changed them.
 */
export const itemOpener = (db: Database): ItemStore["opened"] => {
  const revisionOf = preparedRead<{ digest: string }, { revision: number }>(db, (param) =>
    db.selectFrom("item").select("revision").where("access_token_digest", "=", param("digest")),
  );
  const find = preparedRead<{ digest: string }, OpenedRow>(db, (param) =>
    db
      .selectFrom("item")
      .select([...ITEM, "shown_accounts", "auth_accounts", "auth_numbers", "revision"])
      .where("access_token_digest", "=", param("digest")),
  );
  const remembered = new LRUCache<string, { revision: number; opened: OpenedItem }>({
    maxSize: ROOM,
  });
  return async (digest) => {
    const known = remembered.get(digest);
    if (known) {
      const [now] = await revisionOf({ digest });
      if (now?.revision === known.revision) return known.opened;
    }
    const [row] = await find({ digest });
    if (!row) return null;
    const opened = openedOf(row);
    remembered.set(digest, { revision: row.revision, opened }, { size: sizeOf(row) });
    return opened;
  };
};

type OpenedRow = ItemRow & ShownRow & { revision: number };

const openedOf = (row: OpenedRow): OpenedItem => ({
  // Many requests have it at once.
  item: Object.freeze(itemOfRow(row)),
  accounts: accountsShown(row),
  auth: authShown(row),
});

const sizeOf = (row: OpenedRow): number =>
  Object.values(row).reduce<number>((sum, value) => sum + String(value).length, 0);

/** An Item's accounts as they are shown. */
export const accountsJsonOf = (db: Database): ItemStore["shownAccounts"] => {
  const find = preparedRead<{ itemId: string }, Pick<ShownRow, "shown_accounts">>(db, (param) =>
    db.selectFrom("item").select("shown_accounts").where("item_id", "=", param("itemId")),
  );
  return async (itemId) => {
    const [row] = await find({ itemId });
    return row ? accountsShown(row) : null;
  };
};

/** The accounts of an Item. */
export const accountsOf = (db: Database): ItemStore["accounts"] => {
  const find = preparedRead<{ itemId: string }, Omit<AccountRow, "itemId">>(db, (param) =>
    selectAccounts(db).where("item_id", "=", param("itemId")),
  );
  return async (itemId) => (await find({ itemId })).map((row) => accountOfRow({ itemId, ...row }));
};

const itemOfRow = (row: ItemRow): Item => ({
  itemId: row.itemId,
  clientId: row.clientId,
  institutionId: row.institutionId,
  accessTokenDigest: row.accessTokenDigest,
  accessTokenGeneration: row.accessTokenGeneration,
  products: productList.read(row.products),
  webhook: row.webhook,
  sealedLogin: row.sealedLogin,
  error: row.error,
  consentExpiresAt: row.consentExpiresAt,
  createdAt: row.createdAt,
  loggedInAt: row.loggedInAt,
  removedAt: row.removedAt,
});
