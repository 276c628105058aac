import type { ItemStore } from "../../domain/items/item-store.ts";
import type { NewItem, NewItemStore } from "../../domain/link/new-item.ts";
import { setState } from "../connectors/connector-states.ts";
import { removeFromGrants } from "../grants/end-grants.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import { isOfPresentClient } from "../present-client.ts";
import { requireUser } from "../require-user.ts";
import type { Database, Queryable } from "../tables.ts";
import { insertFeed } from "../transactions/transaction-feeds.ts";
import {
  findBalancesReadAt,
  findLiabilities,
  findOwners,
  setBalances,
  setLiabilities,
  setOwners,
} from "./account-data.ts";
import { accountsJsonRow } from "./account-json.ts";
import { addAccountKeys, findAccountKeys } from "./account-keys.ts";
import { recordVerification } from "./account-verification.ts";
import { changeItem, changeReadItem } from "./change-item.ts";
import { deleteItem, eraseRows } from "./delete-item.ts";
import { accountRow } from "./item-accounts.ts";
import {
  accountsJsonOf,
  type FindItem,
  itemById,
  itemsOfEndUser,
  loadAccounts,
  personOfItem,
} from "./item-finders.ts";
import { addProducts, consentedList, productList } from "./item-products.ts";
import { addToLiveItems } from "./live-item-totals.ts";
import { countLiveItem } from "./live-items.ts";
import { insertPublicToken } from "./public-tokens.ts";
import { reconfirmItem } from "./reconfirm-item.ts";
import { setContact } from "./reminders.ts";
import { auditOfInstitution, isInstitution, removeAccounts } from "./remove-accounts.ts";
import { insertStatementPeriod } from "./statements.ts";

