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

/** A use of Link: its configuration, and the user's progress. */
export type LinkSession = {
  linkSessionId: string;
  tokenDigest: string;
  clientId: string;
  origin: string;
  config: SessionConfig & { accountSelection: AccountSelection };
  /** The link token that opened the session; null for none. */
  linkTokenDigest: string | null;
  /**
   * The public token that opened the session; null for none. Completing the session uses up the
   * token.
   */
  publicTokenDigest: string | null;
  /**
   * The digest of the secret with which another frame resumes the session; null if resuming is
   * impossible.
   */
  resumeDigest: string | null;
  /** The Item that update mode repairs; null for a new Item. */
  updateItemId: string | null;
  consent: SessionConsent | null;
  guard: AttemptGuard;
  step: SessionStep;
  /** The connected Items, the newest last. */
  results: SessionResult[];
  /** Optimistic lock: the number of steps, so that only one of two submissions at a step counts. */
  revision: number;
  createdAt: number;
  expiresAt: number;
};

/** The user's consent in a session, as the institution's country requires. */
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

/** A link token opens Link for one session. The application's server creates it. */
export type LinkToken = {
  digest: string;
  clientId: string;
  /** The session's configuration. In update mode it has the Item's own products. */
  config: SessionConfig;
  /** The Item to repair in update mode; null for a new Item. */
  updateItemId: string | null;
  details: LinkTokenDetails;
  /** The sealed token, for webhooks that name it; null for a token from before this column. */
  sealedToken: string | null;
  /**
   * The end of the grant whose link opens the token; left out without an end, and for other tokens.
   */
  grantUntil?: number;
  createdAt: number;
  expiresAt: number;
};

/** The options of a link token for our own page. */
export type HostedLink = {
  /** The page to which the user returns; null if the user closes the window. */
  completionRedirectUri: string | null;
  /**
   * Whether the link belongs to a grant and ends with it. The page then names the grant's reader,
   * and not the client of the link token.
   */
  namesReader?: boolean | undefined;
  /** Whether the link is in a reminder. Such a link ends once its Item is renewed in any way. */
  isReminder?: boolean | undefined;
};

/** The options of a requested consumer report; null for the default. */
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
  /** The user of the future Item. */
  userId: string | null;
  /** The requested products; empty for a token from before they were stored. */
  products: (LinkProduct | ReportProduct)[];
  permissiblePurpose: PermissiblePurpose | null;
  reportOptions: ReportOptions | null;
  /** Whether the user of an update chooses the shared accounts again; false by default. */
  accountSelectionEnabled?: boolean | undefined;
  /** The options for our own page; undefined for other tokens. */
  hosted?: HostedLink | undefined;
};

/** A new login of an Item. Accounts that are not listed stay, unless the user has chosen again. */
export type ItemRenewal = {
  itemId: string;
  sealedLogin: string;
  /** The connector's new sealed state; null keeps the stored state. */
  sealedState?: string | null;
  /** The state's revision that the new state is based on; left out to replace any state. */
  stateRevision?: number;
  /** The new end of the consent; left out if unchanged. */
  consentExpiresAt?: number | null;
  /** Until when a reconfirmation alone renews the consent; left out if unchanged. */
  reconfirmableUntil?: number | null;
  /**
   * Products that the user has newly agreed to, in addition to earlier products; left out for none.
   */
  consentedProducts?: readonly LinkProduct[];
  accounts: ItemAccount[];
  /**
   * The user's new choice. The Item then has exactly the listed accounts; these keys were offered.
   */
  choice?: {
    offeredKeys: readonly string[];
    /** The jobs that follow from the removal of accounts, by account id. */
    revocationJobs(accountIds: readonly string[]): readonly NewJob[];
  };
  loggedInAt: number;
  /** The user's contact; left out if unchanged. */
  contact?: ItemContact;
};

/** The next step of a session, and the writes of the same transaction. */
export type SessionMove = {
  step: SessionStep;
  consent?: SessionConsent | null;
  guard?: AttemptGuard;
  newItem?: NewItem;
  itemRenewal?: ItemRenewal;
  accountVerification?: AccountVerification;
  /** The consent to the created or renewed Item. */
  consentRecord?: Consent;
  publicToken?: PublicToken;
  /** The connected Item. */
  result?: SessionResult;
  redirect?: NewRedirect;
  /** The outbox: the jobs that follow from the step. */
  jobs?: readonly NewJob[];
  /** The submission behind the step, and its answer. */
  submissionAnswer?: SubmissionAnswer;
  /**
   * Whether the move gives way to a submission in progress, since the user's action takes
   * precedence.
   */
  yields?: boolean;
};

/** The sealed answer to a submission, which retries receive again. */
export type SubmissionAnswer = { submission: string; sealed: string };

/** The last submission in a session: in progress until a moment, or finished. */
export type Submission = { name: string; until: number; answer: string | null };
