import type { Challenge } from "../../../protocol/link/login-form.ts";
import type { MatchReason } from "../../../protocol/match-reason.ts";
import type { BankAccount } from "./bank-account.ts";

/**
 * The state of a login: done, or at a challenge. `progress` is opaque, passed to `answer`; `connectorState`
 * is the connector's new state of the Item, in place of the old one.
 */
export type LoginStep =
  | {
      at: "accounts";
      accounts: BankAccount[];
      connectorState?: string;
      /** The credentials to store in place of those that the login began with. */
      credentials?: Record<string, string>;
      /** When the user's consent ends by the institution's own word, in ms since 1970; null for no word. */
      consentExpiresAt?: number | null;
      /** The keys of the accounts that the user has just brought, for an Item to have; left out for none. */
      addedKeys?: readonly string[];
      /** The user's answers to open matches; left out for none. */
      matchAnswers?: readonly MatchAnswer[];
      /** A sentence about the login for its user, who chooses accounts next; left out for none. */
      note?: string;
    }
  | {
      at: "challenge";
      challenge: Challenge;
      progress: string;
      /** The credentials to store in place of those that the login began with: `answer` gets no others. */
      credentials?: Record<string, string>;
      /** Whether the challenge has data of the user's accounts in it, which is stored sealed. */
      isPrivate?: boolean;
      /** The connector state of what the institution has prepared, which ends if the user gives up; left out for nothing. */
      unfinished?: string;
    };

/** A redirect to the institution's own site, after which `redirect.finish` continues. */
export type RedirectStep = {
  at: "redirect";
  url: string;
  /** The address for companies, if the institution has another sign-in for them; left out for one for all. */
  businessUrl?: string;
  progress: string;
  unfinished?: string;
};

/** A request that the user approves in the institution's app, for which `approval.poll` asks. */
export type ApprovalStep = {
  at: "approval";
  progress: string;
  /** The credentials to store in place of those that the login began with. */
  credentials?: Record<string, string>;
  unfinished?: string;
  /**
   * The code that Link and the app both show, so that users do not approve another person's request; null if the
   * institution has none.
   */
  code: string | null;
  /** The institution's own words for the user; null or left out for none. */
  message?: string | null;
  /** The time that the user has, and the interval at which the institution may be polled. */
  lifetimeMs: number;
  intervalMs: number;
};

/** A step after which the user may have to leave Link. */
export type FirstStep = LoginStep | RedirectStep | ApprovalStep;

/** The user has not approved yet; `slowDown` if the institution was polled too often. */
export type PendingApproval = { at: "pending"; slowDown: boolean };

/** A transaction of an Item and a removed one that may be the same, which a connector may ask the user about. */
export type OpenMatch = {
  transactionId: string;
  beforeId: string;
  before: MatchedRow;
  now: MatchedRow;
  /** The reasons for which they may be the same; those of older versions are texts. */
  reasons: readonly (MatchReason | string)[];
};
type MatchedRow = { date: string; amount: number; name: string };

/** The user's answer to an open match. */
export type MatchAnswer = Pick<OpenMatch, "transactionId" | "beforeId"> & {
  decision: "same" | "different";
};
