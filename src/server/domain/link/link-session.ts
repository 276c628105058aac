import { z } from "zod";
import type { SessionConfig } from "../../../protocol/link/config.ts";
import type {
  AccountSelection,
  LinkProduct,
  PermissiblePurpose,
  ReportProduct,
} from "../../../protocol/vocabulary.ts";
import type { ItemAccount } from "../items/item.ts";
import type { PublicToken } from "../items/public-token.ts";
import type { ItemContact } from "../items/reminder.ts";
import type { NewJob } from "../jobs/job.ts";
import type { AccountVerification } from "../verification/verification.ts";
import type { AttemptGuard } from "./attempt-guard.ts";
import type { NewItem } from "./new-item.ts";
import type { NewRedirect } from "./redirect-store.ts";
import type { SessionResult } from "./session-result.ts";
import type { SessionStep } from "./session-step.ts";

/** One use of Link: its configuration, and the user's progress. */
export type LinkSession = {
  linkSessionId: string;
  tokenDigest: string;
  clientId: string;
  origin: string;
  config: SessionConfig & { accountSelection: AccountSelection };
  /** The link token that opened it, if one did. */
  linkTokenDigest: string | null;
  /** The public token that opened it, if one did; completing the session uses that up. */
  publicTokenDigest: string | null;
  /** The digest of the secret with which another frame resumes the session; null if it cannot be resumed. */
  resumeDigest: string | null;
  /** The Item that update mode repairs; null for a session that creates one. */
  updateItemId: string | null;
  consent: SessionConsent | null;
  guard: AttemptGuard;
  step: SessionStep;
  /** The Items that it has connected, the last one last. */
  results: SessionResult[];
  /** Optimistic lock: counts steps, so that only the first of two submissions to one step counts. */
  revision: number;
  createdAt: number;
  expiresAt: number;
};

/** The consent that the user of a session gave, as an institution's country requires. */
export const SessionConsent = z.strictObject({
  institutionId: z.string(),
  version: z.string(),
  givenAt: z.number(),
});
export type SessionConsent = z.infer<typeof SessionConsent>;

/** The lasting record of a consent. */
export type Consent = {
  linkSessionId: string;
  itemId: string;
  clientId: string;
  institutionId: string;
  version: string;
  scope: LinkProduct[];
  givenAt: number;
  expiresAt: number;
};

/** A link token: opens Link for one session; the application's server creates it. */
export type LinkToken = {
  digest: string;
  clientId: string;
  /** The configuration of the session; in update mode with the Item's own products. */
  config: SessionConfig;
  /** The Item to repair in update mode; null for a new one. */
  updateItemId: string | null;
  details: LinkTokenDetails;
  /** The token itself, sealed, for webhooks that name it; null for one older than this column. */
  sealedToken: string | null;
  /** The end of the grant whose link opens it; left out for a grant without an end, and for any other token. */
  grantUntil?: number;
  createdAt: number;
  expiresAt: number;
};

/** The options of a link token that is opened on our own page. */
export type HostedLink = {
  /** The page to which the user returns; null if they close the window. */
  completionRedirectUri: string | null;
  /**
   * Whether the link belongs to a grant, and ends with it: the page names the reader that asks for the
   * connection, not the client that has the link token.
   */
  namesReader?: boolean | undefined;
  /** Whether a reminder contains the link, which ends once its Item is renewed, through it or otherwise. */
  isReminder?: boolean | undefined;
};

/** The options of the consumer report that a link token asks for; null for the default. */
type ReportOptions = {
  daysRequested: number | null;
  clientReportId: string | null;
  daysRequired?: number | undefined;
  requireIdentity?: boolean | undefined;
};

/** The parameters of a link token that Link does not show. */
export type LinkTokenDetails = {
  clientUserId: string | null;
  redirectUri: string | null;
  /** The user that the Item is linked under. */
  userId: string | null;
  /** The products that the application asked for; empty in a token from before this was stored. */
  products: (LinkProduct | ReportProduct)[];
  permissiblePurpose: PermissiblePurpose | null;
  reportOptions: ReportOptions | null;
  /** Whether the user of an update chooses again which accounts to share; false by default. */
  accountSelectionEnabled?: boolean | undefined;
  /** The options of a token that our own page opens; undefined for any other one. */
  hosted?: HostedLink | undefined;
};

/** A new login of an Item; accounts that are not listed stay unchanged, unless the user has chosen again. */
export type ItemRenewal = {
  itemId: string;
  sealedLogin: string;
  /** The connector's new state, sealed; null keeps the stored one. */
  sealedState?: string | null;
  /** The revision of the state that the new one was made from; left out if any may be replaced. */
  stateRevision?: number;
  /** The new end of its consent; left out if it stays. */
  consentExpiresAt?: number | null;
  /** Until when the user's yes alone renews it; left out if that stays. */
  reconfirmableUntil?: number | null;
  /** The products that the user has agreed to now, in addition to those before; left out for none. */
  consentedProducts?: readonly LinkProduct[];
  accounts: ItemAccount[];
  /**
   * The user's new choice: the Item has exactly the listed accounts from now on, and these keys were offered.
   */
  choice?: {
    offeredKeys: readonly string[];
    /** The jobs that follow from the accounts, by their ids, that the Item has no more. */
    revocationJobs(accountIds: readonly string[]): readonly NewJob[];
  };
  loggedInAt: number;
  /** How its user is reached; left out if that stays. */
  contact?: ItemContact;
};

/** The next step of a session, and all that is written in the same transaction. */
export type SessionMove = {
  step: SessionStep;
  consent?: SessionConsent | null;
  guard?: AttemptGuard;
  newItem?: NewItem;
  itemRenewal?: ItemRenewal;
  accountVerification?: AccountVerification;
  /** The consent to the Item that is created or renewed. */
  consentRecord?: Consent;
  publicToken?: PublicToken;
  /** The Item that is connected. */
  result?: SessionResult;
  redirect?: NewRedirect;
  /** The outbox: jobs that follow from the step. */
  jobs?: readonly NewJob[];
  /** The submission that led to the step, and its answer. */
  submissionAnswer?: SubmissionAnswer;
  /** Whether the move is dropped during a submission: the user's action takes precedence. */
  yields?: boolean;
};

/** The sealed answer to a submission, replayed to its retries. */
export type SubmissionAnswer = { submission: string; sealed: string };

/** The last submission in a session: in progress until a moment, or finished. */
export type Submission = { name: string; until: number; answer: string | null };
