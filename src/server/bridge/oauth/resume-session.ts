import { Fault } from "../../domain/fault.ts";
import { digest, isSameDigest } from "../../domain/identifiers.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import type { Redirect } from "../../domain/link/redirect-store.ts";
import type { Services } from "../../domain/services.ts";

/**
 * The redirect of an oauth_state_id. `isNew` marks its first use, which lets the frame take over
 * the session.
 */
export type CallbackProof = { redirect: Redirect; isNew: boolean };

/**
 * Checks and uses up the oauth_state_id that a page sends with a link token. Throws
 * OAUTH_STATE_ID_NOT_FOUND, INCORRECT_LINK_TOKEN for another token's session, and
 * OAUTH_STATE_ID_ALREADY_PROCESSED. A browser with the session's secret may use it again, since its
 * page may be reloaded, by the user or by a phone that had discarded the tab.
 */
export const useStateId = async (
  stateId: string,
  candidate: LinkSession,
  { clock, store }: Services,
): Promise<CallbackProof> => {
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
 * Returns the session to the frame that has proven the callback, with the institution's response,
 * even in a browser without the session's secret. Null if the session has advanced.
 */
export const handOverSession = (
  candidate: LinkSession,
  existing: LinkSession,
  { redirect, isNew }: CallbackProof,
): LinkSession | null => {
  const { step } = existing;
  if (!isNew || step.at !== "returned" || step.stateDigest !== redirect.stateDigest) return null;
  const { linkSessionId, tokenDigest, origin, expiresAt, resumeDigest } = candidate;
  return {
    ...existing,
    ...{ linkSessionId, tokenDigest, origin, expiresAt, resumeDigest },
    step: { ...step, claimable: true },
  };
};
