import type { Item, Store } from "../domain/ports.ts";
import { type AccountRow, accountOfRow } from "./item-accounts.ts";
import { productList } from "./item-products.ts";
import { type ShownRow, shownOfRow } from "./shown-accounts.ts";
import type { Database } from "./tables.ts";
import { writtenQuery } from "./written-query.ts";

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

const SHOWN = ["shown_accounts", "auth_accounts", "auth_numbers"] as const;

type ItemRow = Omit<Item, "products"> & { products: string };

/** The Item of an id, or of an access token's digest. */
export const itemBy = (
  db: Database,
  key: "item_id" | "access_token_digest",
): ((value: string) => Promise<Item | null>) => {
  const find = writtenQuery<{ value: string }, ItemRow>(db, (place) =>
    db.selectFrom("item").select(ITEM).where(key, "=", place("value")),
  );
  return async (value) => {
    const [row] = await find({ value });
    return row ? itemOfRow(row) : null;
  };
};

/** The Item of an access token's digest, with its accounts as they are shown. */
export const itemWithShownAccounts = (db: Database): Store["items"]["withShownAccounts"] => {
  const find = writtenQuery<{ digest: string }, ItemRow & ShownRow>(db, (place) =>
    db
      .selectFrom("item")
      .select([...ITEM, ...SHOWN])
      .where("access_token_digest", "=", place("digest")),
  );
  return async (digest) => {
    const [row] = await find({ digest });
    if (!row) return null;
    return { item: itemOfRow(row), shown: shownOfRow(row) };
  };
};

/** An Item's accounts as they are shown. */
export const shownAccountsOf = (db: Database): Store["items"]["shownAccounts"] => {
  const find = writtenQuery<{ itemId: string }, ShownRow>(db, (place) =>
    db.selectFrom("item").select(SHOWN).where("item_id", "=", place("itemId")),
  );
  return async (itemId) => {
    const [row] = await find({ itemId });
    return row ? shownOfRow(row) : null;
  };
};

/** The accounts of an Item. */
export const accountsOf = (db: Database): Store["items"]["accounts"] => {
  const find = writtenQuery<{ itemId: string }, Omit<AccountRow, "itemId">>(db, (place) =>
    db
      .selectFrom("item_account")
      .select(["account", "numbers", "account_key as key", "verification"])
      .where("item_id", "=", place("itemId"))
      .orderBy("position"),
  );
  return async (itemId) => (await find({ itemId })).map((row) => accountOfRow({ itemId, ...row }));
};

// Field by field: spreading takes longer than reading the row.
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
