import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = join(ROOT, "sim/mutants");

/** The CPU time in which a mutant has to be found. */
const CPU_MINUTES = "10";

/**
 * Breaks a copy of the service by each patch, and simulates it until a rule is broken; returns whether all mutants were
 * found.
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
async function findMutant(name: string): Promise<{ isFound: boolean; text: string }> {
  const copy = mkdtempSync(join(tmpdir(), "service-link-mutant-"));
  try {
    for (const folder of ["src", "sim", "package.json"])
      cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
    for (const folder of ["node_modules", "scripts", "demo", "public"])
      symlinkSync(join(ROOT, folder), join(copy, folder));
    const patch = spawnSync(
      "git",
      ["apply", "--whitespace=nowarn", join(FOLDER, `${name}.patch`)],
      {
        cwd: copy,
        encoding: "utf8",
      },
    );
    if (patch.status !== 0) return { isFound: false, text: "its patch does not apply any more" };
    const rule = await brokenRule(copy);
    return { isFound: rule !== null, text: rule ?? "not found" };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const brokenRule = (cwd: string): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const options = [...process.execArgv, "sim/run.mjs", "--cpu-minutes", CPU_MINUTES];
    const child = spawn(process.execPath, options, { cwd, stdio: ["ignore", "pipe", "inherit"] });
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      // The rule is enough: a mutant's trace is not read.
      if (/^seed .*\n/m.test(out)) child.kill();
    });
    child.once("error", reject);
    child.once("close", () => {
      // A TypeError and its like would be of the patch itself.
      const [, seed, rest] =
        /^seed (\w+), \d+ days, (.*: (?:a rule is broken|something is left undone|\bError is thrown): .*)$/m.exec(
          out,
        ) ?? [];
      resolve(rest === undefined ? null : `seed ${seed}, ${rest}`);
    });
  });
