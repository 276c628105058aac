import {
  type ResumePoint,
  StartSessionRequest,
  StartSessionResponse,
} from "../../../protocol/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import { digest, isSameDigest, opaqueId } from "../../domain/identifiers.ts";
import { NEW_GUARD } from "../../domain/link/attempt-guard.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import { sessionEndJobs } from "../../domain/link/session-webhooks.ts";
import type { Services } from "../../domain/services.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { admit } from "./admit.ts";
import { reopen } from "./reopen-session.ts";
import { resumePointOf } from "./resume-point.ts";
import type { SessionRequest } from "./session-request.ts";
import { shownOf } from "./shown.ts";

/** A page that is left open with Link loaded can still start after this long. */
const SESSION_LIFETIME_MS = 4 * 60 * 60 * 1000;

/**
 * Checks what opens Link against its client, and starts a session, goes on with the one that its link
 * token has where the frame is known by its secret, or says what is wrong.
 */
export const startSession = bridgeEndpoint({
  path: "/bridge/session/start",
  access: "open",
  request: StartSessionRequest,
  response: StartSessionResponse,
  async handle({ config, origin, resume, link_session_id }, context) {
    const opening = await admit("session-start", { config, origin }, context);
    const token = opaqueId(context.random, 43);
    const names = { token, resume, linkSessionId: link_session_id };
    const { session, standing } = await start(newSession(opening, origin, names, context), context);
    return {
      ...shownOf(session, context),
      link_session_id: session.linkSessionId,
      session_token: token,
      expires_at: new Date(session.expiresAt).toISOString(),
      update: session.updateItemId !== null,
      standing,
    };
  },
});

type Names = { token: string; resume: string | undefined; linkSessionId?: string | undefined };

/** A session as it would start. */
export const newSession = (
  opening: SessionRequest,
  origin: string,
  { token, resume, linkSessionId }: Names,
  services: Services,
): LinkSession => {
  const createdAt = services.clock();
  const { client, config, linkToken, publicTokenDigest, updateItem } = opening;
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
    step: updateItem
      ? { at: "credentials", institutionId: updateItem.institutionId }
      : { at: "institution" },
    revision: 0,
    createdAt,
    expiresAt: createdAt + SESSION_LIFETIME_MS,
  };
};

/**
 * Starts the session, or goes on with the one that is there: that of its link token, or the same one,
 * whose answer was lost on the way. Of two at once one starts.
 */
async function start(
  wanted: LinkSession,
  services: Services,
): Promise<{ session: LinkSession; standing: ResumePoint }> {
  const { sessions, consents } = services.store;
  const { linkTokenDigest } = wanted;
  for (;;) {
    const same = await sessions.byLinkSessionId(wanted.linkSessionId);
    // A consent outlives its session, and says for good which one it was given in.
    const isTaken = same ? !isOurs(same, wanted) : await consents.hasSession(wanted.linkSessionId);
    if (isTaken) throw taken();
    const existing =
      linkTokenDigest === null ? same : await sessions.byLinkTokenDigest(linkTokenDigest);
    if (existing) {
      const reopened = await reopen(existing, wanted, services);
      if (reopened) return reopened;
    } else if (await sessions.start(wanted, sessionEndJobs(services, wanted)))
      return { session: wanted, standing: resumePointOf(wanted, services) };
  }
}

/**
 * Whether a session that has the wanted one's id is the frame's own: an id is known to the page, and
 * whoever has it alone gets nothing by it. Without a link token nobody goes on with one that has moved.
 */
function isOurs(same: LinkSession, wanted: LinkSession): boolean {
  return (
    same.clientId === wanted.clientId &&
    same.linkTokenDigest === wanted.linkTokenDigest &&
    isSameDigest(same.resumeDigest, wanted.resumeDigest) &&
    (wanted.linkTokenDigest !== null || same.step.at === wanted.step.at)
  );
}

/** The refusal of an id that is another session's. */
export const taken = (): Fault =>
  new Fault("INVALID_LINK_SESSION", { message: "another Link session has this link_session_id" });
