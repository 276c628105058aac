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
/** A person, as an application knows them, at an institution or at all of them. */
export type EndUser = {
  clientId: string;
  /** Any by default. */
  institutionId?: string;
  /** Our user; null if the Item is linked under no user. */
  userId: string | null;
  /** The application's own id; null if it gave none. */
  clientUserId: string | null;
};

/** Accounts at the institution by their keys, each with its id in the Item; null if it never was the Item's. */
export type AccountKeys = ReadonlyMap<string, string | null>;

/** A change of an Item's status; without a reason its error has none. */
type StatusChanges = Pick<Item, "error" | "loggedInAt"> & Partial<Pick<Item, "consentEnd">>;

/** The port for Items and their accounts. */
export type ItemStore = {
  /** The Item of an access token, with its accounts; behind an LRU cache. */
  findByAccessToken(accessTokenDigest: string): Promise<ItemWithAccounts | null>;
  /** The Items of access tokens, by the tokens' digests; removed ones among them. */
  byAccessTokens(digests: readonly string[]): Promise<Map<string, ItemReference>>;
  /** The ids of the accounts of Items, by the Items' ids; an Item without accounts has no entry. */
  accountIdsOf(itemIds: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  byItemId(itemId: string): Promise<Item | null>;
  /** The Items of one person that were not removed, the newest first. */
  ofEndUser(endUser: EndUser): Promise<Item[]>;
  /** The Item's accounts, in the order in which they were created. */
  accounts(itemId: string): Promise<ItemAccount[]>;
  /** Returns the Item's accounts as JSON for a response; null if an account has a verification. */
  accountsJson(itemId: string): Promise<AccountsJson | null>;
  /** Stores the balances of the accounts, by their ids, as read now. */
  setBalances(
    itemId: string,
    balances: ReadonlyMap<string, Balances>,
    now: number,
    jobs?: readonly NewJob[],
  ): Promise<void>;
  /** Returns when the institution reported the balances of the accounts, by their ids; null if unknown. */
  balancesReadAt(itemId: string): Promise<ReadonlyMap<string, number | null>>;
  /** The last known owners of the accounts, by their ids; empty before the first read. */
  owners(itemId: string): Promise<ReadonlyMap<string, Owner[]>>;
  setOwners(itemId: string, owners: ReadonlyMap<string, Owner[]>): Promise<void>;
  /** The last known terms of the debts, by their accounts' ids; empty before the first read. */
  liabilities(itemId: string): Promise<ReadonlyMap<string, LiabilityTerms>>;
  /** Replaces the terms of all debts. */
  setLiabilities(itemId: string, liabilities: ReadonlyMap<string, LiabilityTerms>): Promise<void>;
  /** Adds products that the Item does not have yet. */
  addProducts(itemId: string, products: Product[]): Promise<void>;
  /** Replaces the address of webhooks; null for none. */
  setWebhook(itemId: string, webhook: string | null, jobs?: readonly NewJob[]): Promise<void>;
  /**
   * Replaces `item`'s access token (an optimistic lock on its generation); returns false if another call
   * wrote first.
   */
  rotateAccessToken(item: Item, digest: string): Promise<boolean>;
  /**
   * Compare-and-set of the status; returns false and changes nothing if the stored status is not `item`'s. If
   * the origin of the consent's end is given, the accounts leave every grant.
   */
  compareAndSetStatus(
    item: Item,
    changes: StatusChanges,
    jobs?: readonly NewJob[],
    consentEnd?: AuditOrigin,
  ): Promise<boolean>;
  /**
   * Stores the new dates of a consent that its user has reconfirmed, and the entry in the audit log; returns
   * false and changes nothing if the stored Item is not `item`.
   */
  reconfirm(
    item: Item,
    dates: { consentExpiresAt: number; reconfirmedAt: number },
    origin: AuditOrigin,
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /** Compare-and-set of an account's verification; returns false and changes nothing if it is not the expected one. */
  recordVerification(
    accountVerification: AccountVerification,
    jobs?: readonly NewJob[],
  ): Promise<boolean>;
  /** All accounts that the institution has ever listed; null before its first list. */
  accountKeys(itemId: string): Promise<AccountKeys | null>;
  /**
   * Adds keys to those that were ever listed, and the jobs if some keys are new. Returns false and adds no
   * jobs if all are known, or this is the first list.
   */
  addAccountKeys(
    itemId: string,
    keys: readonly string[],
    jobs: readonly NewJob[],
  ): Promise<boolean>;
  /**
   * Deletes accounts of an Item with all data read of them and their processor tokens, and adds the jobs that
   * follow; returns the deleted ids. The transactions of these accounts are listed as removed to readers.
   * Deletes nothing if the Item's user has signed in again since `loggedInAt`, if that is given.
   */
  removeAccounts(
    itemId: string,
    accountIds: readonly string[],
    origin: AuditOrigin,
    jobs: (accountIds: readonly string[]) => readonly NewJob[],
    loggedInAt?: number,
  ): Promise<string[]>;
  /**
   * Deletes the Item's login, accounts and tokens; returns true exactly once per Item. Returns false and
   * changes nothing if its access token has been rotated since `item` was read.
   */
  remove(
    item: Pick<Item, "itemId" | "accessTokenGeneration">,
    now: number,
    jobs?: readonly NewJob[],
  ): Promise<boolean>;
  /** Erases some rows of an Item that was removed; returns whether none is left, or the Item is there. */
  eraseRows(itemId: string): Promise<boolean>;
};

/** The port for the outcome of Items' updates. */
export type ItemStatusStore = {
  of(itemId: string): Promise<ItemStatus>;
  /** The Item of an access token's digest with its status: in one statement, if the cache has the Item. */
  withItem(accessTokenDigest: string): Promise<(ItemWithAccounts & { status: ItemStatus }) | null>;
  /** Records when transactions were last updated, or when that failed. */
  recordTransactions(itemId: string, outcome: "updated" | "failed", at: number): Promise<void>;
  recordWebhook(itemId: string, code: string, sentAt: number): Promise<void>;
};
