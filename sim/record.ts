import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import type { Outcome } from "./simulate.ts";

const Counts = z.record(z.string(), z.int());

const Totals = z.strictObject({
  seeds: z.int(),
  days: z.number(),
  steps: z.int(),
  seconds: z.number(),
  /** The simulated days by commit of the code. */
  commits: z.record(z.string(), z.number()),
  faults: Counts,
  coverage: Counts,
});

/** The kinds of coverage, by the names of events. */
const COVERED = {
  paths: /^\/.* 20\d$/,
  refusals: /^\/.*(?<! 20\d)$/,
  "store calls": /^[a-z]+[A-Za-z]*\.[a-zA-Z]+ ok$/,
  "kinds of webhook": /^webhook [A-Z]/,
};

/** The totals of simulations without a broken rule, over all runs and versions of the code. */
export type Totals = z.infer<typeof Totals>;

/** A seed's simulated days, its CPU seconds, and its result. */
type Life = { days: number; seconds: number; outcome: Outcome };

/** Reads a record to continue; an empty record without a file. */
export const readRecord = (file: string | null): Totals =>
  file !== null && existsSync(file)
    ? Totals.parse(JSON.parse(readFileSync(file, "utf8")))
    : { seeds: 0, days: 0, steps: 0, seconds: 0, commits: {}, faults: {}, coverage: {} };

/** Adds the life of a seed to totals. */
export const addLife = (totals: Totals, { days, seconds, outcome }: Life, commit: string): void => {
  totals.seeds += 1;
  totals.days += days;
  totals.steps += outcome.steps;
  totals.seconds = Math.round((totals.seconds + seconds) * 10) / 10;
  add(totals.commits, [[commit, days]]);
  add(totals.faults, outcome.faults);
  const isKept = (name: string) => Object.values(COVERED).some((names) => names.test(name));
  add(
    totals.coverage,
    [...outcome.coverage].filter(([name]) => isKept(name)),
  );
};

/**
 * Adds the life of a seed to a file's record, which other runs may have changed. Returns the
 * record.
 */
export const addToRecord = (file: string, life: Life, commit: string): Totals => {
  const totals = readRecord(file);
  addLife(totals, life, commit);
  writeFileSync(`${file}.new`, `${JSON.stringify(totals, null, 2)}\n`);
  renameSync(`${file}.new`, file);
  return totals;
};

/** The commit of the code, with a plus sign after local changes; "unknown" without git. */
export const commitOfCode = (folder: string): string => {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: "pipe" }).trim();
  try {
    const isChanged = git("status", "--porcelain", "src", "sim", ":!sim/record.json") !== "";
    return git("rev-parse", "--short=8", "HEAD") + (isChanged ? "+" : "");
  } catch {
    return "unknown";
  }
};

/** Returns the summary of all simulations: time, faults by kind, and coverage. */
export const summary = ({ seeds, days, steps, seconds, faults, coverage }: Totals): string => {
  const covered = Object.entries(COVERED).map(
    ([kind, names]) => `${Object.keys(coverage).filter((name) => names.test(name)).length} ${kind}`,
  );
  return [
    `${(days / 365).toFixed(2)} years of ${seeds} seeds in ${Math.round(seconds)} s of CPU: ${(days / seconds).toFixed(1)} days a second, ${steps} steps, no rule broken`,
    `covered: ${covered.join(", ")}`,
    ...Object.entries(faults)
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, number]) => `${String(number).padStart(8)} ${name}`),
    "",
  ].join("\n");
};

function add(sums: Record<string, number>, counts: Iterable<readonly [string, number]>): void {
  for (const [name, count] of counts) sums[name] = (sums[name] ?? 0) + count;
}
