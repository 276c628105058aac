import { ReportEventsRequest, ReportEventsResponse } from "../../../protocol/link/bridge.ts";
import { type SessionEvent, sessionEvents } from "../../domain/link/session-webhooks.ts";
import { bridgeEndpoint } from "../endpoint.ts";
import { finishSession } from "./exit-session.ts";
import { isOver } from "./session-state.ts";

/**
 * Forwards the events of an ended session to webhooks. The request log records the events of an
 * open session.
 */
export const reportEvents = bridgeEndpoint({
  path: "/bridge/session/events",
  access: "afterwards",
  request: ReportEventsRequest,
  response: ReportEventsResponse,
  async handle({ events, from }, context) {
    if (from !== undefined) return {};
    // The frame has handed its Items over, and will connect no further Item.
    if (!isOver(context.session)) await finishSession(context);
    const jobs = await sessionEvents(context, context.session, events.map(eventOf));
    await context.store.jobs.add(jobs);
    return {};
  },
});

/** A Link event from the body of a request. */
export const eventOf = ({
  event_name,
  event_metadata,
}: ReportEventsRequest["events"][number]): SessionEvent => ({
  eventName: event_name,
  metadata: withoutNulls(event_metadata),
});

const withoutNulls = (values: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null),
  );
