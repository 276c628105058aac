import type { BridgeClient } from "./bridge-client.ts";
import type { EventLog } from "./event-log.ts";

/** How long an event waits for others that follow it, in ms. */
const PAUSE_MS = 2000;

/**
 * Reports the events of a session while it goes on, a few at a time, for whoever watches it on the Dashboard. Nothing
 * waits for that, and nothing depends on it: at its end all of them are reported, and the server knows them again.
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
  /** How many of them were reported. */
  let count = 0;
  let isWaiting = false;

  const report = (): void => {
    isWaiting = false;
    // Link was closed, and opened anew.
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
