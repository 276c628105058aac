import { z } from "zod";
import { openText, sealText } from "../column-cipher.ts";
import { jsonColumn } from "../json-column.ts";
import type { Queryable } from "../tables.ts";
import { changeItem } from "./change-item.ts";
import { accountPlace } from "./item-accounts.ts";

const keyList = jsonColumn(z.array(z.string()));

/** What the column is sealed for. */
export const accountKeysPlace = (itemId: string): string => `item.account_keys:${itemId}`;

/** The keys of all accounts that an Item's institution has ever listed; null before its first list. */
export const findAccountKeys = async (
  db: Queryable,
  itemId: string,
): Promise<ReadonlySet<string> | null> => {
  const row = await db
    .selectFrom("item")
    .select("account_keys")
    .where("item_id", "=", itemId)
    .executeTakeFirst();
  return keysIn(db, itemId, row?.account_keys ?? null);
};

/**
 * Adds keys to those that were ever listed, within a transaction; true where some were not among them. The
 * first list has nothing new.
 */
export const addAccountKeys = async (
  transaction: Queryable,
  itemId: string,
  keys: readonly string[],
): Promise<boolean> => {
  const before = await lockAccountKeys(transaction, itemId);
  if (before === undefined) return false;
  const isNews = before !== null && keys.some((key) => !before.has(key));
  if (before === null || isNews)
    await writeKeys(transaction, itemId, [...new Set([...(before ?? []), ...keys])]);
  return isNews;
};

/**
 * Remembers the accounts that an Item has, before one is taken from it: its institution may go on to list
 * it, and that is nothing new.
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
  const keys = rows.map(({ accountId, key }) =>
    openText(transaction, accountPlace("account_key", itemId, accountId), key),
  );
  await addAccountKeys(
    transaction,
    itemId,
    keys.filter((key) => key !== ""),
  );
};

/** The keys, which no other transaction changes until the end of this one; undefined where the Item is gone. */
async function lockAccountKeys(
  transaction: Queryable,
  itemId: string,
): Promise<ReadonlySet<string> | null | undefined> {
  const row = await changeItem(transaction)
    .where("item_id", "=", itemId)
    .where("removed_at", "is", null)
    .returning("account_keys")
    .executeTakeFirst();
  return row && keysIn(transaction, itemId, row.account_keys);
}

async function writeKeys(
  transaction: Queryable,
  itemId: string,
  keys: readonly string[],
): Promise<void> {
  const sealed = sealText(transaction, accountKeysPlace(itemId), keyList.write([...keys]));
  await changeItem(transaction)
    .set({ account_keys: sealed })
    .where("item_id", "=", itemId)
    .execute();
}

const keysIn = (
  db: Queryable,
  itemId: string,
  sealed: string | null,
): ReadonlySet<string> | null =>
  sealed === null ? null : new Set(keyList.read(openText(db, accountKeysPlace(itemId), sealed)));
