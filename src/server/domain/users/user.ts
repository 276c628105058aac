import type { Item } from "../items/item.ts";
import type { NewJob } from "../jobs/job.ts";

/** An application's user, who owns Items and reports. Times are ms since 1970. */
export type User = {
  /** `usr_<base62>`; for a legacy API user the `user_token`, `user-<environment>-<uuid>`. */
  userId: string;
  clientId: string;
  /** The application's id, unique per client while the user exists. */
  clientUserId: string;
  /** The legacy API's unprefixed id, which no request accepts; null for a new API user. */
  legacyUserId: string | null;
  /** The sealed identity; null without one. */
  sealedIdentity: string | null;
  createdAt: number;
  /** Since when the cash flow is no longer watched; null while it is watched. */
  productsEndedAt: number | null;
};

/** A removed user's Item as it was read, and its new status. */
export type ItemRevocation = {
  item: Item;
  changes: Pick<Item, "error" | "loggedInAt">;
  /**
   * The end of the consent by this removal, in ms since 1970; left out if the consent had ended
   * before.
   */
  endedAt?: number;
};

/** The port for users. */
export type UserStore = {
  /** Adds a user; false without changes if the client already has this client_user_id. */
  add(user: User): Promise<boolean>;
  byUserId(userId: string): Promise<User | null>;
  byClientUserId(clientId: string, clientUserId: string): Promise<User | null>;
  /** Replaces the identity; false for a removed user. */
  setIdentity(
    userId: string,
    sealedIdentity: string,
    /**
     * The identity to replace, sealed. Nothing changes if the store has another one
     * (compare-and-set).
     */
    previous?: string | null,
  ): Promise<boolean>;
  /**
   * Ends the watch of a user's cash flow, and deletes its state and subscription. An earlier end
   * keeps its time.
   */
  endProducts(userId: string, now: number): Promise<void>;
  /** The user's existing Items, the oldest first. */
  items(userId: string): Promise<Item[]>;
  /**
   * Deletes a user and their identity, and revokes their Items, each with an audit entry; the Items
   * then belong to no user. False without changes for an unknown user, or if the Items have changed
   * since.
   */
  remove(
    userId: string,
    revocations: readonly ItemRevocation[],
    jobs?: readonly NewJob[],
  ): Promise<boolean>;
};
