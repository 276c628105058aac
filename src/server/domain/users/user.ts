import type { Item } from "../items/item.ts";
import type { NewJob } from "../jobs/job.ts";

/** A person of an application's, whose Items and reports belong together. Times are ms since 1970. */
export type User = {
  /** `usr_<base62>`; of a user that the legacy API created the `user_token`, `user-<environment>-<uuid>`. */
  userId: string;
  clientId: string;
  /** The application's own id, unique per client while the user exists. */
  clientUserId: string;
  /** The unprefixed id that the legacy API returns and no field takes; null for a new-style user. */
  legacyUserId: string | null;
  /** The identity, sealed (`identityOf`); null before one was given. */
  sealedIdentity: string | null;
  createdAt: number;
  /** Since when the cash flow is not watched; null while it is. */
  productsEndedAt: number | null;
};

/** An Item of a user that is removed, as it was read, and its status from then on. */
export type ItemRevocation = {
  item: Item;
  changes: Pick<Item, "error" | "loggedInAt">;
  /** When that ends its consent, in ms since 1970; left out if it had ended before. */
  endedAt?: number;
};

/** The port for users. */
export type UserStore = {
  /** Adds a user; returns false and changes nothing if the client has a user with this client_user_id. */
  add(user: User): Promise<boolean>;
  byUserId(userId: string): Promise<User | null>;
  byClientUserId(clientId: string, clientUserId: string): Promise<User | null>;
  /** Replaces the identity; false if the user was removed. */
  setIdentity(
    userId: string,
    sealedIdentity: string,
    /** The identity that it replaces, sealed: with another one in the store nothing changes (compare-and-set). */
    previous?: string | null,
  ): Promise<boolean>;
  /** Ends the watch of a user's cash flow, and forgets its state and subscription; the time of an earlier end stays. */
  endProducts(userId: string, now: number): Promise<void>;
  /** The Items that were linked under the user and not removed, the oldest first. */
  items(userId: string): Promise<Item[]>;
  /**
   * Deletes a user with its identity and revokes its Items, which belong to no user from then on, each with
   * an entry in the audit log. Returns false and changes nothing if the user does not exist, or the Items
   * have changed since they were read.
   */
  remove(
    userId: string,
    revocations: readonly ItemRevocation[],
    jobs?: readonly NewJob[],
  ): Promise<boolean>;
};
