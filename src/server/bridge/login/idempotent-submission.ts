import { z } from "zod";
import { ERRORS, type ErrorCode } from "../../../protocol/errors/errors.ts";
import { retryWrite } from "../../domain/connectors/retry-write.ts";
import { addRevocation, type Revocation } from "../../domain/connectors/revoke-job.ts";
import { Fault } from "../../domain/fault.ts";
import { afterFailedAttempt } from "../../domain/link/attempt-guard.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import type { SessionStore } from "../../domain/link/session-store.ts";
import type { Services } from "../../domain/services.ts";
import type { BridgeContext, BridgeEndpoint } from "../endpoint.ts";
import {
  hasLinkEnded,
  refusedMove,
  requireRunning,
  sessionOfToken,
  supersededFault,
} from "../session/session-state.ts";

type SubmissionEndpoint = Extract<BridgeEndpoint, { access: "submission" }>;
type Body = Record<string, unknown>;

/**
 * The lease of a submission in ms. Its process renews the lease, which expires if the process dies
 * or hangs.
 */
const LEASE_MS = 10_000;

/** The pauses between polls of the store, in ms; the last pause repeats. */
const POLL_INTERVALS_MS = [5, 10, 20, 40, 80, 160, 320];

/** Waits with backoff before the next poll for a submission's answer. */
export const waitForAnswer = ({ pause }: Services, attempt: number): Promise<unknown> =>
  pause(POLL_INTERVALS_MS[Math.min(attempt, POLL_INTERVALS_MS.length - 1)] ?? 0);

/**
 * Runs a submission idempotently; `submission_id` is its idempotency key. A session runs one
 * submission at a time: a lease is claimed in the store before the handler runs, and released in
 * the write of its effects. A retry waits for the first answer and gets the same one; another
 * submission waits for its turn. A process that died with the lease has written nothing, so the
 * retry runs. If that process was only slow, the first write counts, and both calls get its answer.
 */
export const runIdempotently = async (
  endpoint: SubmissionEndpoint,
  body: Body,
  token: string,
  services: Services,
): Promise<Body> => {
  const { clock, store } = services;
  const name = `${endpoint.path} ${String(body.submission_id)}`;
  for (let attempt = 0; ; attempt++) {
    const session = await sessionOfToken(token, services);
    const last = await store.sessions.submission(session);
    // A lease that ends too late was taken while the clock was ahead, and is ignored.
    const isLeased =
      last?.answer === null && clock() < last.until && last.until <= clock() + 2 * LEASE_MS;
    if (last?.name === name && last.answer !== null)
      return openAnswer(services, session, name, last.answer);
    if (last?.name !== name) requireRunning(session);
    const now = clock();
    if (!isLeased && (await store.sessions.claim(session, name, now, now + LEASE_MS))) {
      const release = keepLease(session, name, services);
      try {
        // The previous submission may have moved the session.
        const current = await sessionOfToken(token, services);
        return await runOnce(endpoint, body, name, { ...services, session: current });
      } catch (failure) {
        if (services.isStoreFailure(failure)) void returnLease(session, name, services);
        throw failure;
      } finally {
        release();
      }
    }
    if (isLeased) await waitForAnswer(services, attempt);
  }
};

/** Renews the lease of a submission until the returned function is called. */
function keepLease(
  session: LinkSession,
  name: string,
  { store, clock, every }: Services,
): () => void {
  const renew = () =>
    // A lease that cannot be renewed expires.
    store.sessions.renewClaim(session, name, clock() + LEASE_MS).catch(() => undefined);
  return every(LEASE_MS / 3, renew);
}

/** Releases a submission's lease, so that a retry need not wait for its expiry. */
const returnLease = (session: LinkSession, name: string, services: Services): Promise<void> =>
  retryWrite(services, () =>
    services.store.sessions.renewClaim(session, name, services.clock()),
  ).catch(() => undefined);

