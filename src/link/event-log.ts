import type { ReportEventsRequest } from "../protocol/link/bridge.ts";
import type { LinkEvent } from "../protocol/link/link-event.ts";
import type { FrameMessage } from "../protocol/link/messages.ts";

/**
 * The maximum number of events, more than a user causes. The request of an unloading page must be
 * small.
 */
const MAX_EVENTS = 150;

/** An event that the page received, in the bridge's shape. */
export type SessionEvent = ReportEventsRequest["events"][number];

/**
 * The events of the current session: single messages for the page, and the whole list for the
 * bridge.
 */
export type EventLog = {
  /** Adds an event. Returns the page's message with ids and a time that never decreases. */
  add(event: LinkEvent): Extract<FrameMessage, { type: "event" }>;
  /** The session's events to report to the bridge, up to a limit. */
  events: SessionEvent[];
};

export const createEventLog = (
  clock: () => number,
  ids: () => { link_session_id: string; request_id: string },
): EventLog => {
  let lastTime = 0;
  const log: EventLog = {
    events: [],
    add({ name, ...metadata }) {
      lastTime = Math.max(lastTime, clock());
      const timestamp = new Date(lastTime).toISOString();
      const { link_session_id, request_id } = ids();
      if (log.events.length < MAX_EVENTS)
        log.events.push({
          event_name: name,
          event_metadata: { ...metadata, request_id, timestamp },
        });
      return {
        type: "event",
        name,
        metadata: { ...metadata, link_session_id, request_id, timestamp },
      };
    },
  };
  return log;
};
