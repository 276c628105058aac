// Measures the packages as an application's developer has them: from an empty folder to the first transaction, by
// the lines of docs/testing.md; then, by the testing kit, the start and the reset of a service, and JOURNEYS
// accounts that are linked in Chromium (default 100), two at a time, each in a browser context of its own. A journey that
// fails is counted.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { row } from "./measure.mjs";

const JOURNEYS = Number(process.env.JOURNEYS ?? 100);
const MAX_START_MS = 150;
const MAX_RESET_MS = 5;
const MAX_JOURNEYS_S = 60;

/** The rows of this bench. */
export const bench = async () => {
  execFileSync(process.execPath, ["packages/pack.mjs"]);
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const run = (args) =>
    execFileSync(process.execPath, ["--input-type=module", ...args], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
  try {
    const [, program = ""] =
      /## The first transaction\n+```js\n(.*?)```/s.exec(readFileSync("docs/testing.md", "utf8")) ??
      [];
    const installBegan = performance.now();
    const packages = readdirSync("dist/packages").map((file) => resolve("dist/packages", file));
    writeFileSync(join(folder, "package.json"), '{ "private": true }');
    execFileSync("npm", ["install", "--no-audit", "--no-fund", ...packages], { cwd: folder });
    const runBegan = performance.now();
    const first = run(["--eval", program]);
    const end = performance.now();
    if (!/^\d{4}-\d\d-\d\d \S/.test(first)) throw new Error(`the program printed ${first}`);

    const kit = readFileSync(join(import.meta.dirname, "testing/kit.mjs"), "utf8");
    const playwright = resolve("node_modules/@playwright/test/index.mjs");
    const browsers = resolve("scripts/find-browsers.mjs");
    const measured = JSON.parse(
      run(["--eval", kit, String(JOURNEYS), playwright, browsers]).trim(),
    );
    const lines = program.split("\n").filter((line) => line !== "").length;
    return [
      row("lines to the first transaction, with npm install", lines + 1, "lines"),
      row("npm install of both packages", (runBegan - installBegan) / 1000, "s"),
      row("the program, to its end", (end - runBegan) / 1000, "s"),
      row("a service of the kit starts, median of 20", measured.startMs, "ms", {
        max: MAX_START_MS,
      }),
      row("it is reset, median of 20", measured.resetMs, "ms", { max: MAX_RESET_MS }),
      row("it is reset with an Item of 1,400 transactions", measured.resetOfItemMs, "ms", {
        max: MAX_RESET_MS,
      }),
      row(`${JOURNEYS} journeys by linkAccount`, measured.journeysMs / 1000, "s", {
        max: (MAX_JOURNEYS_S * JOURNEYS) / 100,
      }),
      // On two processors, a minute has 120 s of CPU time.
      row("CPU of a journey, all processes", measured.cpuSeconds, "s", {
        max: (2 * MAX_JOURNEYS_S) / 100,
      }),
      row("journeys that failed", measured.failures, "journeys", { max: 0 }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
