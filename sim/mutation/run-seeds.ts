import { join } from "node:path";
import { parseArgs } from "node:util";
import { startCounts } from "../code/coverage.ts";
import { allMutants } from "./draw-mutants.ts";

/**
 * Simulates the seeds that copies are judged by, until a rule is broken or the time is over, and prints a line of JSON:
 * `run-seeds.ts --seconds N` has the places that each seed of a whole copy reaches, `--only SEED,…` the rule that a
 * broken copy breaks.
 */

/** The days of a seed. */
const DAYS = 20;

const { values } = parseArgs({
  options: { seconds: { type: "string" }, only: { type: "string" } },
});

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

let isReached = false;
Object.assign(globalThis, {
  onMutantReached: () => {
    isReached = true;
  },
});

const takeCounts = values.only === undefined ? await startCounts() : undefined;
// Code may run while its module loads.
const { SimulationFailure, simulate } = await import("../simulate.ts");

// A broken rule may throw within code whose promise is not awaited. The scheduler records the
// failure.
process.on("unhandledRejection", () => undefined);

/** Returns the rule that a seed breaks, or null. */
async function brokenRule(seed: string): Promise<string | null> {
  try {
    await simulate({ seed, days: DAYS });
    return null;
  } catch (failure) {
    if (!(failure instanceof SimulationFailure)) throw failure;
    return `seed ${seed}: ${failure.message}`;
  }
}

async function judge(seeds: readonly string[]): Promise<object> {
  let found: string | null = null;
  for (const seed of seeds) {
    if (found !== null || cpuSeconds() > Number(values.seconds)) break;
    found = await brokenRule(seed);
  }
  return { found, isReached, seconds: cpuSeconds() };
}

/** The mutations that each seed reaches, by number, and those that run while modules load. */
async function reach(take: NonNullable<typeof takeCounts>): Promise<object> {
  const root = join(import.meta.dirname, "../..");
  const mutants = allMutants(root);
  const reached = async () => {
    const countOf = await take();
    return [...mutants.keys()].filter((at) => {
      const mutant = mutants[at];
      return mutant && countOf(join(root, mutant.file), mutant.start) > 0;
    });
  };
  const loaded = await reached();
  const seeds: Record<string, number[]> = {};
  for (let at = 1; cpuSeconds() < Number(values.seconds); at++) {
    const seed = `judge-${at}`;
    const rule = await brokenRule(seed);
    if (rule !== null) throw new Error(rule);
    seeds[seed] = await reached();
  }
  return { loaded, seeds };
}

const result = takeCounts ? await reach(takeCounts) : await judge(values.only?.split(",") ?? []);
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
