import { Fault } from "../../domain/fault.ts";
import { digest, isSameDigest } from "../../domain/identifiers.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import type { Redirect } from "../../domain/link/redirect-store.ts";
import type { Services } from "../../domain/services.ts";

/** The redirect of an oauth_state_id; `isNew` where this use is the first, and the frame may take the session over. */
export type ReturnProof = { redirect: Redirect; isNew: boolean };

/**
 * Checks the oauth_state_id that a page brings with a link token, and uses it up. Throws
 * OAUTH_STATE_ID_NOT_FOUND, INCORRECT_LINK_TOKEN where it is of another token's session, and
 * OAUTH_STATE_ID_ALREADY_PROCESSED; but not in the browser that used it and has the session's secret. Its page may
 * be loaded again at the same address: by a user, or by a phone that has put the tab away meanwhile.
 */
export const useStateId = async (
  stateId: string,
  candidate: LinkSession,
  { clock, store }: Services,
): Promise<ReturnProof> => {
  const redirect = await store.redirects.byStateIdDigest(digest(stateId));
  if (!redirect) throw new Fault("OAUTH_STATE_ID_NOT_FOUND");
  const session = await store.sessions.byLinkSessionId(redirect.linkSessionId);
  if (!session || !isSameDigest(session.linkTokenDigest, candidate.linkTokenDigest))
    throw new Fault("INCORRECT_LINK_TOKEN");
  if (await store.redirects.useStateId(digest(stateId), clock())) return { redirect, isNew: true };
  if (!isSameDigest(session.resumeDigest, candidate.resumeDigest))
    throw new Fault("OAUTH_STATE_ID_ALREADY_PROCESSED");
  return { redirect, isNew: false };
};

/**
 * The session, handed over to the frame whose user has proven to be back: with what the institution answered,
 * even in a browser that has not stored the session's secret. Null where the session has moved on since.
 */
export const handOverSession = (
  candidate: LinkSession,
  existing: LinkSession,
  { redirect, isNew }: ReturnProof,
): LinkSession | null => {
  const { step } = existing;
  if (!isNew || step.at !== "returned" || step.stateDigest !== redirect.stateDigest) return null;
  const { linkSessionId, tokenDigest, origin, expiresAt, resumeDigest } = candidate;
  return {
    ...existing,
    ...{ linkSessionId, tokenDigest, origin, expiresAt, resumeDigest },
    step: { ...step, released: true },
  };
};
