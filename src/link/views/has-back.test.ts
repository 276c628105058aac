import fc from "fast-check";
import { expect, test } from "vitest";
import { allMoves } from "../machine/all-moves.ts";
import { transition } from "../machine/move.ts";
import type { State } from "../machine/states.ts";
import { after, happenings, ways } from "./happenings.fixture.ts";
import { hasBack } from "./has-back.ts";

const expectTruth = (state: State): void => {
  if (state.view === "CLOSED") return;
  const [next] = transition(allMoves, state, { type: "BACK" });
  expect(hasBack(state), state.view).toBe(next !== state);
};

test("there is a way back exactly where going back leads somewhere else", () => {
  for (const way of ways) for (const happening of happenings) expectTruth(after(...way, happening));
});

test("however one got there", () => {
  const walk = fc.tuple(
    fc.constantFrom(...ways),
    fc.array(fc.constantFrom(...happenings), { maxLength: 12 }),
  );
  fc.assert(fc.property(walk, ([way, further]) => expectTruth(after(...way, ...further))));
});

test("every view is among those that are asked", () => {
  const views = ways.flatMap((way) => happenings.map((happening) => after(...way, happening).view));
  expect(new Set(views)).toEqual(new Set(Object.keys(allMoves)));
});
