import { z } from "zod";
import type { AccountKeys } from "../../domain/items/item-store.ts";
import { openText, sealText } from "../column-cipher.ts";
import { jsonColumn } from "../json-column.ts";
import type { Queryable } from "../tables.ts";
import { changeItem } from "./change-item.ts";
import { accountPlace } from "./item-accounts.ts";

/** The account keys. A key of an Item's own account is paired with the account's id. */
const keyList = jsonColumn(z.array(z.union([z.string(), z.tuple([z.string(), z.string()])])));

/** The purpose for which the column is sealed. */
export const accountKeysPlace = (itemId: string): string => `item.account_keys:${itemId}`;

/**
 * The keys of all accounts that an Item's institution has ever listed, with the account ids of
 * shared accounts; null before the first list.
 */
export const findAccountKeys = async (
  db: Queryable,
  itemId: string,
): Promise<AccountKeys | null> => {
  const row = await db
    .selectFrom("item")
    .select("account_keys")
    .where("item_id", "=", itemId)
    .executeTakeFirst();
  return keysIn(db, itemId, row?.account_keys ?? null);
};

/**
 * Adds keys to the set of all listed keys, within a transaction; true if any key is new. The first
 * list has no new keys.
 */
export const addAccountKeys = async (
  transaction: Queryable,
  itemId: string,
  keys: readonly string[],
): Promise<boolean> => {
  const previous = await lockAccountKeys(transaction, itemId);
  if (previous === undefined) return false;
  const isNews = previous !== null && keys.some((key) => !previous.has(key));
  if (previous === null || isNews)
    await writeKeys(
      transaction,
      itemId,
      new Map([...keys.map((key) => [key, null] as const), ...(previous ?? [])]),
    );
  return isNews;
};

/**
 * Records an Item's accounts before an account is removed. The institution may keep listing the
 * account, which is then not new. A shared account returns with its earlier id.
 */
export const rememberOwnAccounts = async (
  transaction: Queryable,
  itemId: string,
): Promise<void> => {
  const rows = await transaction
    .selectFrom("item_account")
    .select(["account_id as accountId", "account_key as key"])
    .where("item_id", "=", itemId)
    .execute();
  const own = rows
    .map(({ accountId, key }) => {
      const place = accountPlace("account_key", itemId, accountId);
      return [openText(transaction, place, key), accountId] as const;
    })
    .filter(([key]) => key !== "");
  const previous = await lockAccountKeys(transaction, itemId);
  if (previous === undefined || own.every(([key, accountId]) => previous?.get(key) === accountId))
    return;
  await writeKeys(transaction, itemId, new Map([...(previous ?? []), ...own]));
};

/** The keys, locked until the transaction ends; undefined for a removed Item. */
async function lockAccountKeys(
  transaction: Queryable,
  itemId: string,
): Promise<AccountKeys | null | undefined> {
  const row = await changeItem(transaction)
    .where("item_id", "=", itemId)
    .where("removed_at", "is", null)
    .returning("account_keys")
    .executeTakeFirst();
  return row && keysIn(transaction, itemId, row.account_keys);
}

async function writeKeys(transaction: Queryable, itemId: string, keys: AccountKeys): Promise<void> {
  const list = [...keys].map(([key, accountId]): string | [string, string] =>
    accountId === null ? key : [key, accountId],
  );
  const sealed = sealText(transaction, accountKeysPlace(itemId), keyList.write(list));
  await changeItem(transaction)
    .set({ account_keys: sealed })
    .where("item_id", "=", itemId)
    .execute();
}

function keysIn(db: Queryable, itemId: string, sealed: string | null): AccountKeys | null {
  if (sealed === null) return null;
  const list = keyList.read(openText(db, accountKeysPlace(itemId), sealed));
  return new Map(list.map((entry) => (typeof entry === "string" ? [entry, null] : entry)));
}
