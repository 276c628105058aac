import type { PublicToken } from "../items/public-token.ts";
import type { NewJob } from "../jobs/job.ts";
import type { AccountVerification } from "../verification/verification.ts";
import type { AttemptGuard } from "./attempt-guard.ts";
import type { LinkSession, SessionMove, Submission, SubmissionAnswer } from "./link-session.ts";
import type { SessionStep } from "./session-step.ts";

/** The port for Link sessions and the submissions in them. */
export type SessionStore = {
  /**
   * Starts a session; returns false and changes nothing if its id, its token or its link token has a session
   * already.
   */
  start(session: LinkSession, jobs?: readonly NewJob[]): Promise<boolean>;
  byTokenDigest(tokenDigest: string): Promise<LinkSession | null>;
  byLinkSessionId(linkSessionId: string): Promise<LinkSession | null>;
  byLinkTokenDigest(linkTokenDigest: string): Promise<LinkSession | null>;
  /**
   * Moves a session to another frame, or replaces it with a fresh one, under an optimistic lock on
   * `session.revision`. It invalidates the old token, and deletes submissions under it. The guard is
   * unchanged: a submission in progress counts as a wrong attempt, since its outcome is lost. Returns false
   * and changes nothing if another call wrote first.
   */
  reopen(
    session: LinkSession,
    replacement: LinkSession,
    additions?: { publicToken?: PublicToken; jobs?: readonly NewJob[] },
  ): Promise<boolean>;
  /**
   * Advances from `session.revision` (an optimistic lock) and writes the rest of the move with it. Returns
   * false and changes nothing if another call wrote first, its submission is no longer in progress, the Item
   * that it renews was removed, or it connects and the public token that opened it is used up; connecting
   * uses up that token.
   */
  advance(session: LinkSession, move: SessionMove): Promise<boolean>;
  /** The last submission under this session's token; null before the first, or when it is dead. */
  submission(session: LinkSession): Promise<Submission | null>;
  /**
   * Claims the session for one submission; returns false while another is in progress, and if this one is
   * finished. Idempotency depends on it.
   */
  claim(session: LinkSession, name: string, now: number, until: number): Promise<boolean>;
  /** Prolongs the claim of the submission in progress. */
  renewClaim(session: LinkSession, name: string, until: number): Promise<void>;
  /**
   * Records the response to the submission in progress without advancing the session. An account's
   * verification is recorded even if the session moved to another frame in the meantime; returns false and
   * changes nothing if that verification is no longer the expected one. A `step` sends the user there, unless
   * the session has advanced from `session.revision`.
   */
  refuse(
    session: LinkSession,
    answer: SubmissionAnswer,
    outcome: {
      guard: AttemptGuard;
      accountVerification?: AccountVerification | undefined;
      step?: SessionStep | undefined;
      /** The jobs that follow from the step; none is added if the session has moved on. */
      stepJobs?: readonly NewJob[];
    },
  ): Promise<boolean>;
};
