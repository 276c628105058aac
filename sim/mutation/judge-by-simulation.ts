import { join } from "node:path";
import { z } from "zod";
import { keptReach } from "./kept-reach.ts";
import type { Judged } from "./mutation-record.ts";
import { type Ended, runLimited } from "./run-limited.ts";

type Verdict = NonNullable<Judged["simulation"]>;

const Reach = z.strictObject({
  loaded: z.array(z.int()),
  seeds: z.record(z.string(), z.array(z.int())),
});

const Result = z.strictObject({
  found: z.string().nullable(),
  isReached: z.boolean(),
  seconds: z.number(),
});

/** The CPU seconds that the last seed may exceed the limit. A longer seed never ends. */
const LAST_SEED = 30;

/** The factor by which counting slows a seed. */
const COUNTING = 2;

/**
 * The factor by which the whole service is simulated longer than a mutant, which meets only the
 * seeds that reach it.
 */
const REACH_SHARE = 3;

/** Simulates a copy with some options. Returns its line of JSON, if any. */
const run = async (copy: string, cpuSeconds: number, options: string[]) => {
  const script = ["--import", "./src/testing/source-loader.ts", "sim/mutation/run-seeds.ts"];
  const limit = (cpuSeconds + LAST_SEED) * COUNTING;
  const ended = await runLimited(copy, [...script, ...options], { cpuSeconds: limit });
  const line = ended.out.split("\n").find((text) => text.startsWith("{"));
  return { ended, result: line === undefined ? undefined : JSON.parse(line) };
};

/**
 * Simulates an unbroken copy for longer than a mutant, or takes an earlier run's result for the
 * same code. Returns the seeds that reach each mutation, by its number. Any other seed has the same
 * trace without the mutation.
 */
export const seedsByPlace = async (
  copy: string,
  cpuSeconds: number,
): Promise<(place: number) => string[]> => {
  const seconds = cpuSeconds * REACH_SHARE;
  const folder = join(copy, "node_modules/.cache/simulated-reach");
  const text = await keptReach({ root: copy, folder, seconds }, async () => {
    const { ended, result } = await run(copy, seconds, ["--seconds", String(seconds)]);
    if (result === undefined) throw new Error(`the whole service fails: ${failure(ended)}`);
    return JSON.stringify(result);
  });
  const { loaded, seeds } = Reach.parse(JSON.parse(text));
  const always = new Set(loaded);
  const reached = Object.entries(seeds).map(([seed, places]) => ({ seed, at: new Set(places) }));
  return (place) =>
    reached.filter(({ at }) => always.has(place) || at.has(place)).map(({ seed }) => seed);
};

/** Simulates some seeds of a broken copy for some seconds of CPU. */
export const judgeBySimulation = async (
  copy: string,
  cpuSeconds: number,
  seeds: readonly string[],
): Promise<Verdict> => {
  if (seeds.length === 0) return { found: null, isReached: false, seconds: cpuSeconds };
  const options = ["--seconds", String(cpuSeconds), "--only", seeds.join(",")];
  const { ended, result } = await run(copy, cpuSeconds, options);
  if (result === undefined) return { found: failure(ended), isReached: true, seconds: 0 };
  const { found, isReached, seconds } = Result.parse(result);
  return { found, isReached, seconds: found === null ? cpuSeconds : Math.round(seconds) };
};

const failure = ({ code }: Ended): string =>
  code === null ? "it never ends" : `it ends with the exit code ${code}`;

/** Returns the seed of a verdict; undefined if the copy failed in another way. */
export const seedOf = ({ found }: Verdict): string | undefined =>
  /^seed ([\w-]+):/.exec(found ?? "")?.[1];
