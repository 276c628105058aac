import fc from "fast-check";
import { expect, test } from "vitest";
import { type AdmissionLoop, createAdmission, MAX_WAIT_MS } from "./admission.ts";

/** A simulated event loop. Each request keeps the loop busy for `serveMs`. */
const setup = ({ max = 1000, few = 0, serveMs = 1, refuseMs = 0 } = {}) => {
  let now = 0;
  let lag = 0;
  let isStoreBusy = false;
  let unread = 0;
  let turn: (() => void)[] = [];
  let timers: { at: number; call: () => void }[] = [];
  const loop: AdmissionLoop = {
    clock: () => now,
    lag: () => lag,
    soon: (call) => void turn.push(call),
    later: (call, ms) => void timers.push({ at: now + ms, call }),
  };
  const admission = createAdmission({
    ...{ max, few, loop },
    isStoreBusy: () => isStoreBusy,
    unread: () => unread,
    releaseIdle: () => {},
  });
  const served: { number: number; waited: number; at: number }[] = [];
  const refused: number[] = [];
  return {
    ...admission,
    served,
    refused,
    now: () => now,
    setLag: (ms: number) => {
      lag = ms;
    },
    setUnread: (count: number) => {
      unread = count;
    },
    setStoreBusy: (value: boolean) => {
      isStoreBusy = value;
    },
    arrive: (number: number, { isGone = (): boolean => false, heldMs = 0 } = {}) => {
      const at = now;
      return admission.enter(
        {
          serve: () => {
            served.push({ number, waited: now - at, at: now });
            now += serveMs;
            admission.leave();
          },
          refuse: () => {
            refused.push(number);
            now += refuseMs;
          },
          isGone,
        },
        heldMs,
      );
    },
    /** Runs a turn of the loop: calls the callbacks requested before it; returns the duration. */
    turn: (idleMs = 0) => {
      const began = now;
      now += idleMs;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter((timer) => !due.includes(timer));
      const calls = [...due.map(({ call }) => call), ...turn];
      turn = [];
      for (const call of calls) call();
      return now - began - idleMs;
    },
  };
};

test("a request that comes alone is served at once", () => {
  const { arrive, served } = setup();
  expect(arrive(1)).toBe(false);
  expect(served).toMatchObject([{ number: 1, waited: 0 }]);
});

test("a burst is served whole, in its order, and the loop looks for health checks in between", () => {
  const { arrive, served, refused, turn } = setup();
  for (let number = 0; number < 300; number++) arrive(number);
  const turns = [];
  while (served.length < 300) turns.push(turn());
  expect(refused).toEqual([]);
  expect(served.map(({ number }) => number)).toEqual(Array.from({ length: 300 }, (_, at) => at));
  expect(Math.max(...turns)).toBeLessThanOrEqual(2);
});

test("a request of a burst is refused once it has waited too long", () => {
  const { arrive, served, refused, turn } = setup({ serveMs: 100 });
  for (let number = 0; number < 20; number++) arrive(number);
  while (served.length + refused.length < 20) turn();
  expect(served.map(({ number }) => number)).toEqual(Array.from({ length: 8 }, (_, at) => at));
  expect(Math.max(...served.map(({ waited }) => waited))).toBe(MAX_WAIT_MS.burst);
});

test("a few requests are served in their order, however slow the machine is", () => {
  const { arrive, served, refused, turn } = setup({ serveMs: 40, few: 50 });
  for (let number = 0; number < 50; number++) arrive(number);
  while (served.length < 50) turn();
  expect(refused).toEqual([]);
  expect(served.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, at) => at));
});

test("requests are refused sooner while a load lasts, and not after a pause", () => {
  const { arrive, served, refused, turn } = setup({ serveMs: 100 });
  let number = 0;
  for (let round = 0; round < 30; round++) {
    for (let at = 0; at < 5; at++) arrive(number++);
    turn();
  }
  expect(refused.length).toBeGreaterThan(50);
  const late = served.slice(12);
  expect(late.length).toBeGreaterThan(10);
  expect(Math.max(...late.map(({ waited }) => waited))).toBeLessThanOrEqual(MAX_WAIT_MS.lasting);
  while (served.length + refused.length < number) turn();

  const before = refused.length;
  for (let at = 0; at < 6; at++) arrive(number++);
  while (served.length + refused.length < number) turn();
  expect(refused.length).toBe(before);
});

