import { expect, test } from "vitest";
import { parses } from "../code/walk.ts";
import { drawMutants, listMutants, mutate, placeOf } from "./draw-mutants.ts";

const TEXT = `if (a < b) c(); if (a < b) d(); ${"if (e) f(); ".repeat(20)}`;

const draw = (text: string, seed: string) =>
  drawMutants(listMutants("a.ts", text), { seed, count: 8, isSound: () => true });

test("the same seed draws the same mutants, and another seed others", () => {
  const drawn = draw(TEXT, "a seed").map(placeOf);
  expect(new Set(drawn).size).toBe(8);
  expect(draw(TEXT, "a seed").map(placeOf)).toEqual(drawn);
  expect(draw(TEXT, "another seed").map(placeOf)).not.toEqual(drawn);
});

test("a change of the code above moves no place out of the draw", () => {
  expect(draw(`const first = 1;\n\n${TEXT}`, "a seed").map(placeOf)).toEqual(
    draw(TEXT, "a seed").map(placeOf),
  );
});

test("two places that read the same are told apart by their number", () => {
  const shifted = listMutants("a.ts", TEXT).filter(({ operator }) => operator.includes("shifted"));
  expect(shifted.map(({ before, nth }) => [before, nth])).toEqual([
    ["a < b", 1],
    ["a < b", 2],
  ]);
  expect(shifted.map((mutant) => mutate("if (a < b) c(); if (a < b) d();", mutant))).toEqual([
    "if ((globalThis.onMutantReached?.(), a <= b)) c(); if (a < b) d();",
    "if (a < b) c(); if ((globalThis.onMutantReached?.(), a <= b)) d();",
  ]);
});

test("a mutant that does not parse is drawn again", () => {
  const all = listMutants("a.ts", TEXT);
  const [first, second] = drawMutants(all, { seed: "a", count: 2, isSound: () => true });
  const isSound = (mutant: (typeof all)[number]) => mutant !== first;
  expect(drawMutants(all, { seed: "a", count: 1, isSound })).toEqual([second]);
  expect(parses("if (a < b c();")).toBe(false);
  expect(parses("if (a < b) c();")).toBe(true);
});
