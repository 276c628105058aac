import { spawn, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withCopy } from "./code/broken-copy.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = join(ROOT, "sim/mutants");

/** The CPU time for finding a kept mutant. */
const CPU_MINUTES = 10;

/**
 * Applies each patch to a copy of the service, and simulates the copy until a rule is broken.
 * Returns whether all mutants were found.
 */
export const runMutants = async (only: string | undefined): Promise<boolean> => {
  const names = readdirSync(FOLDER)
    .filter((file) => file.endsWith(".patch"))
    .map((file) => file.replace(/\.patch$/, ""))
    .filter((name) => only === undefined || name.includes(only));
  let found = 0;
  for (const name of names) {
    const { isFound, text } = await findMutant(name);
    if (isFound) found++;
    process.stdout.write(`${isFound ? "✓" : "✗"} ${name}: ${text}\n`);
  }
  process.stdout.write(`${found} of ${names.length} mutants found\n`);
  return found === names.length;
};

/** Returns whether a mutant breaks a rule in time, and which. */
const findMutant = (name: string): Promise<{ isFound: boolean; text: string }> =>
  withCopy(ROOT, async (copy) => {
    const patch = spawnSync(
      "git",
      ["apply", "--whitespace=nowarn", join(FOLDER, `${name}.patch`)],
      { cwd: copy, encoding: "utf8" },
    );
    if (patch.status !== 0) return { isFound: false, text: "its patch does not apply any more" };
    const rule = await brokenRule(copy, CPU_MINUTES);
    // A TypeError or similar error comes from the patch itself.
    const isFound = rule !== null && !/\b\w+Error is thrown/.test(rule);
    return { isFound, text: rule ?? "not found" };
  });

/** Simulates a copy for some CPU minutes. Resolves to the seed and the broken rule, or null. */
const brokenRule = (cwd: string, cpuMinutes: number): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const options = [...process.execArgv, "sim/run.mjs", "--cpu-minutes", String(cpuMinutes)];
    const child = spawn(process.execPath, options, { cwd, stdio: ["ignore", "pipe", "ignore"] });
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      // The rule is enough: a mutant's trace is not read.
      if (/^seed .*\n/m.test(out)) child.kill();
    });
    child.once("error", reject);
    child.once("close", () => {
      const [, seed, rest] = /^seed (\w+), \d+ days, (.*)$/m.exec(out) ?? [];
      resolve(rest === undefined ? null : `seed ${seed}, ${rest}`);
    });
  });
