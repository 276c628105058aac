import type { PublicToken } from "../items/public-token.ts";
import type { NewJob } from "../jobs/job.ts";
import type { AccountVerification } from "../verification/verification.ts";
import type { AttemptGuard } from "./attempt-guard.ts";
import type { LinkSession, SessionMove, Submission, SubmissionAnswer } from "./link-session.ts";
import type { SessionStep } from "./session-step.ts";

/** The port for Link sessions and the submissions in them. */
export type SessionStore = {
  /**
   * Starts a session; false without changes if a session with its id, token or link token exists.
   */
  start(session: LinkSession, jobs?: readonly NewJob[]): Promise<boolean>;
  byTokenDigest(tokenDigest: string): Promise<LinkSession | null>;
  byLinkSessionId(linkSessionId: string): Promise<LinkSession | null>;
  byLinkTokenDigest(linkTokenDigest: string): Promise<LinkSession | null>;
  /**
   * Moves a session to another frame, or replaces it by a fresh session, under an optimistic lock
   * on `session.revision`. Invalidates the old token and its submissions. The guard stays; a
   * submission in progress counts as a wrong attempt, since its outcome is lost. False without
   * changes if another call wrote first.
   */
  reopen(
    session: LinkSession,
    replacement: LinkSession,
    additions?: { publicToken?: PublicToken; jobs?: readonly NewJob[] },
  ): Promise<boolean>;
  /**
   * Advances from `session.revision` (an optimistic lock), and writes the rest of the move. False
   * without changes if another call wrote first, the submission is no longer in progress, the
   * renewed Item was removed, or the session's public token is used up. Connecting uses up that
   * token.
   */
  advance(session: LinkSession, move: SessionMove): Promise<boolean>;
  /** The last submission under this session's token; null without one, or for a dead one. */
  submission(session: LinkSession): Promise<Submission | null>;
  /**
   * Claims the session for a submission; false while another is in progress, or if this one has
   * finished. Idempotency depends on the claim.
   */
  claim(session: LinkSession, name: string, now: number, until: number): Promise<boolean>;
  /** Prolongs the claim of the submission in progress. */
  renewClaim(session: LinkSession, name: string, until: number): Promise<void>;
  /**
   * Records the response to the submission in progress without advancing the session. An account's
   * verification is recorded even if the session has moved to another frame; false without changes
   * if the stored verification is not the expected one. A `step` moves the user there, unless the
   * session has advanced from `session.revision`.
   */
  refuse(
    session: LinkSession,
    answer: SubmissionAnswer,
    outcome: {
      guard: AttemptGuard;
      accountVerification?: AccountVerification | undefined;
      step?: SessionStep | undefined;
      /** The jobs that follow from the step; not added if the session has moved on. */
      stepJobs?: readonly NewJob[];
    },
  ): Promise<boolean>;
};
