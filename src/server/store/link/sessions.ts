import type { NewJob } from "../../domain/jobs/job.ts";
import { type AttemptGuard, afterFailedAttempt } from "../../domain/link/attempt-guard.ts";
import type { LinkSession, SessionMove } from "../../domain/link/link-session.ts";
import { type SessionResult, withResult } from "../../domain/link/session-result.ts";
import type { SessionStore } from "../../domain/link/session-store.ts";
import { joinGrant } from "../grants/grant-links.ts";
import { isAsRecorded, recordVerification } from "../items/account-verification.ts";
import { isRenewable, renewItem } from "../items/item-renewal.ts";
import { insertItem } from "../items/items.ts";
import { insertPublicToken, isUsedUp, useUp } from "../items/public-tokens.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import { preparedRead } from "../prepared-query.ts";
import { isOfPresentClient } from "../present-client.ts";
import type { Database, Queryable } from "../tables.ts";
import { insertConsent } from "./consents.ts";
import { endSessions } from "./end-link-sessions.ts";
import { deleteExpiredSessions } from "./expired-sessions.ts";
import { linkTokens } from "./link-tokens.ts";
import { insertRedirect } from "./redirects.ts";
import {
  column,
  NO_SUBMISSION,
  SESSION_COLUMNS,
  type SessionRow,
  sessionOfRow,
  sessionRow,
} from "./session-columns.ts";
import { submissions } from "./submissions.ts";

/** How long expired sessions may stay while others start. */
const FORGET_INTERVAL_MS = 60_000;

/** Link sessions. */
export const sessions = (db: Database, writeWithOutbox: WriteWithOutbox): SessionStore => ({
  ...submissions(db, writeWithOutbox),

  start: startSession(db, writeWithOutbox),

  byTokenDigest: sessionFinder(db, "token_digest"),

  byLinkSessionId: sessionFinder(db, "link_session_id"),

  byLinkTokenDigest: sessionFinder(db, "link_token_digest"),

  reopen: (session, replacement, { publicToken, jobs = [] } = {}) =>
    writeWithOutbox(jobs, async (transaction) => {
      const guard = await guardOnReopening(transaction, session);
      if (guard === null) return false;
      const { numUpdatedRows } = await transaction
        .updateTable("link_session")
        .set({
          ...sessionRow(transaction, { ...replacement, guard }),
          ...NO_SUBMISSION,
          revision: session.revision + 1,
        })
        .where("link_session_id", "=", session.linkSessionId)
        .where("revision", "=", session.revision)
        .where(isOfPresentClient("link_session"))
        .executeTakeFirst();
      if (numUpdatedRows > 0n && publicToken) await insertPublicToken(transaction, publicToken);
      return numUpdatedRows > 0n;
    }),

  advance: (session, move) => {
    let revocations: NewJob[] = [];
    const jobs = () => [...(move.jobs ?? []), ...(move.newItem?.jobs ?? []), ...revocations];
    return writeWithOutbox(jobs, async (transaction) => {
      if (move.itemRenewal && !(await isRenewable(transaction, move.itemRenewal))) return false;
      if (move.accountVerification && !(await isAsRecorded(transaction, move.accountVerification)))
        return false;
      if (move.result && (await hasLinkEnded(transaction, session, move.result))) {
        await endSessions(
          transaction,
          (row) => row("link_session_id", "=", session.linkSessionId),
          move.result.connectedAt,
        );
        return false;
      }
      const { step } = move;
      const openerDigest = step.at === "connected" ? session.publicTokenDigest : null;
      if (openerDigest !== null && (await isUsedUp(transaction, openerDigest))) return false;
      if (!(await moveOn(transaction, session, move))) return false;
      if (step.at === "connected" && openerDigest !== null)
        await useUp(transaction, openerDigest, step.finishedAt);
      if (move.newItem) await insertItem(transaction, move.newItem);
      if (move.itemRenewal)
        revocations = await renewItem(transaction, move.itemRenewal, move.consentRecord);
      if (move.accountVerification) await recordVerification(transaction, move.accountVerification);
      if (move.consentRecord) await insertConsent(transaction, move.consentRecord);
      if (move.redirect) await insertRedirect(transaction, session.linkSessionId, move.redirect);
      if (move.publicToken) await insertPublicToken(transaction, move.publicToken);
      if (move.result && session.linkTokenDigest !== null)
        await joinGrant(transaction, session.linkTokenDigest, move.result);
      return true;
    });
  },
});

