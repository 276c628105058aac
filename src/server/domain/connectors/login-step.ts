import type { Challenge } from "../../../protocol/link/login-form.ts";
import type { MatchReason } from "../../../protocol/match-reason.ts";
import type { BankAccount } from "./bank-account.ts";

/**
 * The state of a login: done, or at a challenge. `progress` is opaque and goes to `answer`.
 * `connectorState` is the Item's new connector state.
 */
export type LoginStep =
  | {
      at: "accounts";
      accounts: BankAccount[];
      connectorState?: string;
      /** The credentials to store in place of the submitted ones. */
      credentials?: Record<string, string>;
      /** When the consent ends by the institution's word, in ms since 1970; null if unknown. */
      consentExpiresAt?: number | null;
      /** The keys of accounts that the user has just added to the Item; left out for none. */
      addedKeys?: readonly string[];
      /** The user's answers to open matches; left out for none. */
      matchAnswers?: readonly MatchAnswer[];
      /** A sentence about the login for the user, shown above the accounts; left out for none. */
      note?: string;
    }
  | {
      at: "challenge";
      challenge: Challenge;
      progress: string;
      /** The credentials to store in place of the submitted ones, which `answer` also receives. */
      credentials?: Record<string, string>;
      /**
       * Whether the challenge shows data of the user's accounts. Such a challenge is stored sealed.
       */
      isPrivate?: boolean;
      /**
       * The connector state of a prepared authorization, to revoke if the user gives up; left out
       * for none.
       */
      unfinished?: string;
    };

/** A redirect to the institution's own site; `redirect.finish` continues the login. */
export type RedirectStep = {
  at: "redirect";
  url: string;
  /** The companies' sign-in address; left out if one address serves everyone. */
  businessUrl?: string;
  progress: string;
  unfinished?: string;
};

/**
 * A request that the user approves in the institution's app; `approval.poll` checks for the
 * approval.
 */
export type ApprovalStep = {
  at: "approval";
  progress: string;
  /** The credentials to store in place of the submitted ones. */
  credentials?: Record<string, string>;
  unfinished?: string;
  /**
   * The code that both Link and the app show, against approvals of another person's request; null
   * for none.
   */
  code: string | null;
  /** The institution's own words for the user; null or left out for none. */
  message?: string | null;
  /** The time to approve, and the institution's polling interval. */
  lifetimeMs: number;
  intervalMs: number;
};

/** A first step, after which the user may have to leave Link. */
export type FirstStep = LoginStep | RedirectStep | ApprovalStep;

/**
 * The user has not approved yet; `slowDown` after too frequent polling. The next poll needs the new `progress`, if
 * there is one.
 */
export type PendingApproval = { at: "pending"; slowDown: boolean; progress?: string };

/**
 * A transaction of an Item and a removed transaction that may be the same. A connector may ask the
 * user.
 */
export type OpenMatch = {
  transactionId: string;
  beforeId: string;
  before: MatchedRow;
  now: MatchedRow;
  /** The reasons for the match; older versions stored texts. */
  reasons: readonly (MatchReason | string)[];
};
type MatchedRow = { date: string; amount: number; name: string };

/** The user's answer to an open match. */
export type MatchAnswer = Pick<OpenMatch, "transactionId" | "beforeId"> & {
  decision: "same" | "different";
};
