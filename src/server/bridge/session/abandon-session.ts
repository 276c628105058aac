import { AbandonSessionRequest, AbandonSessionResponse } from "../../../protocol/link/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import { digest, isSameDigest, opaqueId } from "../../domain/identifiers.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import type { SessionStep } from "../../domain/link/session-step.ts";
import {
  endWebhooks,
  type SessionEvent,
  sessionEvents,
} from "../../domain/link/session-webhooks.ts";
import type { Services } from "../../domain/services.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { waitForAnswer } from "../login/idempotent-submission.ts";
import { eventOf } from "./report-events.ts";
import { authorizeSessionRequest } from "./session-request.ts";
import { isOver } from "./session-state.ts";
import { newSession, sessionIdConflict } from "./start-session.ts";

/**
 * Ends the session of an unloading document, identified by id and secret. If the session's start
 * has not arrived yet, an ended session is stored, so that the late start finds it. A submission in
 * progress finishes first, and its Item stays.
 */
export const abandonSession = bridgeEndpoint({
  path: "/bridge/session/abandon",
  access: "open",
  request: AbandonSessionRequest,
  response: AbandonSessionResponse,
  async handle({ config, origin, resume, link_session_id, status, events }, context) {
    const { sessions } = context.store;
    const linkEvents = events.map(eventOf);
    for (let attempt = 0; ; attempt++) {
      const session = await sessions.byLinkSessionId(link_session_id);
      if (!session) {
        const request = await authorizeSessionRequest("session-start", { config, origin }, context);
        // The session of a link token may be resumed later.
        if (request.linkToken) throw new Fault("INVALID_LINK_SESSION");
        const ids = {
          token: opaqueId(context.random, 43),
          resume,
          linkSessionId: link_session_id,
        };
        const fresh = newSession(request, origin, ids, context);
        const sessionAtExit = { ...fresh, step: exitedFrom(fresh, status, context) };
        if (await sessions.start(sessionAtExit, await exitJobs(fresh, linkEvents, context)))
          return {};
        continue;
      }
      const isSameFrame = isSameDigest(session.resumeDigest, digest(resume));
      if (!isSameFrame || session.linkTokenDigest !== null) throw sessionIdConflict();
      if (isOver(session)) {
        await context.store.jobs.add(
          await sessionEvents(context, session, eventsFor(session, linkEvents)),
        );
        return {};
      }
      const last = await sessions.submission(session);
      if (last?.answer === null && context.clock() < last.until)
        await waitForAnswer(context, attempt);
      else {
        const step = exitedFrom(session, status, context);
        const jobs = await exitJobs(session, linkEvents, context);
        if (await sessions.advance(session, { step, jobs })) return {};
      }
    }
  },
});

/** The events to report. A session that connected an Item since has no EXIT. */
const eventsFor = (
  { step }: LinkSession,
  events: readonly SessionEvent[],
): readonly SessionEvent[] =>
  step.at === "connected" ? events.filter(({ eventName }) => eventName !== "EXIT") : events;

const exitJobs = async (
  session: LinkSession,
  events: readonly SessionEvent[],
  services: Services,
) => [
  ...(await endWebhooks(services, session)),
  ...(await sessionEvents(services, session, events)),
];

const exitedFrom = (
  { step }: LinkSession,
  status: Extract<SessionStep, { at: "exited" }>["status"],
  { clock }: Services,
): SessionStep => ({ at: "exited", status, from: step.at, finishedAt: clock() });
