import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { LinkAccount } from "../../../protocol/account.ts";
import type { InstitutionRow } from "../../../protocol/institution.ts";
import type { ResumePoint, StartSessionResponse } from "../../../protocol/link/session-start.ts";
import { Fault } from "../../domain/fault.ts";
import { isSameDigest } from "../../domain/identifiers.ts";
import { issuePublicToken } from "../../domain/items/public-token.ts";
import { isLockedOut } from "../../domain/link/attempt-guard.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import {
  resultToken,
  type SessionResult,
  sharedAccounts,
} from "../../domain/link/session-result.ts";
import type { SessionStep } from "../../domain/link/session-step.ts";
import { endWebhooks } from "../../domain/link/session-webhooks.ts";
import type { Services } from "../../domain/services.ts";
import { listAccounts, toConnection } from "../finish/link-result.ts";
import { type CallbackProof, handOverSession } from "../oauth/resume-session.ts";
import { toResumePoint } from "./resume-point.ts";
import { toRow } from "./session-state.ts";

type ReopenResult = { session: LinkSession; resumePoint: ResumePoint };

/**
 * Opens a link token's session in another frame. With the existing session's secret the frame
 * resumes the session, or after an exit restarts it at the chosen institution. Without the secret
 * the frame learns nothing of the session and replaces it with the candidate, unless the frame
 * proves the institution's callback. Null if a concurrent call won the compare-and-set; throws
 * INVALID_LINK_TOKEN for a used token.
 */
export const reopen = async (
  existing: LinkSession,
  candidate: LinkSession,
  services: Services,
  proof: CallbackProof | null = null,
): Promise<ReopenResult | null> => {
  const { step, guard } = existing;
  if (isLockedOut(guard)) throw new Fault("INVALID_LINK_TOKEN");
  // A hosted link outlives its sessions until a session has connected.
  if (step.at === "expired")
    return replaceSession(existing, await hostedCandidate(candidate, services), services);
  const release = proof && handOverSession(candidate, existing, proof);
  if (release) return transferSession(existing, release, services);
  if (!isSameDigest(existing.resumeDigest, candidate.resumeDigest))
    return replaceSession(existing, candidate, services);
  const { tokenDigest, origin, expiresAt } = candidate;
  const sessionInFrame = { ...existing, tokenDigest, origin, expiresAt };
  if (step.at === "connected")
    return step.isOpen
      ? continueConnecting(existing, sessionInFrame, services)
      : reopenConnection(existing, sessionInFrame, step, services);
  const session =
    step.at === "exited"
      ? { ...sessionInFrame, step: stepAfterExit(step, candidate, services) }
      : sessionInFrame;
  return transferSession(existing, session, services);
};

/** Returns the new session of a hosted link; throws INVALID_LINK_TOKEN for any other link token. */
async function hostedCandidate(candidate: LinkSession, { store }: Services): Promise<LinkSession> {
  const { linkTokenDigest } = candidate;
  const token = linkTokenDigest === null ? null : await store.linkTokens.byDigest(linkTokenDigest);
  if (!token?.details.hosted) throw new Fault("INVALID_LINK_TOKEN");
  return candidate;
}

/**
 * Returns the step after an exit: the chosen institution's form, if the institution can still be
 * chosen.
 */
function stepAfterExit(
  { keptInstitutionId: institutionId }: Extract<SessionStep, { at: "exited" }>,
  candidate: LinkSession,
  { directory }: Services,
): SessionStep {
  return institutionId !== undefined &&
    directory.has(institutionId) &&
    directory.get(institutionId).supported
    ? { at: "credentials", institutionId }
    : candidate.step;
}

/** Stores the session under the frame's new token. */
async function transferSession(
  existing: LinkSession,
  session: LinkSession,
  services: Services,
): Promise<ReopenResult | null> {
  const resumePoint = toResumePoint(session, services);
  return (await services.store.sessions.reopen(existing, session))
    ? { session: atNextRevision(session), resumePoint }
    : null;
}

