import {
  PrepareSessionRequest,
  PrepareSessionResponse,
  type ResumePoint,
  StartSessionRequest,
  StartSessionResponse,
} from "../../../protocol/link/session-start.ts";
import { Fault } from "../../domain/fault.ts";
import { digest, isSameDigest, opaqueId } from "../../domain/identifiers.ts";
import { NEW_GUARD } from "../../domain/link/attempt-guard.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import { sessionEndJobs } from "../../domain/link/session-webhooks.ts";
import { addToLogContext } from "../../domain/log-context.ts";
import type { Services } from "../../domain/services.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { withSignInFacts } from "../login/login-form.ts";
import { useStateId } from "../oauth/resume-session.ts";
import { indexAddress } from "./institution-index.ts";
import { reopen, severalItems } from "./reopen-session.ts";
import { toResumePoint } from "./resume-point.ts";
import { authorizeSessionRequest, type SessionRequest } from "./session-request.ts";
import { countryName, firstInstitutions } from "./session-state.ts";
import { trustFacts } from "./trust-facts.ts";

/** How long a session lasts. */
const SESSION_LIFETIME_MS = 4 * 60 * 60 * 1000;

/**
 * Starts a session, or resumes the link token's session if the frame has its secret. Checks the
 * configuration or the token against its client first.
 */
export const startSession = bridgeEndpoint({
  path: "/bridge/session/start",
  access: "open",
  request: StartSessionRequest,
  response: StartSessionResponse,
  async handle({ config, origin, resume, link_session_id }, context) {
    const request = await authorizeSessionRequest("session-start", { config, origin }, context);
    const token = opaqueId(context.random, 43);
    const ids = { token, resume, linkSessionId: link_session_id };
    const candidate = newSession(request, origin, ids, context);
    const { session, resumePoint } = await start(candidate, request.oauthStateId, context);
    addToLogContext({ link_session_id: session.linkSessionId });
    const several = severalItems(session, context);
    return {
      ...firstView(session, request, context),
      link_session_id: session.linkSessionId,
      session_token: token,
      expires_at: new Date(session.expiresAt).toISOString(),
      update: session.updateItemId !== null,
      resume_point:
        "form" in resumePoint
          ? { ...resumePoint, form: await withSignInFacts(resumePoint.form, session, context) }
          : resumePoint,
      ...(several && { several }),
      ...languageWarning(config.language, session),
    };
  },
});

/** Warns the page's author if the page and its link token name different languages. */
const languageWarning = (ofPage: unknown, { config: { language } }: LinkSession) =>
  ofPage !== undefined && ofPage !== language
    ? { hint: `Link: the token's language, ${language}, counts, and not ${ofPage} of the page` }
    : {};

/** The first view of a session: the client's name and look, and institutions to choose from. */
const firstView = (
  session: LinkSession,
  {
    linkToken,
    look,
  }: Pick<Awaited<ReturnType<typeof authorizeSessionRequest>>, "linkToken" | "look">,
  services: Services,
): Omit<PrepareSessionResponse, "at_list"> => ({
  client_name: session.config.clientName,
  language: session.config.language,
  institutions: firstInstitutions(session, services),
  institution_index: indexAddress(session, services.directory),
  trust: session.updateItemId === null ? trustFacts(session.config, services.brand) : [],
  ...countryOf(session),
  ...(linkToken && { kept_until: new Date(linkToken.expiresAt).toISOString() }),
  ...look,
});

function countryOf({ config, updateItemId }: LinkSession): { country?: string } {
  const country = updateItemId === null && countryName(config);
  return country ? { country } : {};
}

type SessionIds = { token: string; resume: string | undefined; linkSessionId?: string | undefined };

