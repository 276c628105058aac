import type { LinkProduct } from "../../../protocol/vocabulary.ts";

/** The purpose of an institution's form: to sign in, to take account numbers by hand, or to take a file. */
export type Purpose = "login" | "numbers" | "file";

/** The rules that differ between the entries of the list of institutions. */
type PurposeRules = {
  /** Whether users look for it by name as their bank: it is listed before the others, and readers may ask for it. */
  isBank: boolean;
  /** Whether a session lists it; `serves` says whether it has the session's countries and products. */
  isListed(session: { manualEntry?: boolean; files?: boolean }, serves: boolean): boolean;
  /** Whether updates of its Items accept accounts from any country, instead of the institution's countries alone. */
  isFromAnyCountry: boolean;
  /** The products of its Items, whatever a session asks for; null if the session decides. */
  products: readonly LinkProduct[] | null;
  /** The address in its form: its own site, the sample file of the sandbox, or none. */
  address: "site" | "sample file" | "none";
  /** Whether two amounts that arrive confirm its accounts in update mode. */
  isConfirmedByAmounts: boolean;
  /** Whether somebody else could guess for its user. */
  isGuessable: boolean;
  /** Whether its login is a grant, which has an end. */
  isGrant: boolean;
  /** Whether a new login may be one that the user has connected before. */
  mayBeDuplicate: boolean;
  /** The accounts that the user shares: their choice, or the ones that the login has brought. */
  accounts: { new: "chosen" | "all"; update: "chosen" | "all" | "added" };
};

/** The rules of each purpose; no other file of the server compares purposes. */
export const PURPOSES: Record<Purpose, PurposeRules> = {
  login: {
    isBank: true,
    isListed: (_, serves) => serves,
    isFromAnyCountry: false,
    products: null,
    address: "site",
    isConfirmedByAmounts: false,
    isGuessable: true,
    isGrant: true,
    mayBeDuplicate: true,
    accounts: { new: "chosen", update: "chosen" },
  },
  numbers: {
    isBank: false,
    isListed: ({ manualEntry = false }) => manualEntry,
    isFromAnyCountry: false,
    products: ["auth"],
    address: "none",
    isConfirmedByAmounts: true,
    isGuessable: true,
    isGrant: true,
    mayBeDuplicate: false,
    accounts: { new: "all", update: "all" },
  },
  file: {
    isBank: false,
    isListed: ({ files = false }, serves) => files && serves,
    isFromAnyCountry: true,
    products: null,
    address: "sample file",
    isConfirmedByAmounts: false,
    isGuessable: false,
    isGrant: false,
    // A file has no login that could be the same: it goes into an existing Item in update mode.
    mayBeDuplicate: false,
    // The user has chosen an account by bringing its file.
    accounts: { new: "chosen", update: "added" },
  },
};
