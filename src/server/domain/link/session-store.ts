import type { NewJob } from "../jobs/job.ts";
import type { AttemptGuard } from "./attempt-guard.ts";
import type {
  AccountVerification,
  LinkSession,
  SessionMove,
  Submission,
  SubmissionAnswer,
} from "./link-session.ts";
import type { PublicToken } from "./public-token.ts";

/** Where Link sessions live, and what is submitted in them. */
export type SessionStore = {
  /** False, and nothing changed, where its id, its token or its link token has a session already. */
  start(session: LinkSession, jobs?: readonly NewJob[]): Promise<boolean>;
  byTokenDigest(tokenDigest: string): Promise<LinkSession | null>;
  byLinkSessionId(linkSessionId: string): Promise<LinkSession | null>;
  byLinkTokenDigest(linkTokenDigest: string): Promise<LinkSession | null>;
  /**
   * Hands a session to another frame, or puts one that starts anew in its place, from
   * `session.revision` on: its old token is dead, and what was submitted with that one is forgotten.
   * Its guard stays what it is by then; what is still under way counts as a wrong try, since its
   * outcome is not. False, and nothing changed, when another was faster.
   */
  reopen(
    session: LinkSession,
    reopened: LinkSession,
    along?: { issued?: PublicToken; jobs?: readonly NewJob[] },
  ): Promise<boolean>;
  /**
   * Moves on from `session.revision`, with all that goes along with it; false, and nothing changed,
   * when another call was faster, when the submission that it answers is not under way any more,
   * when the Item that it renews is gone, or when it connects and the public token that opened it is
   * used up; connecting uses that up.
   */
  advance(session: LinkSession, move: SessionMove): Promise<boolean>;
  /** The last submission under this session's token; null before the first, or when it is dead. */
  submission(session: LinkSession): Promise<Submission | null>;
  /** Takes the session's one place for a submission under way; false where that is not free. */
  claim(session: LinkSession, name: string, now: number, until: number): Promise<boolean>;
  /**
   * Answers the submission under way without moving on. What was learned of an account is recorded
   * also where the session was handed to another frame meanwhile; false, and nothing changed, where
   * somebody else was faster to learn something of it.
   */
  refuse(
    session: LinkSession,
    answer: SubmissionAnswer,
    along: { guard: AttemptGuard; verified?: AccountVerification | undefined },
  ): Promise<boolean>;
};
