import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BridgeClient } from "./bridge-client.ts";
import type { SessionEvent } from "./event-log.ts";
import { reportLiveEvents } from "./live-events.ts";
import { bank, openLink, session } from "./session.fixture.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A Link with live event reports, and the reports that the bridge receives. */
const openWatchedLink = async () => {
  const reports: { from: number; names: string[] }[] = [];
  let isLost = false;
  const call: BridgeClient["call"] = async (path, body) => {
    expect(path).toBe("session/events");
    const { from, events } = body as { from: number; events: SessionEvent[] };
    reports.push({ from, names: events.map(({ event_name }) => event_name) });
    if (isLost) throw new Error("the network is away");
    return {} as never;
  };
  const link = openLink();
  reportLiveEvents({ log: link.sessions.log, client: { ...link.sessions.client, call } });
  await link.answer("start", session("one"));
  return {
    ...link,
    live: reports,
    lose: (next: boolean) => {
      isLost = next;
    },
  };
};

test("events are reported while Link is open, each once, in batches of two seconds", async () => {
  const { page, send, live } = await openWatchedLink();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(live).toEqual([]);
  page({ type: "open" });
  expect(live).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(live).toEqual([{ from: 0, names: ["OPEN", "TRANSITION_VIEW"] }]);
  send({ type: "institution.selected", institution: bank });
  await vi.advanceTimersByTimeAsync(2000);
  expect(live.slice(1)).toEqual([{ from: 2, names: ["SELECT_INSTITUTION", "TRANSITION_VIEW"] }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(live).toHaveLength(2);
});

test("events of a lost report are in the next one, and Link is not disturbed", async () => {
  const { page, send, live, lose, state } = await openWatchedLink();
  lose(true);
  page({ type: "open" });
  await vi.advanceTimersByTimeAsync(2000);
  lose(false);
  send({ type: "institution.selected", institution: bank });
  await vi.advanceTimersByTimeAsync(2000);
  expect(live.map(({ from, names }) => [from, names.length])).toEqual([
    [0, 2],
    [0, 4],
  ]);
  expect(state().name).toBe("LOADING.institution");
});

test("closing Link reports all events, and the next opening starts an empty list", async () => {
  const { page, send, live, reports } = await openWatchedLink();
  page({ type: "open" });
  await vi.advanceTimersByTimeAsync(2000);
  send({ type: "exit.requested" });
  expect(reports.map((events) => events.map(({ event_name }) => event_name))).toEqual([
    ["OPEN", "TRANSITION_VIEW", "EXIT"],
  ]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(live).toHaveLength(1);
  page({ type: "open" });
  await vi.advanceTimersByTimeAsync(2000);
  expect(live.slice(1)).toEqual([{ from: 0, names: ["OPEN", "TRANSITION_VIEW"] }]);
});
