import { expect, test } from "vitest";
import { createTurns, yieldToEventLoop } from "./yield-to-event-loop.ts";

test("admits callers in order, one in each turn of the event loop", async () => {
  const nextTurn = createTurns();
  const order: string[] = [];
  const callers = ["one", "two", "three"].map(async (name) => {
    await nextTurn();
    order.push(name);
  });
  const counts: number[] = [];
  for (let turn = 0; turn < 4; turn++) {
    await yieldToEventLoop();
    counts.push(order.length);
  }
  await Promise.all(callers);
  expect(order).toEqual(["one", "two", "three"]);
  expect(counts.every((count, at) => count - (counts[at - 1] ?? 0) <= 1)).toBe(true);
});
