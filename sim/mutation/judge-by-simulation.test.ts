import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { seedsByPlace } from "./judge-by-simulation.ts";

test("the whole service is simulated once for the code of several runs", async () => {
  const copy = mkdtempSync(join(tmpdir(), "service-link-judge-"));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const folder of ["src/testing", "sim/mutation", "node_modules"])
    mkdirSync(join(copy, folder), { recursive: true });
  const runs = join(copy, "runs");
  const reach = { loaded: [1], seeds: { "judge-1": [2], "judge-2": [2, 3] } };
  writeFileSync(join(copy, "src/testing/source-loader.ts"), "");
  writeFileSync(
    join(copy, "sim/mutation/run-seeds.ts"),
    `import { appendFileSync } from "node:fs";
     appendFileSync(${JSON.stringify(runs)}, process.argv.slice(2).join(" "));
     console.log(${JSON.stringify(JSON.stringify(reach))});`,
  );
  for (let times = 0; times < 2; times++) {
    const seedsOf = await seedsByPlace(copy, 10);
    expect([0, 1, 2, 3].map((place) => seedsOf(place))).toEqual([
      [],
      ["judge-1", "judge-2"],
      ["judge-1", "judge-2"],
      ["judge-2"],
    ]);
  }
  expect(readFileSync(runs, "utf8")).toBe("--seconds 30");
});
