import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import { AwaitCallbackRequest, AwaitCallbackResponse } from "../../../protocol/link/bridge.ts";
import type { Approval } from "../../../protocol/link/session-start.ts";
import { retryWrite } from "../../domain/connectors/retry-write.ts";
import { discardLogin } from "../../domain/connectors/revoke-job.ts";
import { Fault } from "../../domain/fault.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import { pollApproval, stepAfterCallback } from "../../domain/link/oauth-callback.ts";
import { type AtApproval, sealProgress } from "../../domain/link/session-step.ts";
import type { Services } from "../../domain/services.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { hasLinkEnded, requireRunning, supersededFault } from "../session/session-state.ts";

/**
 * The number of polls of the store within a request (long polling), and the pause between polls.
 */
const POLLS = 20;
const PAUSE_MS = 1000;

/**
 * Responds once the callback has arrived or the user has approved in the app, or after 20 seconds
 * without either.
 */
export const awaitCallback = bridgeEndpoint({
  path: "/bridge/redirect/await",
  access: "session",
  request: AwaitCallbackRequest,
  response: AwaitCallbackResponse,
  async handle(_, context) {
    const { clock, pause, session, store } = context;
    let latest: LinkSession | null = session;
    for (let poll = 1; ; poll++) {
      // Another frame has taken over the session, or the user has moved on.
      if (latest?.tokenDigest !== session.tokenDigest) throw supersededFault();
      const { step } = latest;
      if (step.at === "returned" && step.claimable) return { returned: true };
      requireRunning(latest);
      if (step.at !== "redirect" && step.at !== "approval") throw supersededFault();
      if (clock() >= step.expiresAt) return { returned: true };
      if (step.at === "approval" && (await checkApproval(context, latest, step)))
        return { returned: true };
      if (poll === POLLS) return { returned: false };
      await pause(PAUSE_MS);
      latest = await store.sessions.byLinkSessionId(session.linkSessionId);
    }
  },
});

/** The increase of the interval after `slow_down`, in ms (OpenID CIBA 11). */
const SLOW_DOWN_MS = 5000;

/** Errors that do not stop the polling, since the user may be about to approve. */
const TEMPORARY_ERRORS: readonly ErrorCode[] = [
  "INSTITUTION_DOWN",
  "INSTITUTION_NOT_AVAILABLE",
  "INSTITUTION_NOT_RESPONDING",
  "INSTITUTION_RATE_LIMIT",
];

/**
 * Polls the institution for the user's approval at the allowed interval, and stores the response;
 * true if the session continues. Only one of several concurrent requests polls: the time of the
 * next poll is a lease, taken by compare-and-set.
 */
const checkApproval = async (
  services: Services,
  session: LinkSession,
  step: AtApproval,
): Promise<boolean> => {
  const { clock, store } = services;
  if (clock() < step.askAt) return false;
  const lease = { ...step, askAt: clock() + step.intervalMs };
  if (!(await store.sessions.advance(session, { step: lease, yields: true }))) return false;
  const result = await poll(services, step);
  // The user may have moved on since, or requested another approval.
  const stillWaiting = async (): Promise<LinkSession | null> => {
    const latest = await store.sessions.byLinkSessionId(session.linkSessionId);
    const isSame =
      latest?.step.at === "approval" && latest.step.sealedProgress === step.sealedProgress;
    return isSame ? latest : null;
  };
  if (!("refusal" in result) && result.at === "pending") {
    const { slowDown, progress } = result;
    const latest = slowDown || progress !== undefined ? await stillWaiting() : null;
    const intervalMs = step.intervalMs + (slowDown ? SLOW_DOWN_MS : 0);
    const later = {
      ...{ ...lease, intervalMs, askAt: clock() + intervalMs },
      ...(progress !== undefined && {
        sealedProgress: sealProgress(services, step.itemId, progress),
      }),
    };
    if (latest) await store.sessions.advance(latest, { step: later, yields: true });
    return false;
  }
  const next = { step: stepAfterCallback(services, step, result), yields: true };
  const isStored = await retryWrite(services, async (isAgain) => {
    const latest = await stillWaiting();
    // The session may have advanced with an earlier call's data.
    if (latest) return store.sessions.advance(latest, next);
    return isAgain && !hasLinkEnded(await store.sessions.byLinkSessionId(session.linkSessionId));
  });
  if (!isStored && "connectorState" in result && result.connectorState !== undefined)
    await discardLogin(services, { ...step, connectorState: result.connectorState });
  return isStored;
};

async function poll(
  services: Services,
  step: AtApproval,
): Promise<Awaited<ReturnType<typeof pollApproval>> | { refusal: ErrorCode }> {
  try {
    return await pollApproval(services, step);
  } catch (failure) {
    if (!(failure instanceof Fault)) throw failure;
    return TEMPORARY_ERRORS.includes(failure.code)
      ? { at: "pending", slowDown: true }
      : { refusal: failure.code };
  }
}

/** Returns the texts for an approval in the institution's app, in the session's language. */
export const approvalText = (
  { directory, session }: Pick<Services, "directory"> & { session: LinkSession },
  { code, message, institutionId }: AtApproval,
): Approval => {
  const { title, help, plainHelp, says, later } = FORM_WORDS[session.config.language].approval;
  const { name } = directory.get(institutionId);
  const own = code === null ? plainHelp : help;
  return { title: title(name), help: message ? `${own} ${says(name, message)}` : own, code, later };
};
