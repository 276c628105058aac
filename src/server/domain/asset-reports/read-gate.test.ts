import { afterEach, expect, test, vi } from "vitest";
import { systemTimers } from "../../adapters/timers.ts";
import { createReadGate } from "./read-gate.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** A gate for two readers, and the readers inside, in the order of entering. */
const setUp = () => {
  vi.useFakeTimers();
  const gate = createReadGate(systemTimers.every, { max: 2, maxWaiting: 2, waitMs: 5000 });
  const inside: string[] = [];
  const leaving = new Map<string, () => void>();
  const enter = async (name: string) => {
    leaving.set(name, await gate.enter(name.slice(0, 1)));
    inside.push(name);
  };
  const leave = async (name: string) => {
    leaving.get(name)?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { enter, leave, inside };
};

test("admits readers up to the limit, and the next one when one of them leaves", async () => {
  const { enter, leave, inside } = setUp();
  await Promise.all([enter("a1"), enter("a2")]);
  const third = enter("a3");
  await leave("none");
  expect(inside).toEqual(["a1", "a2"]);
  await leave("a1");
  await third;
  expect(inside).toEqual(["a1", "a2", "a3"]);
});

test("clients take turns, however many readers one of them has", async () => {
  const { enter, leave, inside } = setUp();
  await Promise.all([enter("a1"), enter("a2")]);
  void enter("a3");
  void enter("a4");
  void enter("b1");
  for (const name of ["a1", "a2", "a3"]) await leave(name);
  expect(inside).toEqual(["a1", "a2", "a3", "b1", "a4"]);
});

test("one client has no more than its part of the places, and leaves the others free", async () => {
  vi.useFakeTimers();
  const gate = createReadGate(systemTimers.every, {
    ...{ max: 3, maxOfOne: 2, maxWaiting: 2, waitMs: 5000 },
  });
  const [leave] = [await gate.enter("a"), await gate.enter("a")];
  let isThird = false;
  const third = gate.enter("a").then(() => {
    isThird = true;
  });
  const other = await gate.enter("b");
  other();
  await vi.advanceTimersByTimeAsync(0);
  expect(isThird).toBe(false);
  leave();
  await third;
});

test("leaving twice frees one place", async () => {
  const { enter, leave, inside } = setUp();
  await Promise.all([enter("a1"), enter("a2")]);
  void enter("a3");
  void enter("a4");
  await leave("a1");
  await leave("a1");
  expect(inside).toEqual(["a1", "a2", "a3"]);
});

test("refuses a reader with a retry time after too long a wait, or behind too many of the same client", async () => {
  const { enter, leave, inside } = setUp();
  await Promise.all([enter("a1"), enter("a2")]);
  const refusal = { code: "RATE_LIMIT", retryAfterMs: 5000 };
  const late = expect(enter("a3")).rejects.toMatchObject(refusal);
  const later = expect(enter("a4")).rejects.toMatchObject(refusal);
  await expect(enter("a5")).rejects.toMatchObject(refusal);
  await vi.advanceTimersByTimeAsync(5000);
  await Promise.all([late, later]);
  const last = enter("a6");
  await leave("a1");
  await last;
  expect(inside).toEqual(["a1", "a2", "a6"]);
});
