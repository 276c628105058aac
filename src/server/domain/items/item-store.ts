import type { Balances } from "../../../protocol/account.ts";
import type { Owner } from "../../../protocol/owner.ts";
import type { Product } from "../../../protocol/vocabulary.ts";
import type { NewJob } from "../jobs/job.ts";
import type { AccountVerification } from "../link/link-session.ts";
import type { AccountsJson, Item, ItemAccount, ItemWithAccounts, NewItem } from "./item.ts";

/** How an Item's updates went last, and what was told of it last. */
type ItemStatus = {
  transactionsUpdatedAt: number | null;
  transactionsFailedAt: number | null;
  lastWebhook: { code: string; sentAt: number } | null;
};

/** Where Items and their accounts live. */
export type ItemStore = {
  create(created: NewItem, jobs?: readonly NewJob[]): Promise<void>;
  /** What an access token opens. */
  findByAccessToken(accessTokenDigest: string): Promise<ItemWithAccounts | null>;
  byItemId(itemId: string): Promise<Item | null>;
  /** The Item's accounts, in the order in which they were created. */
  accounts(itemId: string): Promise<ItemAccount[]>;
  /** The same as they are shown; null where one is to be proven, or was. */
  accountsJson(itemId: string): Promise<AccountsJson | null>;
  /** Notes what the accounts hold, by their ids. */
  setBalances(itemId: string, balances: ReadonlyMap<string, Balances>): Promise<void>;
  /** Who owns the accounts, by their ids, as it was told last; empty where it never was. */
  owners(itemId: string): Promise<ReadonlyMap<string, Owner[]>>;
  setOwners(itemId: string, owners: ReadonlyMap<string, Owner[]>): Promise<void>;
  /** Adds products that the Item does not have yet. */
  addProducts(itemId: string, products: Product[]): Promise<void>;
  /** Replaces where webhooks go; null for nowhere. */
  setWebhook(itemId: string, webhook: string | null, jobs?: readonly NewJob[]): Promise<void>;
  /** Moves on from `item`'s access token; false, and nothing changed, if another call was faster. */
  rotateAccessToken(item: Item, digest: string): Promise<boolean>;
  /** Records what happened to the Item; false, and nothing changed, if it is not as `item` says. */
  compareAndSetStatus(
    item: Item,
    changes: Pick<Item, "error" | "loggedInAt">,
    jobs?: readonly NewJob[],
  ): Promise<boolean>;
  /** Compare-and-set of an account's verification; false, and nothing changed, if it is not the expected one. */
  recordVerification(
    accountVerification: AccountVerification,
    jobs?: readonly NewJob[],
  ): Promise<boolean>;
  /**
   * Forgets the Item's login, accounts and tokens; true exactly once per Item. False, and nothing
   * changed, if its access token is not `item`'s any more.
   */
  remove(
    item: Pick<Item, "itemId" | "accessTokenGeneration">,
    now: number,
    jobs?: readonly NewJob[],
  ): Promise<boolean>;
};

/** How the updates of Items went. */
export type ItemStatusStore = {
  of(itemId: string): Promise<ItemStatus>;
  /** Notes when transactions were last brought up to date, or when that failed. */
  noteTransactions(itemId: string, outcome: "updated" | "failed", at: number): Promise<void>;
  noteWebhook(itemId: string, code: string, sentAt: number): Promise<void>;
};
