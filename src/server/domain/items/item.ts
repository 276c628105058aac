import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import type { ErrorCode } from "../../../protocol/errors.ts";
import { AccountNumbers, type Numbers } from "../../../protocol/numbers.ts";
import type { Product } from "../../../protocol/vocabulary.ts";
import type { NewJob } from "../jobs/job.ts";
import type { PublicToken } from "../link/public-token.ts";
import type { RawJson } from "../raw-json.ts";
import type { TransactionFeed } from "../transactions/transaction-feed.ts";
import { Verification } from "../verification/verification.ts";

/** One set of credentials at one institution. */
export type Item = {
  itemId: string;
  clientId: string;
  institutionId: string;
  accessTokenDigest: string;
  /** Counts rotations of the access token; the token is derived from it. */
  accessTokenGeneration: number;
  /** What the Item was linked for, and what was added to it since. */
  products: Product[];
  webhook: string | null;
  /** The credentials, sealed. */
  sealedLogin: string;
  /** What was recorded to be wrong; what time alone brings about is in `itemState`. */
  error: ErrorCode | null;
  consentExpiresAt: number | null;
  createdAt: number;
  /** When the user signed in last. */
  loggedInAt: number;
  /** When the Item was removed; nothing but this record is left of it then. */
  removedAt: number | null;
};

/** An account that the user may choose, under the id it will have in the Item. */
export const ShareableAccount = z.strictObject({
  account: Account,
  numbers: AccountNumbers,
  /** Stable at the institution; empty for an account that was linked before it was kept. */
  key: z.string(),
  /** How far micro-deposits have proven the numbers; null where the institution itself gave them. */
  verification: Verification.nullable(),
});
export type ShareableAccount = z.infer<typeof ShareableAccount>;

/** An account of an Item with the numbers that reach it; `account_id` is unique per Item. */
export type ItemAccount = ShareableAccount & { itemId: string };

/** Accounts as they are answered, written already. */
export type AccountsJson = RawJson<Account[]>;

/** What Auth answers, written already: the accounts that have numbers, and these by network. */
export type AuthJson = { accounts: AccountsJson; numbers: RawJson<Numbers> };

/** An Item with what is shown of its accounts; that is null where one is to be proven, or was. */
export type ItemWithAccounts = {
  item: Readonly<Item>;
  accounts: AccountsJson | null;
  auth: AuthJson | null;
};

export type NewItem = {
  item: Item;
  /** What is to be done about it later. */
  jobs?: readonly NewJob[];
  accounts: ItemAccount[];
  publicToken: PublicToken;
  /** How many live Items there may be with this one; ADDITION_LIMIT, and nothing made, beyond it. */
  mostLive?: number;
  /** Where its transactions start from, if it was linked for them. */
  feed?: TransactionFeed;
};
