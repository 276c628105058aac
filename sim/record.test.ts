import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { addToRecord, readRecord } from "./record.ts";

const life = (days: number, faults: number) => ({
  ...{ days, seconds: 1.5 },
  outcome: {
    ...{ digest: "d", steps: 100, happened: [] },
    ...{
      faults: new Map([["request lost", faults]]),
      coverage: new Map([
        ["/item/get 200", 2],
        ["person-1 event OPEN", 4],
      ]),
    },
  },
});

test("a record adds up over runs and commits", () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-record-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "record.json");
  addToRecord(file, life(24, 3), "aaaaaaaa");
  addToRecord(file, life(24, 1), "aaaaaaaa");
  const totals = addToRecord(file, life(10, 5), "bbbbbbbb");
  expect(totals).toEqual({
    ...{ seeds: 3, days: 58, steps: 300, seconds: 4.5 },
    commits: { aaaaaaaa: 48, bbbbbbbb: 10 },
    faults: { "request lost": 9 },
    coverage: { "/item/get 200": 6 },
  });
  expect(readRecord(file)).toEqual(totals);
});

test("the page about the simulation has the sums of the record", () => {
  const { days, seeds, steps, commits, faults } = readRecord(
    join(import.meta.dirname, "record.json"),
  );
  const count = (value: number) => value.toLocaleString("en-US");
  const sum = Object.values(faults).reduce((all, number) => all + number, 0);
  const sentence =
    `${(days / 365).toFixed(1)} years of ${count(seeds)} seeds, with ${count(sum)} faults and ${count(steps)} steps, ` +
    `over ${Object.keys(commits).length} commits`;
  const page = readFileSync(join(import.meta.dirname, "../docs/simulation.md"), "utf8");
  expect(page.replace(/\s+/g, " ")).toContain(sentence);
});
