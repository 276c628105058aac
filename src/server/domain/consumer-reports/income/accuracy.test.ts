import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { type Accuracy, measureAccuracy, percent } from "./accuracy.fixture.ts";

/** A bank in each of three countries. Every bank has other employers, paydays and amounts. */
const BANKS = ["ins_109508", "ins_116834", "ins_43"];
const ENDS = [Date.UTC(2026, 4, 20, 12), Date.UTC(2027, 0, 4, 12)];
const WINDOWS = [90, 365, 731];

let results = new Map<string, Accuracy>();
beforeAll(async () => {
  results = await measureAccuracy(BANKS, ENDS, WINDOWS);
}, 600_000);

const shares = ({ runs: _, misses: __, ...accuracy }: Accuracy) => Object.values(accuracy);

test("99 % of income is found, and 99 % of the found streams are income", () => {
  for (const days of WINDOWS) {
    const result = results.get(`as shown ${days}`);
    if (!result) throw new Error("it was measured");
    const { transactionPrecision, transactionRecall, streamPrecision, streamRecall } = result;
    for (const share of [transactionPrecision, transactionRecall, streamPrecision, streamRecall]) {
      expect(share.all).toBeGreaterThan(200);
      expect(share.right / share.all, result.misses.join("\n")).toBeGreaterThanOrEqual(0.99);
    }
    expect(result.cycles.right / result.cycles.all).toBeGreaterThanOrEqual(0.99);
  }
});

test("docs/consumer-reports.md has the measured table", () => {
  const rows = ["as shown", "descriptions only"].flatMap((evidence) =>
    WINDOWS.map((days) => {
      const result = results.get(`${evidence} ${days}`);
      return `| ${[evidence, days, ...(result ? shares(result).map(percent) : [])].join(" | ")} |`;
    }),
  );
  const page = new URL("../../../../../docs/consumer-reports.md", import.meta.url);
  expect(readFileSync(page, "utf8")).toContain(`|---|\n${rows.join("\n")}\n`);
});
