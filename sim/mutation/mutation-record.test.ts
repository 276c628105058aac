import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  addJudged,
  type Judged,
  listShares,
  printJudged,
  readMutationRecord,
} from "./mutation-record.ts";

const mutant = (nth: number): Judged => ({
  ...{ file: "a.ts", operator: "a condition is negated", nth, before: "a", after: "!(a)" },
});

const judged = (nth: number, tests: string | null, found: string | null): Judged => ({
  ...mutant(nth),
  ...{ tests, simulation: { seconds: 3, isReached: true, found } },
});

test("a record keeps the reason and the verdicts of a mutant that is judged again", () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-mutants-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "record.jsonl");
  addJudged(file, { ...mutant(1), tests: null, reason: "Both sides are equal." });
  addJudged(file, { ...mutant(2), tests: "a.test.ts" });
  const simulation = { seconds: 180, isReached: true, found: null };
  addJudged(file, { ...mutant(1), simulation });
  expect(readMutationRecord(file)).toEqual([
    { ...mutant(1), tests: null, simulation, reason: "Both sides are equal." },
    { ...mutant(2), tests: "a.test.ts" },
  ]);
});

test("the shares are of the mutants that change something", () => {
  const record = [
    judged(1, "a.test.ts", "seed 1: a rule"),
    judged(2, "a.test.ts", null),
    judged(3, null, "seed 1: a rule"),
    judged(4, null, null),
    { ...judged(5, null, null), reason: "Both sides are equal." },
    { ...mutant(6), tests: null },
  ];
  expect(printJudged(record)).toBe(
    [
      "5 mutants are judged, of which 1 change nothing outside, and 0 are at places that no seed reached",
      "of the 4 that change something the simulation found 2 (50 %), the tests 2 (50 %), both 1 (25 %), either 3 (75 %), none 1 (25 %)",
      "  a.ts: a condition is negated: a → !(a)",
      "  a.ts: a condition is negated: a → !(a) (Both sides are equal.)",
      "",
    ].join("\n"),
  );
});

test("the page about the simulation has the shares of the record", () => {
  const record = readMutationRecord(join(import.meta.dirname, "record.jsonl"));
  const page = readFileSync(join(import.meta.dirname, "../../docs/simulation.md"), "utf8");
  for (const sentence of listShares(record)) expect(page.replace(/\s+/g, " ")).toContain(sentence);
});

test("each mutant of the record that neither judge finds has the reason why it changes nothing", () => {
  const record = readMutationRecord(join(import.meta.dirname, "record.jsonl"));
  const missed = record.filter(({ tests, simulation }) => tests === null && !simulation?.found);
  expect(missed.filter(({ reason }) => reason === undefined)).toEqual([]);
});
