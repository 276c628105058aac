import { type Revocation, revokeJob } from "../connectors/revoke-job.ts";
import type { NewJob } from "../jobs/job.ts";
import type { SessionMove } from "./link-session.ts";
import type { SessionStep } from "./session-step.ts";
import type { SessionStore } from "./session-store.ts";

/** The login of a session before any Item has it; null at a step without a login. */
export const loginOfStep = (step: SessionStep): Revocation | null => {
  if (step.at === "mfa" || step.at === "redirect" || step.at === "approval") {
    const { itemId, institutionId, unfinished } = step;
    return unfinished ? { itemId, institutionId, sealedState: unfinished.sealedState } : null;
  }
  if (step.at !== "returned" && step.at !== "accounts") return null;
  const { itemId, institutionId } = step;
  if (step.at === "returned") return { itemId, institutionId, sealedReturn: step.sealedReturn };
  const { sealedState } = step;
  return sealedState === null ? null : { itemId, institutionId, sealedState };
};

/**
 * Wraps the session store to revoke abandoned logins: when the user exits, goes back or signs in
 * again, or when another session replaces theirs.
 */
export const endAbandonedLogins = (sessions: SessionStore, clock: () => number): SessionStore => {
  const revocations = (step: SessionStep, next: SessionStep): NewJob[] => {
    const login = loginOfStep(step);
    return login === null || goesOn(step, login, next) ? [] : [revokeJob(login, clock())];
  };
  return {
    ...sessions,
    advance: (session, move) =>
      becomesItem(move)
        ? sessions.advance(session, move)
        : sessions.advance(session, {
            ...move,
            jobs: [...(move.jobs ?? []), ...revocations(session.step, move.step)],
          }),
    reopen: (session, replacement, additions = {}) =>
      sessions.reopen(session, replacement, {
        ...additions,
        jobs: [...(additions.jobs ?? []), ...revocations(session.step, replacement.step)],
      }),
    refuse: (session, answer, outcome) =>
      sessions.refuse(session, answer, {
        ...outcome,
        ...(outcome.step && { stepJobs: revocations(session.step, outcome.step) }),
      }),
  };
};

const becomesItem = ({ newItem, itemRenewal }: SessionMove): boolean =>
  newItem !== undefined || itemRenewal !== undefined;

/**
 * Whether the next step continues the same login: a return leads to a challenge, an approval, or
 * the accounts. An unfinished login continues while its access is the same; an update of an Item
 * may begin another login.
 */
const goesOn = (step: SessionStep, { itemId }: Revocation, next: SessionStep): boolean => {
  if ("unfinished" in step && "unfinished" in next)
    return next.unfinished?.digest === step.unfinished?.digest;
  const isNext =
    next.at === "returned" || next.at === "mfa" || next.at === "approval" || next.at === "accounts";
  return isNext && next.itemId === itemId;
};
