import { z } from "zod";
import { Account } from "../../../protocol/account.ts";
import type { ConsentEnd } from "../../../protocol/errors/consent-ends.ts";
import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import type { AuthMethod } from "../../../protocol/item.ts";
import { AccountNumbers, type Numbers } from "../../../protocol/numbers.ts";
import type { ConsentedProduct, Product } from "../../../protocol/vocabulary.ts";
import type { RawJson } from "../raw-json.ts";
import { Verification } from "../verification/verification.ts";

/** One login at one institution. */
export type Item = {
  itemId: string;
  clientId: string;
  /** The user that it was linked under; null for none. */
  userId: string | null;
  institutionId: string;
  accessTokenDigest: string;
  /** Counts rotations of the access token; the token is derived from it. */
  accessTokenGeneration: number;
  /** The products it was linked with, and those added since. */
  products: Product[];
  /** The products that the user has agreed to share, those not read yet included. */
  consentedProducts: ConsentedProduct[];
  /** Whether the Item gets no other product than these, before its user agrees to more. */
  consentBinds: boolean;
  /** The method by which its accounts' numbers were found; null without numbers. */
  authMethod: AuthMethod | null;
  webhook: string | null;
  /** The credentials, sealed. */
  sealedLogin: string;
  /** The stored error; `itemState` adds what deadlines bring about. */
  error: ErrorCode | null;
  /** The reason of the stored error, if its consent has ended; null for another error, or an unknown reason. */
  consentEnd: ConsentEnd | null;
  consentExpiresAt: number | null;
  /** Until when the user's yes alone renews the consent; null if only a sign-in does. */
  reconfirmableUntil: number | null;
  /** When the user has reconfirmed the consent last; null for never. */
  reconfirmedAt: number | null;
  createdAt: number;
  /** When the user signed in last. */
  loggedInAt: number;
  /** When the Item was removed; only this record remains of it. */
  removedAt: number | null;
};

/** An account that the user may share, under the id it will have in the Item. */
export const ShareableAccount = z.strictObject({
  account: Account,
  numbers: AccountNumbers,
  /** Stable at the institution; empty for an account linked before this was stored. */
  key: z.string(),
  /** The verification by micro-deposits; null if the institution itself vouches for the numbers. */
  verification: Verification.nullable(),
});
export type ShareableAccount = z.infer<typeof ShareableAccount>;

/** An account of an Item with the numbers that reach it; `account_id` is unique per Item. */
export type ItemAccount = ShareableAccount & { itemId: string };

/** The ids of an Item and its institution. */
export type ItemRef = Pick<Item, "itemId" | "institutionId">;

/** Accounts as JSON for a response. */
export type AccountsJson = RawJson<Account[]>;

/** The response of Auth as JSON: the accounts that have numbers, and the numbers by network. */
export type AuthJson = { accounts: AccountsJson; numbers: RawJson<Numbers> };

/** An Item with its accounts as JSON; the JSON is null if an account has a verification. */
export type ItemWithAccounts = {
  item: Readonly<Item>;
  accounts: AccountsJson | null;
  auth: AuthJson | null;
};