/**
 * Replaces the existing session with the candidate, since a link token has one session at a time.
 */
async function replaceSession(
  existing: LinkSession,
  candidate: LinkSession,
  services: Services,
): Promise<ReopenResult | null> {
  const { at } = existing.step;
  if (at === "connected" || existing.results.length > 0) throw new Fault("INVALID_LINK_TOKEN");
  // A session without progress sends no webhook, and an exited session sends no second one.
  const isProgressLost = at !== candidate.step.at && at !== "exited" && at !== "expired";
  const jobs = isProgressLost ? await endWebhooks(services, existing) : [];
  return (await services.store.sessions.reopen(existing, candidate, { jobs }))
    ? { session: candidate, resumePoint: toResumePoint(candidate, services) }
    : null;
}

/** Repeats a connection whose response may be lost, until one of its public tokens is exchanged. */
async function reopenConnection(
  existing: LinkSession,
  sessionInFrame: LinkSession,
  step: Extract<SessionStep, { at: "connected" }>,
  services: Services,
): Promise<ReopenResult | null> {
  const { store, directory } = services;
  for (const digest of step.publicTokens) {
    const token = await store.publicTokens.byDigest(digest);
    // A missing token was deleted with its Item.
    if (!token || token.exchangedAt !== null) throw new Fault("INVALID_LINK_TOKEN");
  }
  const { itemId, institutionId } = step;
  const { token, record } = issuePublicToken(services, { itemId, clientId: existing.clientId });
  const publicTokens = [...step.publicTokens, record.digest];
  const session = { ...sessionInFrame, step: { ...step, publicTokens } };
  if (!(await store.sessions.reopen(existing, session, { publicToken: record }))) return null;
  const institution = directory.get(institutionId);
  const item = await store.items.byItemId(itemId);
  return {
    session: atNextRevision(session),
    resumePoint: {
      at: "connected",
      institution: toRow(institution, session.config.language),
      connection: toConnection(
        { ...services, session },
        {
          ...{ itemId, institutionId, publicToken: token },
          accounts: listAccounts(services, step),
          until: item?.consentExpiresAt ?? null,
        },
      ),
    },
  };
}

/** Reopens a session of several Items at its last Item, with that Item's public token. */
async function continueConnecting(
  existing: LinkSession,
  session: LinkSession,
  services: Services,
): Promise<ReopenResult | null> {
  const result = session.results.at(-1);
  if (!result) throw new Error("an open session has connected an Item");
  if (!(await services.store.sessions.reopen(existing, session))) return null;
  const { itemId, institutionId } = result;
  const { institution, connection } = lastConnection(result, session, services);
  const until = (await services.store.items.byItemId(itemId))?.consentExpiresAt ?? null;
  return {
    session: atNextRevision(session),
    resumePoint: {
      at: "connected",
      institution,
      connection: toConnection(
        { ...services, session },
        { itemId, institutionId, until, ...connection },
      ),
    },
  };
}

/** Returns a session's option of several Items; undefined for a session of one Item. */
export const severalItems = (
  session: LinkSession,
  services: Services,
): StartSessionResponse["several"] => {
  const { isMultiItem, language } = session.config;
  const result = session.results.at(-1);
  return isMultiItem
    ? {
        another: FORM_WORDS[language].another,
        last: result ? lastConnection(result, session, services) : null,
      }
    : undefined;
};

const lastConnection = (
  result: SessionResult,
  { config }: LinkSession,
  services: Services,
): {
  institution: InstitutionRow;
  connection: { publicToken: string; accounts: LinkAccount[] | null };
} => ({
  institution: toRow(services.directory.get(result.institutionId), config.language),
  connection: {
    publicToken: resultToken(services, result),
    accounts: sharedAccounts(services, result.itemId, result.sealedAccounts),
  },
});

const atNextRevision = (session: LinkSession): LinkSession => ({
  ...session,
  revision: session.revision + 1,
});
