import fc from "fast-check";
import { expect, test } from "vitest";
import { createConnectionPlaces, GRACE_MS, type PlacedConnection } from "./connection-places.ts";

const setup = (places: number, perAddress = places, spare = 0) => {
  let now = 0;
  const closed: PlacedConnection[] = [];
  const policy = createConnectionPlaces({
    bounds: { places, perAddress, spare },
    clock: () => now,
  });
  return {
    ...policy,
    closed,
    open: (address = "a") => {
      const { connection, closed: evicted } = policy.open(address, () => {});
      closed.push(...evicted);
      return connection;
    },
    ask: (connection: PlacedConnection): boolean => {
      closed.push(...policy.ask(connection));
      return connection.hasPlace;
    },
    advance: (ms: number) => {
      now += ms;
    },
  };
};

test("the newest connection that never asked anything makes room for a new one", () => {
  const { open, advance, closed } = setup(3);
  open();
  open();
  const newest = open();
  advance(GRACE_MS);
  open();
  expect(closed).toEqual([newest]);
});

test("connections opened a moment ago get as much time as there is for their first request", () => {
  const { open, advance, closed } = setup(3);
  const settled = open();
  advance(GRACE_MS);
  const first = open();
  open();
  open();
  expect(closed).toEqual([settled]);
  open();
  expect(closed).toEqual([settled, first]);
});

test("connections with earlier responses outlive those without a request", () => {
  const { open, ask, answer, advance, closed } = setup(3);
  const established = open();
  ask(established);
  answer(established);
  advance(GRACE_MS);
  const silent = [open(), open()];
  for (let at = 0; at < 10; at++) open();
  expect(closed.slice(0, 2)).toEqual(silent);
  expect(closed).not.toContain(established);
  expect(established.isOpen).toBe(true);
});

test("a connection whose address has its share makes room among its own", () => {
  const { open, advance, closed } = setup(10, 2);
  const other = open("b");
  const own = open("a");
  advance(GRACE_MS);
  const newest = open("a");
  advance(GRACE_MS);
  open("b");
  open("a");
  expect(closed).toEqual([newest]);
  expect([other.isOpen, own.isOpen]).toEqual([true, true]);
});

test("a connection gets a spare place if all others are under way, and a place once one is free", () => {
  const { open, ask, answer, remove, closed } = setup(1, 1, 1);
  const busy = open();
  expect(ask(busy)).toBe(true);
  const health = open();
  expect(ask(health)).toBe(false);
  answer(health);
  const next = open();
  expect(closed).toEqual([health]);
  answer(busy);
  remove(busy);
  expect(ask(next)).toBe(true);
});

test("a burst of connections beyond the places closes no other: those that ask are told that there is no place", () => {
  const { open, ask, closed } = setup(2, 2, 3);
  const burst = Array.from({ length: 5 }, () => open());
  expect(burst.map(ask)).toEqual([true, true, false, false, false]);
  expect(closed).toEqual([]);
});

test("a connection in a spare place takes that of an idle one when it asks", () => {
  const { open, ask, answer, advance, closed } = setup(2, 2, 1);
  const established = open();
  ask(established);
  answer(established);
  const silent = open();
  const next = open();
  expect(next.hasPlace).toBe(false);
  advance(GRACE_MS);
  expect(ask(next)).toBe(true);
  expect(closed).toEqual([silent]);
  expect(ask(open())).toBe(true);
  expect(closed).toEqual([silent, established]);
});

type Act =
  | { type: "open"; address: number }
  | { type: "ask" | "answer" | "leave"; at: number }
  | { type: "wait"; ms: number };

const Acts = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant("open"), address: fc.nat(3) }) },
    {
      weight: 4,
      arbitrary: fc.record({ type: fc.constantFrom("ask", "answer", "leave"), at: fc.nat(50) }),
    },
    fc.record({ type: fc.constant("wait"), ms: fc.nat(2 * GRACE_MS) }),
  ),
  { maxLength: 300 },
) as fc.Arbitrary<Act[]>;

