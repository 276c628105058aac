import { AbandonSessionRequest, AbandonSessionResponse } from "../../../protocol/bridge.ts";
import { Fault } from "../../domain/fault.ts";
import { digest, isSameDigest, opaqueId } from "../../domain/identifiers.ts";
import type { LinkSession } from "../../domain/link/link-session.ts";
import type { SessionStep } from "../../domain/link/session-step.ts";
import {
  type SessionEvent,
  sessionEvents,
  sessionWebhooks,
} from "../../domain/link/session-webhooks.ts";
import type { Services } from "../../domain/services.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { pauseAgain } from "../login/idempotent-submission.ts";
import { admit } from "./admit.ts";
import { eventOf } from "./report-events.ts";
import { isOver } from "./session.ts";
import { newSession, taken } from "./start-session.ts";

/**
 * Ends the session of a document that is going, known by its id and its secret. Where its start has not
 * arrived, it starts and ends here, so that a start that comes later finds it over. What the user had
 * submitted is finished first: an Item that comes of it is theirs.
 */
export const abandonSession = bridgeEndpoint({
  path: "/bridge/session/abandon",
  access: "open",
  request: AbandonSessionRequest,
  response: AbandonSessionResponse,
  async handle({ config, origin, resume, link_session_id, status, events }, context) {
    const { sessions } = context.store;
    const told = events.map(eventOf);
    for (let pauses = 0; ; pauses++) {
      const session = await sessions.byLinkSessionId(link_session_id);
      if (!session) {
        const opening = await admit("session-start", { config, origin }, context);
        // Whoever has a link token may come back, and go on.
        if (opening.linkToken) throw new Fault("INVALID_LINK_SESSION");
        const names = {
          token: opaqueId(context.random, 43),
          resume,
          linkSessionId: link_session_id,
        };
        const fresh = newSession(opening, origin, names, context);
        const ended = { ...fresh, step: exitedFrom(fresh, status, context) };
        if (await sessions.start(ended, await newsOf(fresh, told, context))) return {};
        continue;
      }
      const isOurs = isSameDigest(session.resumeDigest, digest(resume));
      if (!isOurs || session.linkTokenDigest !== null) throw taken();
      if (isOver(session)) {
        await context.store.jobs.add(await sessionEvents(context, session, toldAt(session, told)));
        return {};
      }
      const last = await sessions.submission(session);
      if (last?.answer === null && context.clock() < last.until) await pauseAgain(context, pauses);
      else {
        const step = exitedFrom(session, status, context);
        const jobs = await newsOf(session, told, context);
        if (await sessions.advance(session, { step, jobs })) return {};
      }
    }
  },
});

/** What the page would have been told, had it stayed: one that has an Item has not left without. */
const toldAt = ({ step }: LinkSession, events: readonly SessionEvent[]): readonly SessionEvent[] =>
  step.at === "connected" ? events.filter(({ eventName }) => eventName !== "EXIT") : events;

const newsOf = async (session: LinkSession, told: readonly SessionEvent[], services: Services) => [
  ...(await sessionWebhooks(services, session, "left")),
  ...(await sessionEvents(services, session, told)),
];

const exitedFrom = (
  { step }: LinkSession,
  status: Extract<SessionStep, { at: "exited" }>["status"],
  { clock }: Services,
): SessionStep => ({ at: "exited", status, from: step.at, finishedAt: clock() });
