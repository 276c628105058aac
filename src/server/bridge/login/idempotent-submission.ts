import { z } from "zod";
import { ERRORS, type ErrorCode } from "../../../protocol/errors.ts";
import { Fault } from "../../domain/fault.ts";
import { afterFailedAttempt } from "../../domain/link/attempt-guard.ts";
import type { AccountVerification, LinkSession } from "../../domain/link/link-session.ts";
import type { Services } from "../../domain/services.ts";
import type { BridgeContext, BridgeEndpoint } from "../endpoint.ts";
import { alreadyAnswered, requireRunning, sessionOfToken } from "../session/session.ts";

type SubmissionEndpoint = Extract<BridgeEndpoint, { access: "submission" }>;
type Body = Record<string, unknown>;

/** Longer than any institution may take; who has not answered by then has died. */
const LONGEST_MS = 2 * 60 * 1000;

/** How long to wait before looking again, in ms; the last one from then on. */
const PAUSES_MS = [5, 10, 20, 40, 80, 160];

/** Waits before the store is looked at again, longer from time to time. */
export const pauseAgain = ({ pause }: Services, pauses: number): Promise<unknown> =>
  pause(PAUSES_MS[Math.min(pauses, PAUSES_MS.length - 1)] ?? 0);

/**
 * Carries out what was submitted, once. A session does one thing at a time: its place is claimed in
 * the store before anything happens, and given up together with what happened. The same submission
 * again waits for the first one's answer, and has the same, refusal or not; another one waits its turn.
 * Who claimed the place and died has left nothing behind, and its submission is refused for good.
 */
export const runIdempotently = async (
  endpoint: SubmissionEndpoint,
  body: Body,
  token: string,
  services: Services,
): Promise<Body> => {
  const { clock, store } = services;
  const name = `${endpoint.path} ${String(body.submission_id)}`;
  for (let pauses = 0; ; pauses++) {
    const session = await sessionOfToken(token, services);
    const last = await store.sessions.submission(session);
    const isUnderWay = last?.answer === null && clock() < last.until;
    if (last?.name === name) {
      if (last.answer !== null) return openAnswer(services, session, name, last.answer);
      if (!isUnderWay) await refuse(new Fault("INTERNAL_SERVER_ERROR"), name, session, services);
    } else {
      requireRunning(session);
      const now = clock();
      if (!isUnderWay && (await store.sessions.claim(session, name, now, now + LONGEST_MS)))
        // What came before may have moved the session on.
        return carryOut(endpoint, body, name, {
          ...services,
          session: await sessionOfToken(token, services),
        });
    }
    if (isUnderWay) await pauseAgain(services, pauses);
  }
};

async function carryOut(
  endpoint: SubmissionEndpoint,
  body: Body,
  name: string,
  context: BridgeContext,
): Promise<Body> {
  const { session, store, vault } = context;
  let failure: unknown;
  let accountVerification: AccountVerification | undefined;
  try {
    requireRunning(session);
    const outcome = await endpoint.handle(body, context);
    if ("answer" in outcome) {
      const { answer, move } = outcome;
      const sealed = vault.seal(purposeOf(session, name), JSON.stringify({ answer }));
      const submissionAnswer = { submission: name, sealed };
      if (await store.sessions.advance(session, { ...move, submissionAnswer })) return answer;
      failure = alreadyAnswered();
    } else {
      failure = outcome.refusal;
      accountVerification = outcome.verified;
    }
  } catch (thrown) {
    failure = thrown;
  }
  const fault = failure instanceof Fault ? failure : new Fault("INTERNAL_SERVER_ERROR");
  if (await refuse(fault, name, session, context, accountVerification)) throw failure;
  // Somebody tried at the same time: who may try how often must not hang on how many do so at once.
  const late = alreadyAnswered();
  await refuse(late, name, session, context);
  throw late;
}

async function refuse(
  { code, body }: Fault,
  submission: string,
  session: LinkSession,
  { store, vault }: Services,
  accountVerification?: AccountVerification,
): Promise<boolean> {
  const refusal = { code, message: body.error_message, display: body.display_message };
  const sealed = vault.seal(purposeOf(session, submission), JSON.stringify({ refusal }));
  const guard = afterFailedAttempt(session.guard, code);
  return store.sessions.refuse(session, { submission, sealed }, { guard, accountVerification });
}

const CODES = Object.keys(ERRORS) as ErrorCode[];

const Kept = z.union([
  z.strictObject({ answer: z.record(z.string(), z.unknown()) }),
  z.strictObject({
    refusal: z.strictObject({
      code: z.enum(CODES),
      message: z.string(),
      display: z.string().nullable(),
    }),
  }),
]);

function openAnswer({ vault }: Services, session: LinkSession, name: string, sealed: string): Body {
  const kept = Kept.parse(JSON.parse(vault.open(purposeOf(session, name), sealed)));
  if ("answer" in kept) return kept.answer;
  const { code, message, display } = kept.refusal;
  throw new Fault(code, { message, display: display ?? undefined });
}

const purposeOf = ({ linkSessionId }: LinkSession, name: string): string =>
  `submission:${linkSessionId}:${name}`;