/**
 * Starts a session by one statement, which is right by itself: concurrent starts do not roll each other back.
 * Now and then it first deletes expired sessions, in a separate transaction.
 */
function startSession(db: Database, writeWithOutbox: WriteWithOutbox): SessionStore["start"] {
  let forgottenAt = Number.NEGATIVE_INFINITY;
  return async (session, jobs = []) => {
    const { createdAt } = session;
    if (Math.abs(createdAt - forgottenAt) >= FORGET_INTERVAL_MS) {
      forgottenAt = createdAt;
      await db.transact((transaction) => deleteExpiredSessions(transaction, createdAt));
    }
    return writeWithOutbox(
      jobs,
      async (transaction) => {
        const { numInsertedOrUpdatedRows = 0n } = await transaction
          .insertInto("link_session")
          .values({ ...sessionRow(transaction, session), ...NO_SUBMISSION })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        return numInsertedOrUpdatedRows > 0n;
      },
      { isolation: "read committed" },
    );
  };
}

/** Whether the grant whose link opened a session has ended by the time that it connects an Item. */
async function hasLinkEnded(
  transaction: Queryable,
  { linkTokenDigest }: LinkSession,
  { connectedAt }: SessionResult,
): Promise<boolean> {
  if (linkTokenDigest === null) return false;
  const token = await linkTokens(transaction).byDigest(linkTokenDigest);
  return token === null || (token.grantUntil ?? Number.POSITIVE_INFINITY) <= connectedAt;
}

/**
 * An optimistic lock in one statement: of several calls from one revision, one changes the row. A submission
 * that is no longer in progress was completed or abandoned by another call.
 */
async function moveOn(db: Queryable, session: LinkSession, move: SessionMove): Promise<boolean> {
  const { step, consent, guard, result, submissionAnswer } = move;
  const { numUpdatedRows } = await db
    .updateTable("link_session")
    .set({
      step: column.step.write(step),
      ...(result && { results: column.results.write(withResult(session.results, result)) }),
      revision: session.revision + 1,
      ...(consent !== undefined && { consent: column.consent.write(consent) }),
      ...(guard && { guard: column.guard.write(guard) }),
      ...(submissionAnswer && { submission_answer: submissionAnswer.sealed }),
    })
    .where("link_session_id", "=", session.linkSessionId)
    .where("revision", "=", session.revision)
    .where(isOfPresentClient("link_session"))
    .$if(submissionAnswer !== undefined, (query) =>
      query
        .where("submission", "=", submissionAnswer?.submission ?? "")
        .where("submission_answer", "is", null),
    )
    .$if(move.yields === true, (query) =>
      query.where((is) =>
        is.or([is("submission", "is", null), is("submission_answer", "is not", null)]),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/**
 * The guard of a session that moves to another frame. An attempt in progress counts as wrong at once, since
 * its outcome is lost with the old frame: otherwise reopening quickly enough would allow unlimited brute
 * force.
 */
async function guardOnReopening(
  transaction: Queryable,
  { linkSessionId, revision }: LinkSession,
): Promise<AttemptGuard | null> {
  // Writing first locks the row even if several transactions run at once.
  const row = await transaction
    .updateTable("link_session")
    .set({ revision })
    .where("link_session_id", "=", linkSessionId)
    .where("revision", "=", revision)
    .returning(["guard", "submission", "submission_answer as answer"])
    .executeTakeFirst();
  if (!row) return null;
  const guard = column.guard.read(row.guard);
  const isUnderWay = row.submission !== null && row.answer === null;
  return isUnderWay ? afterFailedAttempt(guard, "INVALID_CREDENTIALS") : guard;
}

function sessionFinder(
  db: Database,
  key: "link_session_id" | "token_digest" | "link_token_digest",
): (value: string) => Promise<LinkSession | null> {
  const find = preparedRead<{ value: string }, SessionRow>(db, (param) =>
    db
      .selectFrom("link_session")
      .select(SESSION_COLUMNS)
      .where(key, "=", param("value"))
      .where(isOfPresentClient("link_session")),
  );
  return async (value) => {
    const [row] = await find({ value });
    return row ? sessionOfRow(db, row) : null;
  };
}