async function runOnce(
  endpoint: SubmissionEndpoint,
  body: Body,
  name: string,
  context: BridgeContext,
): Promise<Body> {
  const { session, store, vault } = context;
  let failure: unknown;
  let effects: RefusalEffects = {};
  try {
    requireRunning(session);
    const outcome = await endpoint.handle(body, context);
    if ("answer" in outcome) {
      const { answer, move, granted } = outcome;
      const sealedAnswer = vault.seal(sealPurpose(session, name), JSON.stringify({ answer }));
      const submissionAnswer = { submission: name, sealed: sealedAnswer };
      const advance = () => store.sessions.advance(session, { ...move, submissionAnswer });
      const hasMoved = granted
        ? await keepGranted(context, name, sealedAnswer, { advance, granted })
        : await advance();
      if (hasMoved) return answer;
      failure = await refusedMove(context);
    } else {
      failure = outcome.refusal;
      effects = { accountVerification: outcome.verified, step: outcome.step };
    }
  } catch (error) {
    // The submission has no answer, and perhaps no effect. A retry runs it again.
    if (context.isStoreFailure(error)) throw error;
    failure = error;
  }
  const fault = failure instanceof Fault ? failure : new Fault("INTERNAL_SERVER_ERROR");
  let refusal = await refuse(fault, name, session, context, effects);
  if (refusal === null) {
    // A concurrent attempt changed the guard. Parallel attempts must not help brute force.
    const lostRace = supersededFault();
    refusal = await refuse(lostRace, name, session, context);
    failure = lostRace;
  }
  const last = await store.sessions.submission(session);
  // Another process took over the lease, and has answered first.
  if (last?.name === name && last.answer !== null && last.answer !== refusal)
    return openAnswer(context, session, name, last.answer);
  throw failure;
}

/**
 * Moves on with access that the institution has granted, or revokes the access; true if the session
 * has moved.
 */
async function keepGranted(
  context: BridgeContext,
  name: string,
  sealedAnswer: string,
  { advance, granted }: { advance: () => Promise<boolean>; granted: Revocation },
): Promise<boolean> {
  const { session, store } = context;
  let isKnown = true;
  const hasMoved = await retryWrite(context, async (isAgain) => {
    if (await advance()) return true;
    if (!isAgain) return false;
    // An earlier call may have moved the session, and a later submission may have replaced this
    // one.
    const last = await store.sessions.submission(session);
    if (last?.name === name) return last.answer === sealedAnswer;
    // The end of a link revokes its session's login. A second revocation is harmless.
    isKnown = hasLinkEnded(await store.sessions.byLinkSessionId(session.linkSessionId));
    return false;
  });
  if (!hasMoved && isKnown) await addRevocation(context, granted);
  return hasMoved;
}

type RefusalEffects = Omit<Parameters<SessionStore["refuse"]>[2], "guard">;

/**
 * Records a refusal, unless an answer exists; returns the sealed answer, or null if the effects no
 * longer apply.
 */
async function refuse(
  { code, body }: Fault,
  submission: string,
  session: LinkSession,
  { store, vault }: Services,
  effects: RefusalEffects = {},
): Promise<string | null> {
  const refusal = { code, message: body.error_message, display: body.display_message };
  const sealedAnswer = vault.seal(sealPurpose(session, submission), JSON.stringify({ refusal }));
  const guard = afterFailedAttempt(session.guard, code);
  const isRecorded = await store.sessions.refuse(
    session,
    { submission, sealed: sealedAnswer },
    { guard, ...effects },
  );
  return isRecorded ? sealedAnswer : null;
}

const CODES = Object.keys(ERRORS) as ErrorCode[];

const StoredAnswer = z.union([
  z.strictObject({ answer: z.record(z.string(), z.unknown()) }),
  z.strictObject({
    refusal: z.strictObject({
      code: z.enum(CODES),
      message: z.string(),
      display: z.string().nullable(),
    }),
  }),
]);

function openAnswer(
  { vault }: Services,
  session: LinkSession,
  name: string,
  sealedAnswer: string,
): Body {
  const storedAnswer = StoredAnswer.parse(
    JSON.parse(vault.open(sealPurpose(session, name), sealedAnswer)),
  );
  if ("answer" in storedAnswer) return storedAnswer.answer;
  const { code, message, display } = storedAnswer.refusal;
  throw new Fault(code, { message, display: display ?? undefined });
}

const sealPurpose = ({ linkSessionId }: LinkSession, name: string): string =>
  `submission:${linkSessionId}:${name}`;
