import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const moduleAt = (name: string) => JSON.stringify(pathToFileURL(`${import.meta.dirname}/${name}`));

test("a report of 25,000 rows is rendered in a heap that could not hold its structure", () => {
  const script = `
    const { renderReportPdf } = await import(${moduleAt("render-report-pdf.ts")});
    const { sampleReport } = await import(${moduleAt("sample-report.fixture.ts")});
    const report = await sampleReport({ accountsOfItems: [1], days: 731 });
    const [item] = report.items;
    let bytes = 0;
    for await (const piece of renderReportPdf({ ...report, items: Array(20).fill(item) }))
      bytes += piece.length;
    console.log(bytes);
  `;
  const heap = ["--max-old-space-size=48", "--max-semi-space-size=4"];
  const options = [...heap, "--experimental-strip-types", "--input-type=module", "-e", script];
  const { stdout, stderr } = spawnSync(process.execPath, options, { encoding: "utf8" });
  expect(stderr).not.toContain("heap out of memory");
  expect(Number(stdout)).toBeGreaterThan(25_000_000);
}, 300_000);