/** Items and their accounts. */
export const items = (
  db: Database,
  writeWithOutbox: WriteWithOutbox,
  findItem: FindItem,
): ItemStore & NewItemStore => ({
  create: (newItem, jobs = []) =>
    writeWithOutbox([...jobs, ...(newItem.jobs ?? [])], (transaction) =>
      insertItem(transaction, newItem),
    ),

  findByAccessToken: (digest) => findItem(digest),

  byAccessTokens: itemsByTokens(db),

  accountIdsOf: loadAccountIds(db),

  byItemId: itemById(db),

  ofEndUser: (endUser) => itemsOfEndUser(db, endUser),
  personOf: (itemId) => personOfItem(db, itemId),

  accounts: loadAccounts(db),

  accountsJson: accountsJsonOf(db),

  setBalances: (itemId, balances, now, jobs = []) =>
    writeWithOutbox(jobs, (transaction) => setBalances(transaction, itemId, balances, now)),

  balancesReadAt: (itemId) => findBalancesReadAt(db, itemId),

  owners: (itemId) => findOwners(db, itemId),

  setOwners: (itemId, owners) => setOwners(db, itemId, owners),
  liabilities: (itemId) => findLiabilities(db, itemId),
  setLiabilities: (itemId, liabilities) => setLiabilities(db, itemId, liabilities),

  addProducts: (itemId, products) => addProducts(db, itemId, products),

  setWebhook: (itemId, webhook, jobs = []) =>
    writeWithOutbox(jobs, async (transaction) => {
      await changeItem(transaction).set({ webhook }).where("item_id", "=", itemId).execute();
    }),

  rotateAccessToken: async (item, digest) => {
    const { numUpdatedRows } = await changeItem(db)
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

  // An older event must not overwrite the user's later decision.
  compareAndSetStatus: (item, changes, jobs = [], consentEnd) =>
    writeWithOutbox(jobs, async (transaction) => {
      const { numUpdatedRows } = await changeReadItem(transaction, item)
        .set({
          error: changes.error,
          consent_end: changes.consentEnd ?? null,
          logged_in_at: changes.loggedInAt,
        })
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      if (consentEnd) await removeFromGrants(transaction, item.itemId, consentEnd);
      if (consentEnd && isInstitution(consentEnd))
        await auditOfInstitution(transaction, item.itemId, consentEnd, {
          action: "connection.revoke",
        });
      return true;
    }),

  reconfirm: (item, dates, origin, jobs) =>
    writeWithOutbox(jobs, (transaction) => reconfirmItem(transaction, item, dates, origin)),

  recordVerification: (accountVerification, jobs = []) =>
    writeWithOutbox(jobs, (transaction) => recordVerification(transaction, accountVerification)),

  accountKeys: (itemId) => findAccountKeys(db, itemId),

  addAccountKeys: (itemId, keys, jobs) =>
    writeWithOutbox(jobs, (transaction) => addAccountKeys(transaction, itemId, keys)),

  removeAccounts: (itemId, accountIds, origin, jobs, loggedInAt) =>
    writeWithOutbox(jobs, (transaction) =>
      removeAccounts(transaction, itemId, accountIds, origin, loggedInAt),
    ),

  remove: (item, now, jobs = []) =>
    writeWithOutbox(jobs, (transaction) => deleteItem(transaction, item, now)),

  eraseRows: (itemId) =>
    db.transact((transaction) => eraseRows(transaction, itemId), { isolation: "read committed" }),
});

/** Writes a new Item and all that belongs to it, within the caller's transaction. */
export const insertItem = async (
  transaction: Queryable,
  {
    item,
    clientUserId,
    applicationName,
    accounts,
    listedKeys = [],
    publicToken,
    sealedState,
    maxLive,
    feed,
    statements,
    contact,
  }: NewItem,
): Promise<void> => {
  if (item.userId !== null) await requireUser(transaction, item.userId);
  if (maxLive !== undefined) await countLiveItem(transaction, maxLive);
  await transaction
    .insertInto("item")
    .values({
      item_id: item.itemId,
      client_id: item.clientId,
      user_id: item.userId,
      client_user_id: clientUserId ?? null,
      application_name: applicationName ?? null,
      institution_id: item.institutionId,
      access_token_digest: item.accessTokenDigest,
      access_token_generation: item.accessTokenGeneration,
      products: productList.write(item.products),
      consented_products: consentedList.write(item.consentedProducts),
      consent_binds: Number(item.consentBinds),
      webhook: item.webhook,
      sealed_login: item.sealedLogin,
      error: item.error,
      consent_end: item.consentEnd,
      consent_expires_at: item.consentExpiresAt,
      reconfirmable_until: item.reconfirmableUntil,
      reconfirmed_at: item.reconfirmedAt,
      created_at: item.createdAt,
      logged_in_at: item.loggedInAt,
      removed_at: item.removedAt,
      account_keys: null,
      auth_method: item.authMethod,
      ...accountsJsonRow(transaction, item.itemId, accounts),
    })
    .execute();
  if (accounts.length > 0)
    await transaction
      .insertInto("item_account")
      .values(
        accounts.map((account, position) => ({
          ...accountRow(transaction, account, position),
          balances_at: item.createdAt,
        })),
      )
      .execute();
  if (listedKeys.length > 0) await addAccountKeys(transaction, item.itemId, listedKeys);
  await insertPublicToken(transaction, publicToken);
  if (sealedState != null) await setState(transaction, item.itemId, sealedState);
  if (feed) await insertFeed(transaction, feed);
  if (statements) await insertStatementPeriod(transaction, item.itemId, statements);
  if (contact) await setContact(transaction, item.itemId, contact);
  // Last of all: others wait for the counters until the transaction ends.
  if (item.removedAt === null) await addToLiveItems(transaction, item, 1);
};

/** How many are looked up by one statement: as many as keep other requests waiting for a millisecond. */
const AT_ONCE = 250;

/** The Items of many access tokens. */
const itemsByTokens =
  (db: Database): ItemStore["byAccessTokens"] =>
  async (digests) => {
    const references: Awaited<ReturnType<ItemStore["byAccessTokens"]>> = new Map();
    for (const some of partsOf(digests)) {
      const query = db
        .selectFrom("item")
        .select([
          "access_token_digest as digest",
          "item_id as itemId",
          "client_id as clientId",
          "institution_id as institutionId",
          "removed_at as removedAt",
        ])
        .where("access_token_digest", "in", some)
        .where(isOfPresentClient("item"));
      for (const { digest, ...item } of await db.readCommitted(query.compile()))
        references.set(digest, item);
    }
    return references;
  };

/** The ids of the accounts of many Items. */
const loadAccountIds =
  (db: Database): ItemStore["accountIdsOf"] =>
  async (itemIds) => {
    const references = new Map<string, Set<string>>();
    for (const some of partsOf(itemIds)) {
      const query = db
        .selectFrom("item_account")
        .select(["item_id as itemId", "account_id as accountId"])
        .where("item_id", "in", some);
      for (const { itemId, accountId } of await db.readCommitted(query.compile())) {
        const ids = references.get(itemId) ?? new Set();
        references.set(itemId, ids.add(accountId));
      }
    }
    return references;
  };

/** A list in parts of the same length, so that there is one statement to prepare; the last is filled up. */
function* partsOf(values: readonly string[]): Generator<string[]> {
  for (let from = 0; from < values.length; from += AT_ONCE) {
    const part = values.slice(from, from + AT_ONCE);
    const filling = Array.from({ length: AT_ONCE - part.length }, () => part[0] ?? "");
    yield [...part, ...filling];
  }
}
