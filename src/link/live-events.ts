import type { BridgeClient } from "./bridge-client.ts";
import type { EventLog } from "./event-log.ts";

/** How long an event waits for more events to batch, in ms. */
const PAUSE_MS = 2000;

/**
 * Reports the events of an open session in batches, for the session's page of the Dashboard.
 * Reports may be lost: the end of the session reports all events again, and the server ignores
 * known events.
 */
export const reportLiveEvents = ({
  log,
  client,
}: {
  log: EventLog;
  client: BridgeClient;
}): void => {
  const { add } = log;
  let events = log.events;
  /** How many events have been reported. */
  let count = 0;
  let isWaiting = false;

  const report = (): void => {
    isWaiting = false;
    // Link was closed and opened again.
    if (events !== log.events) count = 0;
    events = log.events;
    const from = count;
    count = events.length;
    if (count > from)
      client.call("session/events", { from, events: events.slice(from) }).catch(() => {
        count = Math.min(count, from);
      });
  };
  const wait = (): void => {
    if (!isWaiting) setTimeout(report, PAUSE_MS);
    isWaiting = true;
  };

  log.add = (event) => {
    wait();
    return add(event);
  };
  wait();
};
