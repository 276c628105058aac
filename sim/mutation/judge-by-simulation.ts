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

/** The seconds of CPU that the last seed may take beyond the limit; one that takes more never ends. */
const LAST_SEED = 30;

/** The part of its time that a seed takes longer while it is counted what runs. */
const COUNTING = 2;

/** How much longer the whole service is simulated than a mutant, which meets only the seeds that reach its place. */
const REACH_SHARE = 3;

/** Simulates a copy by some options; the result is its line of JSON, if it has one. */
const run = async (copy: string, cpuSeconds: number, options: string[]) => {
  const script = ["--import", "./src/testing/source-loader.ts", "sim/mutation/run-seeds.ts"];
  const limit = (cpuSeconds + LAST_SEED) * COUNTING;
  const ended = await runLimited(copy, [...script, ...options], { cpuSeconds: limit });
  const line = ended.out.split("\n").find((text) => text.startsWith("{"));
  return { ended, result: line === undefined ? undefined : JSON.parse(line) };
};

/**
 * Simulates a whole copy for longer than a mutant, or takes what an earlier run has kept of the same code; the result has
 * the seeds that reach a place, by its number among all. A seed that does not reach a broken place has the same trace without it.
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

/** Returns the seed that a verdict is about; undefined if the copy failed in another way. */
export const seedOf = ({ found }: Verdict): string | undefined =>
  /^seed ([\w-]+):/.exec(found ?? "")?.[1];
