import type { ErrorCode } from "../../../protocol/errors.ts";
import { discardLogin } from "../../domain/connectors/revoke-job.ts";
import { Fault } from "../../domain/fault.ts";
import { approvalOf, returnedStep } from "../../domain/link/institution-return.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import type { SessionStep } from "../../domain/link/session-step.ts";
import type { Services } from "../../domain/services.ts";

type AtApproval = Extract<SessionStep, { at: "approval" }>;

/** By how much an institution that says `slow_down` is asked less often (OpenID CIBA 11). */
const SLOWER_BY_MS = 5000;

/** An institution that could not be asked is asked again: the user may be about to approve. */
const MAY_PASS: readonly ErrorCode[] = [
  "INSTITUTION_DOWN",
  "INSTITUTION_NOT_AVAILABLE",
  "INSTITUTION_NOT_RESPONDING",
  "INSTITUTION_RATE_LIMIT",
];

/**
 * Asks the institution whether the user has approved in its app, as often as it allows; stores what it
 * answers and says whether the session goes on. Of several requests at a time one asks: the time of the
 * next question is a lease, taken by compare-and-set.
 */
export const askForApproval = async (
  services: Services,
  session: LinkSession,
  step: AtApproval,
): Promise<boolean> => {
  const { clock, store } = services;
  if (clock() < step.askAt) return false;
  const lease = { ...step, askAt: clock() + step.intervalMs };
  if (!(await store.sessions.advance(session, { step: lease, yields: true }))) return false;
  const result = await ask(services, step);
  const latest = await store.sessions.byLinkSessionId(session.linkSessionId);
  // The user has gone elsewhere meanwhile, or asked for another approval.
  const isWaiting =
    latest?.step.at === "approval" && latest.step.sealedProgress === step.sealedProgress;
  if ("refusal" in result || result.at !== "pending") {
    const next = { step: returnedStep(services, step, result), yields: true };
    if (isWaiting && (await store.sessions.advance(latest, next))) return true;
    if ("connectorState" in result && result.connectorState !== undefined)
      await discardLogin(services, { ...step, connectorState: result.connectorState });
    return false;
  }
  if (!isWaiting) return false;
  if (result.slowDown) {
    const intervalMs = step.intervalMs + SLOWER_BY_MS;
    const slower = { ...lease, intervalMs, askAt: clock() + intervalMs };
    await store.sessions.advance(latest, { step: slower, yields: true });
  }
  return false;
};

async function ask(
  services: Services,
  step: AtApproval,
): Promise<Awaited<ReturnType<typeof approvalOf>> | { refusal: ErrorCode }> {
  try {
    return await approvalOf(services, step);
  } catch (failure) {
    if (!(failure instanceof Fault)) throw failure;
    return MAY_PASS.includes(failure.code)
      ? { at: "pending", slowDown: true }
      : { refusal: failure.code };
  }
}
