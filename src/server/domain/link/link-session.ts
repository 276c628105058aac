import { z } from "zod";
import type { SessionConfig } from "../../../protocol/config.ts";
import type { AccountSelection, LinkProduct } from "../../../protocol/vocabulary.ts";
import type { ItemAccount, NewItem } from "../items/item.ts";
import type { NewJob } from "../jobs/job.ts";
import type { Verification } from "../verification/verification.ts";
import type { AttemptGuard } from "./attempt-guard.ts";
import type { PublicToken } from "./public-token.ts";
import type { SessionStep } from "./session-step.ts";

/** One use of Link: what was asked for, and how far the user has come. */
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
  /** Of the secret that another frame has to bring to go on with it; null where none can. */
  resumeDigest: string | null;
  /** The Item that it mends; null where it is to make a new one. */
  updateItemId: string | null;
  consent: GivenConsent | null;
  guard: AttemptGuard;
  step: SessionStep;
  /** Counts steps, so that of two answers to one step only the first one counts. */
  revision: number;
  createdAt: number;
  expiresAt: number;
};

/** That the person of a session has agreed to what an institution's country asks for. */
export const GivenConsent = z.strictObject({
  institutionId: z.string(),
  version: z.string(),
  givenAt: z.number(),
});
export type GivenConsent = z.infer<typeof GivenConsent>;

/** What is kept of a consent for as long as anybody may ask about it. */
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

/** What opens Link for one session, made by the application's server. */
export type LinkToken = {
  digest: string;
  clientId: string;
  /** What the session is about; the products of the Item's own where it mends one. */
  config: SessionConfig;
  /** The Item to mend; null for a new one. */
  updateItemId: string | null;
  details: LinkTokenDetails;
  /** The token itself, sealed, for webhooks that name it; null for one from before it was kept. */
  sealedToken: string | null;
  createdAt: number;
  expiresAt: number;
};

/** What a link token says beside what Link shows. */
export type LinkTokenDetails = {
  clientUserId: string | null;
  redirectUri: string | null;
  userId: string | null;
  userToken: string | null;
  permissiblePurpose: string | null;
  reportOptions: { daysRequested: number | null; clientReportId: string | null } | null;
};

/** An Item whose user has signed in again; accounts that are not among these stay as they are. */
export type RenewedItem = {
  itemId: string;
  sealedLogin: string;
  accounts: ItemAccount[];
  loggedInAt: number;
};

/** The verification of one account, to be recorded. */
export type AccountVerification = {
  itemId: string;
  accountId: string;
  verification: Verification;
  /** What was recorded when this was found out, and has to be still; whatever there is, if left out. */
  recorded?: Verification | null;
};

/** Where a session goes, and what is made and recorded along with it. */
export type SessionMove = {
  step: SessionStep;
  consent?: GivenConsent | null;
  guard?: AttemptGuard;
  created?: NewItem;
  renewed?: RenewedItem;
  verified?: AccountVerification;
  /** Kept of the consent of the Item that is made or renewed. */
  agreed?: Consent;
  publicToken?: PublicToken;
  /** What this causes to be done later. */
  jobs?: readonly NewJob[];
  /** The submission that leads there, and what it is answered with. */
  answers?: SubmissionAnswer;
};

/** What a submission was answered with, sealed. */
export type SubmissionAnswer = { submission: string; sealed: string };

/** The last thing that was submitted in a session: under way until a moment, or answered. */
export type Submission = { name: string; until: number; answer: string | null };
