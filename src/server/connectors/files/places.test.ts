import { expect, test } from "vitest";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import { createPlaces } from "./places.ts";

/** Enters for several people, and lists those inside, in order of entry. */
const peopleIn = (count: number) => {
  const enter = createPlaces(count);
  const entered: string[] = [];
  const leaves = new Map<string, () => void>();
  return {
    entered,
    refused: (person: string) =>
      expect(enter(person)).rejects.toMatchObject({ code: "RATE_LIMIT" }),
    come: (person: string, name = person) =>
      void enter(person).then((leave) => {
        entered.push(name);
        leaves.set(name, leave);
      }),
    leave: async (name: string) => {
      leaves.get(name)?.();
      leaves.get(name)?.();
      await yieldToEventLoop();
    },
  };
};

test("a person has one place at a time, and others pass while their work waits", async () => {
  const { come, leave, entered } = peopleIn(2);
  come("eve", "eve 1");
  come("eve", "eve 2");
  come("eve", "eve 3");
  come("ann");
  come("bob");
  await yieldToEventLoop();
  expect(entered).toEqual(["eve 1", "ann"]);
  await leave("ann");
  expect(entered).toEqual(["eve 1", "ann", "bob"]);
  await leave("eve 1");
  await leave("bob");
  expect(entered).toEqual(["eve 1", "ann", "bob", "eve 2"]);
  await leave("eve 2");
  expect(entered.at(-1)).toBe("eve 3");
});

test("few wait of one person, and a bounded number of all, and more are refused", async () => {
  const { come, leave, refused, entered } = peopleIn(1);
  for (let at = 0; at < 4; at++) come("eve", `eve ${at}`);
  await refused("eve");
  for (let at = 0; at < 47; at++) come(`person ${at}`);
  await refused("one more");
  await yieldToEventLoop();
  expect(entered).toEqual(["eve 0"]);
  await leave("eve 0");
  expect(entered).toEqual(["eve 0", "eve 1"]);
});