/** A new session, not stored yet. */
export const newSession = (
  request: SessionRequest,
  origin: string,
  { token, resume, linkSessionId }: SessionIds,
  services: Services,
): LinkSession => {
  const createdAt = services.clock();
  const { client, config, linkToken, publicTokenDigest, updateItem } = request;
  const institutionId = updateItem?.institutionId ?? config.institutionId;
  return {
    linkSessionId: linkSessionId ?? opaqueId(services.random),
    tokenDigest: digest(token),
    clientId: client.clientId,
    origin,
    config,
    linkTokenDigest: linkToken?.digest ?? null,
    publicTokenDigest,
    resumeDigest: resume === undefined ? null : digest(resume),
    updateItemId: updateItem?.itemId ?? null,
    consent: null,
    guard: NEW_GUARD,
    results: [],
    step:
      institutionId === undefined ? { at: "institution" } : { at: "credentials", institutionId },
    revision: 0,
    createdAt,
    expiresAt: Math.min(
      createdAt + SESSION_LIFETIME_MS,
      linkToken?.grantUntil ?? Number.POSITIVE_INFINITY,
    ),
  };
};

/**
 * Stores the candidate. Reopens the link token's existing session, or the same session if the
 * response to an earlier start was lost. Idempotent: exactly one of several concurrent starts
 * stores a session.
 */
async function start(
  candidate: LinkSession,
  oauthStateId: string | null,
  services: Services,
): Promise<{ session: LinkSession; resumePoint: ResumePoint }> {
  const { sessions, consents } = services.store;
  const { linkTokenDigest } = candidate;
  const proof = oauthStateId === null ? null : await useStateId(oauthStateId, candidate, services);
  for (;;) {
    const same = await sessions.byLinkSessionId(candidate.linkSessionId);
    // A consent outlives its session and keeps the session's id reserved.
    const isConflict = same
      ? !isSameFrame(same, candidate)
      : await consents.hasSession(candidate.linkSessionId);
    if (isConflict) throw sessionIdConflict();
    const existing =
      linkTokenDigest === null ? same : await sessions.byLinkTokenDigest(linkTokenDigest);
    if (existing) {
      const result = await reopen(existing, candidate, services, proof);
      if (result) return result;
    } else if (await sessions.start(candidate, sessionEndJobs(services, candidate)))
      return { session: candidate, resumePoint: toResumePoint(candidate, services) };
  }
}

/**
 * Whether the session with the candidate's id belongs to the same frame. The page knows the id,
 * too, so the secret decides. Without a link token only a session at its first step can be resumed.
 */
function isSameFrame(same: LinkSession, candidate: LinkSession): boolean {
  return (
    same.clientId === candidate.clientId &&
    same.linkTokenDigest === candidate.linkTokenDigest &&
    isSameDigest(same.resumeDigest, candidate.resumeDigest) &&
    (candidate.linkTokenDigest !== null || same.step.at === candidate.step.at)
  );
}

/** The refusal of another session's link_session_id. */
export const sessionIdConflict = (): Fault =>
  new Fault("INVALID_LINK_SESSION", { message: "another Link session has this link_session_id" });

/**
 * Responds with a link token's first view without starting a session. A token has one session at a
 * time, and a page that preloads Link must not take the session from another window.
 */
export const prepareSession = bridgeEndpoint({
  path: "/bridge/session/prepare",
  access: "open",
  request: PrepareSessionRequest,
  response: PrepareSessionResponse,
  async handle({ config, origin, resume }, context) {
    const request = await authorizeSessionRequest("session-prepare", { config, origin }, context);
    const candidate = newSession(request, origin, { token: "", resume }, context);
    const existing =
      request.linkToken &&
      (await context.store.sessions.byLinkTokenDigest(request.linkToken.digest));
    return {
      ...firstView(candidate, request, context),
      at_list:
        candidate.step.at === "institution" &&
        request.oauthStateId === null &&
        !(existing && resumesPastList(existing, candidate)),
    };
  },
});

/** Whether the frame would resume the existing session at a later view than the list. */
function resumesPastList({ resumeDigest, step }: LinkSession, candidate: LinkSession): boolean {
  const isAtStart = step.at === "institution" || (step.at === "exited" && !step.keptInstitutionId);
  return !isAtStart && isSameDigest(resumeDigest, candidate.resumeDigest);
}