test("bounds hold, no request is cut off, and the right connection is closed, for any traffic", () => {
  fc.assert(
    fc.property(
      Acts,
      fc.record({
        places: fc.integer({ min: 1, max: 12 }),
        perAddress: fc.integer({ min: 1, max: 12 }),
        spare: fc.nat(3),
      }),
      (acts, bounds) => {
        let now = 0;
        const policy = createConnectionPlaces({ bounds, clock: () => now });
        let open: PlacedConnection[] = [];
        for (const act of acts) {
          if (act.type === "wait") {
            now += act.ms;
          } else if (act.type === "open") {
            const before = open.map((placedConnection) => ({
              one: placedConnection,
              ...placedConnection,
            }));
            const { connection, closed } = policy.open(`${act.address}`, () => {});
            for (const victim of closed)
              expectRightVictim(victim, connection, before, now, { ...bounds, hasAsked: false });
            open = [...open, connection].filter(({ isOpen }) => isOpen);
          } else {
            const one = open[act.at % (open.length || 1)];
            if (!one) continue;
            if (act.type === "ask") {
              const hadPlace = one.hasPlace;
              const before = open.map((each) => ({ one: each, ...each }));
              const closed = policy.ask(one);
              expect(closed.length).toBeLessThanOrEqual(hadPlace ? 0 : 1);
              for (const victim of closed)
                expectRightVictim(victim, one, before, now, { ...bounds, hasAsked: true });
            } else if (act.type === "answer" && one.requests > 0) policy.answer(one);
            else if (act.type === "leave") policy.remove(one);
            open = open.filter(({ isOpen }) => isOpen);
          }
          const placed = open.filter(({ hasPlace }) => hasPlace);
          expect(policy.counts()).toEqual({
            placed: placed.length,
            spare: open.length - placed.length,
          });
          expect(placed.length).toBeLessThanOrEqual(bounds.places);
          expect(open.length - placed.length).toBeLessThanOrEqual(bounds.spare);
          for (const { address } of placed)
            expect(placed.filter((other) => other.address === address).length).toBeLessThanOrEqual(
              bounds.perAddress,
            );
        }
      },
    ),
    { numRuns: 300 },
  );
});

type Before = PlacedConnection & { one: PlacedConnection };

/** Repeats the choice by sorting all connections, which the policy avoids with ordered lists. */
function expectRightVictim(
  victim: PlacedConnection,
  newcomer: PlacedConnection,
  before: readonly Before[],
  now: number,
  { perAddress, hasAsked }: { perAddress: number; hasAsked: boolean },
): void {
  expect(victim.requests).toBe(0);
  const wasPlaced = before.some(({ one, hasPlace }) => one === victim && hasPlace);
  const own = before.filter(
    (connection) => connection.hasPlace && connection.address === newcomer.address,
  );
  const candidates = before
    .filter((connection) => connection.hasPlace === wasPlaced && connection.requests === 0)
    .filter(({ address }) => !wasPlaced || own.length < perAddress || address === newcomer.address);
  if (victim === newcomer) {
    // No other connection could be closed.
    expect(
      before.filter((connection) => !connection.hasPlace && connection.requests === 0),
    ).toEqual([]);
    return;
  }
  const answered = candidates.filter(({ hasAsked }) => hasAsked).map(({ one }) => one);
  if (!wasPlaced && answered.length > 0) {
    expect(answered).toContain(victim);
    return;
  }
  const silent = candidates.filter(({ hasAsked }) => !hasAsked);
  const settled = silent.filter(({ openedAt }) => now - openedAt >= GRACE_MS);
  if (settled.length > 0) expect(victim).toBe(settled.at(-1)?.one);
  // A request does not take the slot of a new connection whose first request may be on its way.
  else if (silent.length > 0 && !hasAsked) expect(victim).toBe(silent[0]?.one);
  else expect(answered).toContain(victim);
}
