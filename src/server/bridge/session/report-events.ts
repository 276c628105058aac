import { TellEventsRequest, TellEventsResponse } from "../../../protocol/bridge.ts";
import { type SessionEvent, sessionEvents } from "../../domain/link/session-webhooks.ts";
import { bridgeEndpoint } from "../endpoint.ts";

/** Takes what the page was told in a session that is over, for the application's server to know it too. */
export const reportEvents = bridgeEndpoint({
  path: "/bridge/session/events",
  access: "afterwards",
  request: TellEventsRequest,
  response: TellEventsResponse,
  async handle({ events }, context) {
    const told = events.map(eventOf);
    await context.store.jobs.add(await sessionEvents(context, context.session, told));
    return {};
  },
});

/** An event as the frame tells it. */
export const eventOf = ({
  event_name,
  event_metadata,
}: TellEventsRequest["events"][number]): SessionEvent => ({
  eventName: event_name,
  metadata: withoutNulls(event_metadata),
});

const withoutNulls = (values: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null),
  );
