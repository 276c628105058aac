import type { ErrorCode } from "../../../protocol/errors.ts";
import { discardLogin } from "../../domain/connectors/revoke-job.ts";
import { Fault } from "../../domain/fault.ts";
import { pollApproval, stepAfterReturn } from "../../domain/link/institution-return.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import type { AtApproval } from "../../domain/link/session-step.ts";
import type { Services } from "../../domain/services.ts";

/** What `slow_down` adds to the interval (OpenID CIBA 11). */
const SLOW_DOWN_MS = 5000;

/** After these the institution is polled again: the user may be about to approve. */
const TEMPORARY_ERRORS: readonly ErrorCode[] = [
  "INSTITUTION_DOWN",
  "INSTITUTION_NOT_AVAILABLE",
  "INSTITUTION_NOT_RESPONDING",
  "INSTITUTION_RATE_LIMIT",
];

/**
 * Polls the institution for the user's approval, as often as it allows, and stores what it answers. True
 * where the session goes on. Of concurrent requests one polls: the time of the next poll is a lease, taken
 * by compare-and-set.
 */
export const checkApproval = async (
  services: Services,
  session: LinkSession,
  step: AtApproval,
): Promise<boolean> => {
  const { clock, store } = services;
  if (clock() < step.askAt) return false;
  const lease = { ...step, askAt: clock() + step.intervalMs };
  if (!(await store.sessions.advance(session, { step: lease, yields: true }))) return false;
  const result = await poll(services, step);
  const latest = await store.sessions.byLinkSessionId(session.linkSessionId);
  // The user has gone elsewhere meanwhile, or asked for another approval.
  const isWaiting =
    latest?.step.at === "approval" && latest.step.sealedProgress === step.sealedProgress;
  if ("refusal" in result || result.at !== "pending") {
    const next = { step: stepAfterReturn(services, step, result), yields: true };
    if (isWaiting && (await store.sessions.advance(latest, next))) return true;
    if ("connectorState" in result && result.connectorState !== undefined)
      await discardLogin(services, { ...step, connectorState: result.connectorState });
    return false;
  }
  if (!isWaiting) return false;
  if (result.slowDown) {
    const intervalMs = step.intervalMs + SLOW_DOWN_MS;
    const slower = { ...lease, intervalMs, askAt: clock() + intervalMs };
    await store.sessions.advance(latest, { step: slower, yields: true });
  }
  return false;
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