test("a load that lasts still has fresh requests served, however slow refusals are", () => {
  const { arrive, served, turn, now } = setup({ serveMs: 5, refuseMs: 4 });
  const began = now();
  for (let number = 0; now() - began < 10_000; turn())
    for (let at = 0; at < 9; at++) arrive(number++);
  const late = served.filter(({ at }) => at > began + 2000);
  expect(late.length).toBeGreaterThan(100);
  expect(Math.max(...late.map(({ waited }) => waited))).toBeLessThanOrEqual(MAX_WAIT_MS.lasting);
});

test("connections that are not read count as requests that wait", () => {
  for (const [unread, late] of [
    [0, 0],
    [100, 12],
  ] as const) {
    const { arrive, refused, served, setUnread, turn } = setup({ serveMs: 100, few: 50 });
    setUnread(unread);
    for (let number = 0; number < 20; number++) arrive(number);
    while (served.length + refused.length < 20) turn();
    expect(refused.length).toBe(late);
  }
});

test("a request is refused at once if its connection was held too long before it was read", () => {
  const { arrive, refused, served, setUnread, turn } = setup();
  setUnread(100);
  for (const heldMs of [0, 0, 700]) arrive(heldMs, { heldMs });
  while (served.length + refused.length < 3) turn();
  expect(refused).toEqual([700]);
});

test("the time before a request was read counts as its waiting, by the lag of the event loop", () => {
  const { arrive, refused, served, turn, setLag } = setup({ serveMs: 100 });
  for (const number of [0, 1]) arrive(number);
  setLag(5000);
  arrive(2);
  setLag(0);
  arrive(3);
  while (served.length + refused.length < 4) turn();
  expect(refused).toEqual([2]);
  expect(served.map(({ number }) => number)).toEqual([0, 1, 3]);
});

test("requests wait while the store has as much to do as it can, and go on by a timer", () => {
  const { arrive, served, turn, setStoreBusy } = setup();
  setStoreBusy(true);
  expect(arrive(1)).toBe(true);
  turn();
  turn(100);
  expect(served).toEqual([]);
  setStoreBusy(false);
  turn(100);
  turn();
  expect(served).toMatchObject([{ number: 1, waited: 200 }]);
});

test("no more requests are under way than the bound, and another one is served when one of them ends", () => {
  const { enter, leave, counts, turn } = setup({ max: 2 });
  let served = 0;
  let refused = 0;
  for (let at = 0; at < 4; at++)
    enter({ serve: () => served++, refuse: () => refused++, isGone: () => false });
  turn(10);
  turn();
  expect([served, refused]).toEqual([2, 0]);
  leave();
  turn(10);
  turn();
  expect([served, refused]).toEqual([3, 0]);
  expect(counts()).toEqual({ waiting: 1, underWay: 2 });
  turn(MAX_WAIT_MS.burst);
  turn();
  expect([served, refused]).toEqual([3, 1]);
});

test("new connections come before requests that wait, and do not keep them from being served", () => {
  const { arrive, connect, served, turn } = setup({ serveMs: 2 });
  for (let number = 0; number < 10; number++) arrive(number);
  let turns = 0;
  for (; served.length < 10; turns++) {
    connect();
    turn();
  }
  expect(turns).toBeGreaterThan(2 * 9);
});

test("whatever comes, each request is served once and in time, refused or gone, and short bursts are never refused", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ count: fc.nat(60), idleMs: fc.nat(30), leaves: fc.boolean() }), {
        maxLength: 60,
      }),
      fc.integer({ min: 1, max: 40 }),
      (turns, serveMs) => {
        const { arrive, turn, served, refused, counts } = setup({ serveMs, max: 10_000 });
        let number = 0;
        let gone = 0;
        for (const { count, idleMs, leaves } of turns) {
          for (let at = 0; at < count; at++) {
            const isGone = leaves && at % 2 === 1;
            if (arrive(number++, { isGone: () => isGone }) && isGone) gone += 1;
          }
          expect(turn(idleMs)).toBeLessThanOrEqual(10 + serveMs);
        }
        for (let rest = 0; counts().waiting > 0 && rest < 10_000; rest++) turn();
        expect(counts().waiting).toBe(0);
        const numbers = served.map((request) => request.number);
        expect(new Set(numbers).size).toBe(numbers.length);
        expect(new Set([...numbers, ...refused]).size + gone).toBe(number);
        expect(Math.max(0, ...served.map(({ waited }) => waited))).toBeLessThanOrEqual(
          MAX_WAIT_MS.burst,
        );
        if (number * serveMs <= MAX_WAIT_MS.lasting) {
          expect(refused).toEqual([]);
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        }
      },
    ),
    { numRuns: 200 },
  );
});
