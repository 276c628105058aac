import { sql } from "kysely";
import { z } from "zod";
import { PRODUCTS } from "../../protocol/vocabulary.ts";
import type { Item, NewItem, Store } from "../domain/ports.ts";
import { findOwners, setBalances, setOwners } from "./account-data.ts";
import {
  type AccountRow,
  accountOfRow,
  accountRow,
  recordVerification,
  verification,
} from "./item-accounts.ts";
import { jsonColumn } from "./json-column.ts";
import { countLiveItem, uncountLiveItem } from "./live-items.ts";
import { insertPublicToken } from "./public-tokens.ts";
import type { Database } from "./tables.ts";
import { insertFeed } from "./transaction-feeds.ts";
import type { WriteWithJobs } from "./with-jobs.ts";
import { writtenList } from "./written-list.ts";
import { writtenQuery } from "./written-query.ts";

const productList = jsonColumn(z.array(z.enum(PRODUCTS)));

/** Items and their accounts. */
export const items = (db: Database, writeWith: WriteWithJobs): Store["items"] => ({
  create: (created, jobs = []) =>
    writeWith([...jobs, ...(created.jobs ?? [])], (transaction) =>
      insertItem(transaction, created),
    ),

  byAccessTokenDigest: itemBy(db, "access_token_digest"),

  byItemId: itemBy(db, "item_id"),

  accounts: accountsOf(db),

  writtenAccounts: writtenAccountsOf(db),

  setBalances: (itemId, balances) => setBalances(db, itemId, balances),

  owners: (itemId) => findOwners(db, itemId),

  setOwners: (itemId, owners) => setOwners(db, itemId, owners),

  addProducts: async (itemId, products) => {
    while (!(await tryAddProducts(db, itemId, products)));
  },

  setVerification: ({ itemId, account: { account_id }, verification: before }, next, jobs = []) =>
    writeWith(jobs, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("item_account")
        .set({ verification: verification.write(next) })
        .where("item_id", "=", itemId)
        .where("account_id", "=", account_id)
        .where("verification", "=", verification.write(before))
        .executeTakeFirst();
      return numUpdatedRows > 0;
    }),

  setWebhook: (itemId, webhook, jobs = []) =>
    writeWith(jobs, async (transaction) => {
      await transaction
        .updateTable("item")
        .set({ webhook })
        .where("item_id", "=", itemId)
        .execute();
    }),

  rotateAccessToken: async (item, digest) => {
    const { numUpdatedRows } = await db
      .updateTable("item")
      .set({
        access_token_digest: digest,
        access_token_generation: item.accessTokenGeneration + 1,
      })
      .where("item_id", "=", item.itemId)
      .where("access_token_generation", "=", item.accessTokenGeneration)
      .where("removed_at", "is", null)
      .executeTakeFirst();
    return numUpdatedRows > 0;
  },

  // What was read must still hold: a user's last word is not overwritten by an older event.
  record: (item, { error, loggedInAt }, jobs = []) =>
    writeWith(jobs, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("item")
        .set({ error, logged_in_at: loggedInAt })
        .where("item_id", "=", item.itemId)
        .where("error", item.error === null ? "is" : "=", item.error)
        .where("logged_in_at", "=", item.loggedInAt)
        .where("removed_at", "is", null)
        .executeTakeFirst();
      return numUpdatedRows > 0;
    }),

  verify: (verified, jobs = []) =>
    writeWith(jobs, async (transaction) => {
      await recordVerification(transaction, verified);
    }),

  remove: (itemId, now, jobs = []) =>
    writeWith(jobs, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("item")
        .set({ removed_at: now, sealed_login: "" })
        .where("item_id", "=", itemId)
        .where("removed_at", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      for (const table of FORGOTTEN)
        await transaction.deleteFrom(table).where("item_id", "=", itemId).execute();
      await uncountLiveItem(transaction);
      return true;
    }),
});

/** What is deleted with an Item; its record alone stays. */
const FORGOTTEN = [
  "item_account",
  "public_token",
  "processor_token",
  "transaction_feed",
  "item_transaction",
  "removed_transaction",
  "transaction_day",
] as const;

/** Writes a new Item whole; the caller's transaction makes that all or nothing. */
export const insertItem = async (
  transaction: Database,
  { item, accounts, publicToken, mostLive, feed }: NewItem,
): Promise<void> => {
  if (mostLive !== undefined) await countLiveItem(transaction, mostLive);
  await transaction
    .insertInto("item")
    .values({
      item_id: item.itemId,
      client_id: item.clientId,
      institution_id: item.institutionId,
      access_token_digest: item.accessTokenDigest,
      access_token_generation: item.accessTokenGeneration,
      products: productList.write(item.products),
      webhook: item.webhook,
      sealed_login: item.sealedLogin,
      error: item.error,
      consent_expires_at: item.consentExpiresAt,
      created_at: item.createdAt,
      logged_in_at: item.loggedInAt,
      removed_at: item.removedAt,
    })
    .execute();
  if (accounts.length > 0)
    await transaction.insertInto("item_account").values(accounts.map(accountRow)).execute();
  await insertPublicToken(transaction, publicToken);
  if (feed) await insertFeed(transaction, feed);
};

function accountsOf(db: Database): Store["items"]["accounts"] {
  const find = writtenQuery<{ itemId: string }, Omit<AccountRow, "itemId">>(db, (place) =>
    db
      .selectFrom("item_account")
      .select(["account", "numbers", "account_key as key", "verification"])
      .where("item_id", "=", place("itemId"))
      .orderBy("position"),
  );
  return async (itemId) => (await find({ itemId })).map((row) => accountOfRow({ itemId, ...row }));
}

function writtenAccountsOf(db: Database): Store["items"]["writtenAccounts"] {
  const find = writtenQuery<{ itemId: string }, { accounts: Uint8Array; verified: number }>(
    db,
    (place) =>
      db
        .selectFrom("item_account")
        .select([
          writtenList(sql`string_agg(account, ',' order by position)`).as("accounts"),
          sql<number>`count(case when verification <> 'null' then 1 end)`.as("verified"),
        ])
        .where("item_id", "=", place("itemId")),
  );
  return async (itemId) => {
    const [row] = await find({ itemId });
    return row && Number(row.verified) === 0 ? { writtenList: row.accounts } : null;
  };
}

function itemBy(
  db: Database,
  key: "item_id" | "access_token_digest",
): (value: string) => Promise<Item | null> {
  const find = writtenQuery<{ value: string }, Omit<Item, "products"> & { products: string }>(
    db,
    (place) =>
      db
        .selectFrom("item")
        .select([
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
        ])
        .where(key, "=", place("value")),
  );
  return async (value) => {
    const [row] = await find({ value });
    return row ? { ...row, products: productList.read(row.products) } : null;
  };
}

/** False when another call changed the products in between: then what it wrote must be read first. */
async function tryAddProducts(
  db: Database,
  itemId: string,
  products: Item["products"],
): Promise<boolean> {
  const row = await db
    .selectFrom("item")
    .select("products")
    .where("item_id", "=", itemId)
    .executeTakeFirst();
  if (!row) return true;
  const known = productList.read(row.products);
  const all = [...new Set([...known, ...products])];
  if (all.length === known.length) return true;
  const { numUpdatedRows } = await db
    .updateTable("item")
    .set({ products: productList.write(all) })
    .where("item_id", "=", itemId)
    .where("products", "=", row.products)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}
