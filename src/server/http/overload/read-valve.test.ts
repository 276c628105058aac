import fc from "fast-check";
import { expect, test } from "vitest";
import { createReadValve, READS_PER_TURN, type Reader } from "./read-valve.ts";

/**
 * Connections whose callers keep sending requests, and an event loop that reads everything allowed
 * per turn.
 */
const setup = () => {
  let now = 0;
  let soon: (() => void)[] = [];
  const valve = createReadValve({ clock: () => now, soon: (call) => void soon.push(call) });
  type Caller = { reader: Reader; isPaused: boolean; asked: number; listeners: (() => void)[] };
  const callers: Caller[] = [];
  const connect = (): Caller => {
    const listeners: (() => void)[] = [];
    const socket = {
      pause: () => {
        caller.isPaused = true;
      },
      resume: () => {
        caller.isPaused = false;
        for (const listener of listeners) listener();
      },
      on: (_: "resume", listener: () => void) => void listeners.push(listener),
    };
    const caller: Caller = { reader: valve.add(socket), isPaused: false, asked: 0, listeners };
    callers.push(caller);
    return caller;
  };
  return {
    valve,
    connect,
    pass: (ms: number) => {
      now += ms;
    },
    /** Reads one request of each unpaused caller; returns their number. */
    turn: (asking = callers, { isHealth = false } = {}): number => {
      let reads = 0;
      for (const caller of asking) {
        if (caller.isPaused) continue;
        caller.asked += 1;
        reads += 1;
        valve.read(caller.reader, isHealth);
        // node:http resumes reading after each request.
        for (const listener of caller.listeners) listener();
      }
      now += 10;
      const calls = soon;
      soon = [];
      for (const call of calls) call();
      return reads;
    },
  };
};

const many = (count: number) => Array.from({ length: count });

test("a turn reads a bounded number of requests, and each connection has its turn", () => {
  const { connect, pass, turn } = setup();
  const callers = many(1000).map(connect);
  pass(100);
  for (let count = 0; count < 100; count++) expect(turn()).toBeLessThanOrEqual(READS_PER_TURN);
  for (const { asked } of callers) expect(asked).toBeGreaterThan(0);
});

test("connections that ask for health, or have just come, are read under any load", () => {
  const { connect, pass, turn } = setup();
  const callers = many(1000).map(connect);
  const balancer = connect();
  turn([balancer], { isHealth: true });
  pass(100);
  turn(callers);
  const fresh = connect();
  turn(callers);
  expect(callers.some(({ isPaused }) => isPaused)).toBe(true);
  expect(fresh.isPaused).toBe(false);
  expect(turn([balancer], { isHealth: true })).toBe(1);
});

test("the wait of a request on a held connection is known, and only in the turn after its release", () => {
  const { connect, pass, turn, valve } = setup();
  const callers = many(READS_PER_TURN + 1).map(connect);
  pass(100);
  turn();
  const [late] = callers.slice(-1);
  if (!late) throw new Error("there is no caller");
  expect(late.isPaused).toBe(false);
  expect(valve.read(late.reader, false)).toBe(10);
  turn([]);
  expect(valve.read(late.reader, false)).toBe(0);
});

test("a connection that is stopped stays paused until it is resumed, held or not", async () => {
  const { connect, pass, turn, valve } = setup();
  const callers = many(READS_PER_TURN + 1).map(connect);
  const [first] = callers;
  if (!first) throw new Error("there is no caller");
  valve.stop(first.reader);
  await new Promise<void>(process.nextTick);
  expect(first.isPaused).toBe(true);
  pass(100);
  turn();
  for (let count = 0; count < 5; count++) turn([]);
  expect(first.isPaused).toBe(true);
  valve.resume(first.reader);
  expect(first.isPaused).toBe(false);
});

test("a held connection is released, also behind many that have closed", () => {
  const { connect, pass, turn, valve } = setup();
  const callers = many(1000).map(connect);
  pass(100);
  turn();
  const kept = callers[500];
  for (const caller of callers) if (caller !== kept) valve.remove(caller.reader);
  expect(kept?.isPaused).toBe(true);
  for (let count = 0; count < 20; count++) turn([]);
  expect(kept?.isPaused).toBe(false);
});

test("whatever connects, asks and closes, every connection is read again once there is less to read", () => {
  const action = fc.oneof(
    fc.record({ kind: fc.constant("connect" as const), count: fc.nat(200) }),
    fc.record({ kind: fc.constant("close" as const), count: fc.nat(300) }),
    fc.record({ kind: fc.constant("ask" as const), count: fc.nat(500) }),
    fc.record({ kind: fc.constant("pass" as const), count: fc.nat(100) }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      const { connect, pass, turn, valve } = setup();
      let callers: ReturnType<typeof connect>[] = [];
      for (const { kind, count } of actions) {
        if (kind === "connect") callers.push(...many(count).map(connect));
        else if (kind === "ask") turn(callers.slice(0, count));
        else if (kind === "pass") pass(count);
        else {
          for (const { reader } of callers.slice(count)) valve.remove(reader);
          callers = callers.slice(0, count);
        }
        const paused = callers.filter(({ isPaused }) => isPaused).length;
        expect(valve.held()).toBe(paused);
      }
      for (let count = 0; count < 20; count++) turn([]);
      expect(valve.held()).toBe(0);
      expect(callers.filter(({ isPaused }) => isPaused)).toEqual([]);
    }),
  );
});
