import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import type { Outcome } from "./simulate.ts";

const Totals = z.object({
  seeds: z.int(),
  days: z.number(),
  steps: z.int(),
  seconds: z.number(),
  faults: z.record(z.string(), z.int()),
  coverage: z.record(z.string(), z.int()),
});

/** What all simulations so far add up to; all of them without a broken rule. */
export type Totals = z.infer<typeof Totals>;

/** Reads a record, to go on from; an empty one if there is none. */
export const readRecord = (file: string | null): Totals =>
  file !== null && existsSync(file)
    ? Totals.parse(JSON.parse(readFileSync(file, "utf8")))
    : { seeds: 0, days: 0, steps: 0, seconds: 0, faults: {}, coverage: {} };

/** Adds the outcome of a seed, and writes the record if it has a file. */
export const addToRecord = (
  totals: Totals,
  { days, seconds, outcome }: { days: number; seconds: number; outcome: Outcome },
  file: string | undefined,
): void => {
  totals.seeds += 1;
  totals.days += days;
  totals.steps += outcome.steps;
  totals.seconds += seconds;
  for (const [name, count] of outcome.faults)
    totals.faults[name] = (totals.faults[name] ?? 0) + count;
  for (const [name, count] of outcome.coverage)
    totals.coverage[name] = (totals.coverage[name] ?? 0) + count;
  if (file === undefined) return;
  writeFileSync(`${file}.new`, `${JSON.stringify(totals, null, 1)}\n`);
  renameSync(`${file}.new`, file);
};

/** Returns the summary of all simulations: time, faults by kind, and what was covered. */
export const summary = ({ seeds, days, steps, seconds, faults, coverage }: Totals): string => {
  const count = (names: (name: string) => boolean) => Object.keys(coverage).filter(names).length;
  const paths = count((name) => name.startsWith("/") && / 20\d$/.test(name));
  const refusals = count((name) => name.startsWith("/") && !/ 20\d$/.test(name));
  const calls = count((name) => /^[a-z]+[A-Za-z]*\.[a-zA-Z]+ ok$/.test(name));
  const webhooks = count((name) => /^webhook [A-Z]/.test(name));
  return [
    `${(days / 365).toFixed(2)} years of ${seeds} seeds in ${Math.round(seconds)} s of CPU: ${(days / seconds).toFixed(1)} days a second, ${steps} steps, no rule broken`,
    `covered: ${paths} paths, ${refusals} refusals, ${calls} store calls, ${webhooks} kinds of webhook`,
    ...Object.entries(faults)
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, number]) => `${String(number).padStart(8)} ${name}`),
    "",
  ].join("\n");
};
