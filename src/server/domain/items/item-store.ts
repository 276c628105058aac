import type { Balances, Owner } from "../../../protocol/account.ts";
import type { LiabilityTerms } from "../../../protocol/liabilities.ts";
import type { Product } from "../../../protocol/vocabulary.ts";
import type { AuditOrigin } from "../audit-actor.ts";
import type { NewJob } from "../jobs/job.ts";
import type { AccountVerification } from "../verification/verification.ts";
import type { AccountsJson, Item, ItemAccount, ItemWithAccounts } from "./item.ts";

/** The last updates of an Item and its last webhook. */
export type ItemStatus = {
  transactionsUpdatedAt: number | null;
  transactionsFailedAt: number | null;
  lastWebhook: { code: string; sentAt: number } | null;
};

/** The identity of an Item, and its owner. */
export type ItemReference = Pick<Item, "itemId" | "clientId" | "institutionId" | "removedAt">;
/** A person, as an application identifies them, at one institution or all. */
export type EndUser = {
  clientId: string;
  /** By default all institutions. */
  institutionId?: string;
  /** Our id of the user; null for an Item without a user. */
  userId: string | null;
  /** The application's id of the user; null without one. */
  clientUserId: string | null;
};

/**
 * The institution's account keys, each with the account's id in the Item; null for an account that
 * the Item never had.
 */
export type AccountKeys = ReadonlyMap<string, string | null>;

/** A change of an Item's status. Without `consentEnd` the error has no reason. */
type StatusChanges = Pick<Item, "error" | "loggedInAt"> & Partial<Pick<Item, "consentEnd">>;

/** The port for Items and their accounts. */
export type ItemStore = {
  /** The Item of an access token, with its accounts, from an LRU cache. */
  findByAccessToken(accessTokenDigest: string): Promise<ItemWithAccounts | null>;
  /** The Items of access tokens by the tokens' digests, including removed Items. */
  byAccessTokens(digests: readonly string[]): Promise<Map<string, ItemReference>>;
  /** The account ids of Items, by Item id. An Item without accounts has no entry. */
  accountIdsOf(itemIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  byItemId(itemId: string): Promise<Item | null>;
  /** The person of an existing Item, as its application identifies them; null without the Item. */
  personOf(itemId: string): Promise<Omit<EndUser, "institutionId"> | null>;
  /** A person's existing Items, the newest first. */
  ofEndUser(endUser: EndUser): Promise<Item[]>;
  /** The Item's accounts in the order of their creation. */
  accounts(itemId: string): Promise<ItemAccount[]>;
  /** Returns the Item's accounts as JSON for a response; null if an account has a verification. */
  accountsJson(itemId: string): Promise<AccountsJson | null>;
  /** Stores the accounts' balances by id, as of now. */
  setBalances(
    itemId: string,
    balances: ReadonlyMap<string, Balances>,
    now: number,
    jobs?: readonly NewJob[],
  ): Promise<void>;
  /**
   * Returns when the institution reported each account's balances, by account id; null if unknown.
   */
  balancesReadAt(itemId: string): Promise<ReadonlyMap<string, number | null>>;
  /** The last known owners of the accounts, by account id; empty before the first read. */
  owners(itemId: string): Promise<ReadonlyMap<string, Owner[]>>;
  setOwners(itemId: string, owners: ReadonlyMap<string, Owner[]>): Promise<void>;
  /** The last known terms of the debts, by account id; empty before the first read. */
  liabilities(itemId: string): Promise<ReadonlyMap<string, LiabilityTerms>>;
  setLiabilities(itemId: string, liabilities: ReadonlyMap<string, LiabilityTerms>): Promise<void>;
  /** Adds products that the Item does not have yet. */
  addProducts(itemId: string, products: Product[]): Promise<void>;
  /** Sets the webhook address; null for none. */
  setWebhook(itemId: string, webhook: string | null, jobs?: readonly NewJob[]): Promise<void>;
  /**
   * Replaces an access token, with an optimistic lock on its generation; false if another call
   * wrote first.
   */
  rotateAccessToken(item: Item, digest: string): Promise<boolean>;
  /**
   * Compare-and-set of the status; false without changes unless the stored status is `item`'s. The
   * origin of a consent's end removes the accounts from every grant.
   */
  compareAndSetStatus(
    item: Item,
    changes: StatusChanges,
    jobs?: readonly NewJob[],
    consentEnd?: AuditOrigin,
  ): Promise<boolean>;
  /**
   * Stores the new dates of a reconfirmed consent, with an audit entry; false without changes
   * unless the stored Item is `item`.
   */
  reconfirm(
    item: Item,
    dates: { consentExpiresAt: number; reconfirmedAt: number },
    origin: AuditOrigin,
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /**
   * Compare-and-set of an account's verification; false without changes unless the stored one is as
   * expected.
   */
  recordVerification(
    accountVerification: AccountVerification,
    jobs?: readonly NewJob[],
  ): Promise<boolean>;
  /** All accounts that the institution has ever listed; null before its first list. */
  accountKeys(itemId: string): Promise<AccountKeys | null>;
  /**
   * Adds keys to all listed keys, and adds the jobs if any key is new. False without jobs if every
   * key is known, or for the first list.
   */
  addAccountKeys(
    itemId: string,
    keys: readonly string[],
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /**
   * Deletes accounts of an Item with their data and processor tokens, and adds the follow-up jobs;
   * returns the deleted ids. Readers see the accounts' transactions as removed. Deletes nothing if
   * the user has signed in again since `loggedInAt`.
   */
  removeAccounts(
    itemId: string,
    accountIds: readonly string[],
    origin: AuditOrigin,
    jobs: (accountIds: readonly string[]) => readonly NewJob[],
    loggedInAt?: number,
  ): Promise<string[]>;
  /**
   * Deletes the Item's login, accounts and tokens; true exactly once per Item. False without
   * changes if the access token was rotated since.
   */
  remove(
    item: Pick<Item, "itemId" | "accessTokenGeneration">,
    now: number,
    jobs?: readonly NewJob[],
  ): Promise<boolean>;
  /** Erases some rows of a removed Item; true if no rows are left, or the Item still exists. */
  eraseRows(itemId: string): Promise<boolean>;
};

/** The port for the outcome of Items' updates. */
export type ItemStatusStore = {
  of(itemId: string): Promise<ItemStatus>;
  /**
   * The Item of an access token's digest with its status; one statement if the cache has the Item.
   */
  withItem(accessTokenDigest: string): Promise<(ItemWithAccounts & { status: ItemStatus }) | null>;
  /** Records a successful or failed update of transactions. */
  recordTransactions(itemId: string, outcome: "updated" | "failed", at: number): Promise<void>;
  recordWebhook(itemId: string, code: string, sentAt: number): Promise<void>;
};
