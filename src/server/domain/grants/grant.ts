import type { PendingRule } from "../../../protocol/pending-rule.ts";
import type { Item, ItemAccount } from "../items/item.ts";

/** The doors: the protocols in which other applications read accounts. */
export const DOOR_NAMES = ["simplefin", "ofx", "gocardless", "pluggy"] as const;
export type DoorName = (typeof DOOR_NAMES)[number];

/** The doors of applications: their grants belong to a client, and what users link by them joins the grant. */
const APPLICATION_DOORS: readonly DoorName[] = ["gocardless", "pluggy"];

/** Whether the readers at a door are applications. */
export const isApplicationDoor = (door: DoorName): boolean => APPLICATION_DOORS.includes(door);

/** An account that a grant shows, of one Item. */
export type AccountRef = { itemId: string; accountId: string };

/**
 * A reader's permission to see some accounts by one door, read-only. A grant that ends is deleted with the links of its
 * application, whose sessions end; the digests of its secrets are kept for a while. Times are ms since 1970.
 */
export type Grant = {
  grantId: string;
  door: DoorName;
  /** The client under which an application links accounts; null for the grant of accounts alone. */
  clientId: string | null;
  /** The reader's name, by the person who made the grant. */
  name: string;
  /** The first day of transactions that the reader sees, YYYY-MM-DD; null for all. */
  fromDate: string | null;
  pending: PendingRule;
  /** The grant is refused from this moment on; null for a grant that lasts until it is ended. */
  until: number | null;
  createdAt: number;
  /** To the minute; null before the first use. */
  usedAt: number | null;
  /** The network of the last use. */
  usedFrom: string | null;
};

/**
 * The digests of a grant's two secrets. One secret claims the grant once, and the other secret
 * reads data.
 */
type GrantSecrets = {
  claim: { digest: string; expiresAt: number } | null;
  secretDigest: string | null;
};

/** A grant with the accounts that it shows. */
type GrantWithAccounts = { grant: Grant; accounts: readonly AccountRef[] };

/** An account of a grant, with its Item. */
export type GrantedAccount = { item: Item; account: ItemAccount };

/** An account of a grant with the id that its reader has of it, and whose it is, as their application knows them. */
export type GrantMember = AccountRef & {
  readerId: string | null;
  /** Whether that person lets it be shown as one with the same account of another person. */
  joins: boolean;
  /** The states of its transactions, and of those that they were compared with last; null for none. */
  aligned: string | null;
  person: { clientId: string; userId: string | null; clientUserId: string | null };
};

/** A use of a grant: the time, its day, and the network that it came from. */
type GrantUse = { grantId: string; at: number; day: string; address: string };

/** The port for grants. */
export type GrantStore = {
  add(grant: Grant, secrets: GrantSecrets, accounts: readonly AccountRef[]): Promise<void>;
  /** The grant with the digest of the secret that reads. */
  byId(grantId: string): Promise<{ grant: Grant; secretDigest: string | null } | null>;
  /** Changes a grant; `accounts` replaces those that it shows. False if it has ended. */
  change(
    grantId: string,
    changes: Pick<Grant, "name" | "fromDate" | "pending" | "until">,
    accounts: readonly AccountRef[],
  ): Promise<boolean>;
  /** The accounts of a grant, or those of some Items, in a stable order. */
  accounts(grantId: string, itemIds?: readonly string[]): Promise<AccountRef[]>;
  /**
   * Replaces the secret that is claimed by the one that reads (compare-and-set), once; returns the grant's id,
   * or null if no such secret is to be claimed at that time.
   */
  claim(claimDigest: string, secretDigest: string, now: number): Promise<string | null>;
  /**
   * Whether a digest belongs to a secret that was right once: claimed, to be claimed, or of a grant
   * that has ended.
   */
  isEndedKey(digest: string): Promise<boolean>;
  /** The accounts of a grant, of some Items or with one id, each with the id that its application has of it. */
  readerIds(
    grantId: string,
    filter: { itemIds: readonly string[] } | { readerId: string | null },
  ): Promise<(AccountRef & { readerId: string | null })[]>;
  /** The accounts of a grant, of some Items, with one id or none, those that join, or of a person by either id. */
  members(
    grantId: string,
    filter:
      | { itemIds: readonly string[] }
      | { readerId: string | null }
      | { joins: true }
      | Pick<GrantMember, "person">,
  ): Promise<GrantMember[]>;
  /** Sets whether the accounts of these Items join those of other people; false if nothing changes. */
  setJoins(grantId: string, itemIds: readonly string[], joins: boolean): Promise<boolean>;
  /** The transactions of an Item that the reader has by another connection, by their ids, with the ids there. */
  transactionAliases(grantId: string, itemId: string): Promise<ReadonlyMap<string, string>>;
  /** Adds such transactions of an account, and stores the states that were compared. */
  alignTransactions(
    grantId: string,
    account: AccountRef,
    found: { aliases: ReadonlyMap<string, string>; aligned: string },
  ): Promise<void>;
  /** Gives accounts the ids that the application of a grant has of them, once. */
  setReaderIds(
    grantId: string,
    accounts: readonly (AccountRef & { readerId: string })[],
  ): Promise<void>;
  /** Forgets under which ids the reader has some transactions of an account, and sets its state of comparison. */
  forgetAliases(
    grantId: string,
    account: AccountRef,
    found: { transactionIds: readonly string[]; aligned: string | null },
  ): Promise<void>;
  /** Takes the ids of its application from accounts of a grant. */
  forgetReaderIds(grantId: string, accounts: readonly AccountRef[]): Promise<void>;
  /** All grants, or those with an account of these Items, the newest first. */
  list(itemIds?: readonly string[]): Promise<GrantWithAccounts[]>;
  /**
   * Deletes a grant, or removes the accounts of these Items from it; returns false if the grant has none of
   * them. A grant without accounts is deleted, unless it is an application's. The sessions of its links, or
   * of those that renew these Items, end in the same transaction, and the access of their logins is revoked.
   */
  end(grantId: string, now: number, itemIds?: readonly string[]): Promise<boolean>;
  /** Records a use; true for the first one of its day and network. */
  recordUse(use: GrantUse): Promise<boolean>;
};
