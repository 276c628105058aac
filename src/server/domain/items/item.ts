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
  /** The user of the Item; null for none. */
  userId: string | null;
  institutionId: string;
  accessTokenDigest: string;
  /** The number of rotations of the access token, which is derived from it. */
  accessTokenGeneration: number;
  /** The initial products, and those added since. */
  products: Product[];
  /** The products that the user has agreed to share, including products not read yet. */
  consentedProducts: ConsentedProduct[];
  /** Whether the Item is limited to these products until the user agrees to more. */
  consentBinds: boolean;
  /** The method that found the accounts' numbers; null without numbers. */
  authMethod: AuthMethod | null;
  webhook: string | null;
  /** The credentials, sealed. */
  sealedLogin: string;
  /** The stored error. `itemState` adds the effects of deadlines. */
  error: ErrorCode | null;
  /** The reason of the stored error, if the consent has ended; null otherwise, or if unknown. */
  consentEnd: ConsentEnd | null;
  consentExpiresAt: number | null;
  /** Until when a reconfirmation alone renews the consent; null if renewal needs a sign-in. */
  reconfirmableUntil: number | null;
  /** The time of the user's last reconfirmation; null without one. */
  reconfirmedAt: number | null;
  createdAt: number;
  /** The time of the user's last sign-in. */
  loggedInAt: number;
  /** The time of the Item's removal. Only this record remains of a removed Item. */
  removedAt: number | null;
};

/** An account that the user may share, with its future id in the Item. */
export const ShareableAccount = z.strictObject({
  account: Account,
  numbers: AccountNumbers,
  /** The institution's key of the account; empty for an account from before keys were stored. */
  key: z.string(),
  /** The verification by micro-deposits; null if the institution vouches for the numbers. */
  verification: Verification.nullable(),
});
export type ShareableAccount = z.infer<typeof ShareableAccount>;

/** An account of an Item with its numbers. `account_id` is unique per Item. */
export type ItemAccount = ShareableAccount & { itemId: string };

/** The ids of an Item and its institution. */
export type ItemRef = Pick<Item, "itemId" | "institutionId">;

/** Accounts as JSON for a response. */
export type AccountsJson = RawJson<Account[]>;

/** The response of Auth as JSON: the accounts with numbers, and the numbers by network. */
export type AuthJson = { accounts: AccountsJson; numbers: RawJson<Numbers> };

/** An Item with its accounts as JSON; the JSON is null if an account has a verification. */
export type ItemWithAccounts = {
  item: Readonly<Item>;
  accounts: AccountsJson | null;
  auth: AuthJson | null;
};
