import type { LinkProduct } from "../../../protocol/vocabulary.ts";

/** The purpose of an institution's form: sign-in, manual account numbers, or a file. */
export type Purpose = "login" | "numbers" | "file";

/** The rules that differ between the entries of the list of institutions. */
type PurposeRules = {
  /**
   * Whether the entry is a bank that users look for by name. Banks are listed first, and readers
   * may request them.
   */
  isBank: boolean;
  /**
   * Whether a session lists the entry; `serves` says whether it fits the session's countries and
   * products.
   */
  isListed(session: { manualEntry?: boolean; files?: boolean }, serves: boolean): boolean;
  /**
   * Whether updates of its Items accept accounts from any country, and not only from the
   * institution's.
   */
  isFromAnyCountry: boolean;
  /** The products of its Items, whatever the session requests; null if the session decides. */
  products: readonly LinkProduct[] | null;
  /** The address in the form: the institution's site, the sandbox's sample file, or none. */
  address: "site" | "sample file" | "none";
  /** Whether two deposited amounts confirm the accounts in update mode. */
  isConfirmedByAmounts: boolean;
  /** Whether another person could guess the credentials. */
  isGuessable: boolean;
  /** Whether the login is a grant with an end. */
  isGrant: boolean;
  /** Whether a new login may repeat an earlier login of the user. */
  mayBeDuplicate: boolean;
  /** The accounts to share: those that the user chooses, or those that the login added. */
  accounts: { new: "chosen" | "all"; update: "chosen" | "all" | "added" };
};

/** The rules of each purpose. No other server file compares purposes. */
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
    // A file has no login that could repeat. Update mode adds it to an existing Item.
    mayBeDuplicate: false,
    // Bringing an account's file is the user's choice of the account.
    accounts: { new: "chosen", update: "added" },
  },
};
