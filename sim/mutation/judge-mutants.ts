import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withCopy } from "../code/broken-copy.ts";
import { allMutants, drawMutants, type Mutant, mutate, parsesIn, placeOf } from "./draw-mutants.ts";
import { judgeBySimulation, seedOf, seedsByPlace } from "./judge-by-simulation.ts";
import { failedTest } from "./judge-by-tests.ts";
import { addJudged, type Judged, printJudged, readMutationRecord } from "./mutation-record.ts";
import { testsIn } from "./tests-of.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The file of this repository's judged mutants. */
export const KEPT_RECORD = fileURLToPath(new URL("./record.jsonl", import.meta.url));

/**
 * The maximum CPU seconds of an earlier find. Such a mutant must be found again within a minute.
 */
const FOUND_SOON = 10;

/**
 * Judges mutants drawn by a seed from the domain and the store. The judges are the unit tests of
 * the file's folder and of its importers, and some CPU minutes of simulation. A record keeps
 * earlier results and gets new ones.
 */
export const judgeMutants = async ({
  seed,
  count,
  cpuMinutes,
  record: file,
}: {
  seed: string;
  count: number;
  cpuMinutes: number;
  record: string;
}): Promise<void> => {
  const cpuSeconds = cpuMinutes * 60;
  const drawn = await withCopy(ROOT, async (copy) => {
    const all = allMutants(copy);
    const mutants = drawMutants(all, { seed, count, isSound: parsesIn(copy) });
    const tests = createTests(copy);
    let seedsOf: ((place: number) => string[]) | undefined;
    for (const [at, mutant] of mutants.entries()) {
      const known = knownOf(readMutationRecord(file), mutant);
      const needsTests = known?.tests === undefined;
      const needsSimulation = !isSimulated(known, cpuSeconds);
      if (!needsTests && !needsSimulation) continue;
      const judged: Judged = { ...known, ...describe(mutant) };
      if (needsTests) judged.tests = await tests(mutant);
      if (needsSimulation) {
        seedsOf ??= await seedsByPlace(copy, cpuSeconds);
        const seeds = seedsOf(all.indexOf(mutant));
        judged.simulation = await judgeBySeeds(copy, { mutant, cpuSeconds, seeds });
      }
      addJudged(file, judged);
      process.stdout.write(`${at + 1} of ${mutants.length}: ${verdict(judged)}\n`);
    }
    return mutants;
  });
  const places = new Set(drawn.map(placeOf));
  const record = readMutationRecord(file);
  process.stdout.write(printJudged(record.filter((judged) => places.has(placeOf(judged)))));
};

/**
 * Judges mutants again that the simulation found soon, drawn by a seed, with the same seeds.
 * Returns whether enough mutants exist, and each was found within a CPU minute.
 */
export const findAgain = ({ seed, count }: { seed: string; count: number }): Promise<boolean> =>
  withCopy(ROOT, async (copy) => {
    const found = new Map(
      readMutationRecord(KEPT_RECORD).flatMap((judged) => {
        const { simulation: verdict } = judged;
        const first = verdict && verdict.seconds <= FOUND_SOON ? seedOf(verdict) : undefined;
        return first === undefined ? [] : [[placeOf(judged), first] as const];
      }),
    );
    const places = allMutants(copy).filter((mutant) => found.has(placeOf(mutant)));
    const drawn = drawMutants(places, { seed, count, isSound: parsesIn(copy) });
    let missed = 0;
    for (const mutant of drawn) {
      // Another version of the service or of its life may break the rule in another seed.
      const seeds = [found.get(placeOf(mutant)) ?? "", ...MORE_SEEDS];
      const simulation = await judgeBySeeds(copy, { mutant, cpuSeconds: 60, seeds });
      // A copy that fails in another way, such as at its start, proves nothing.
      if (seedOf(simulation) === undefined) missed++;
      process.stdout.write(`${verdict({ ...describe(mutant), simulation })}\n`);
    }
    process.stdout.write(`${drawn.length - missed} of ${count} mutants found again\n`);
    return drawn.length - missed === count;
  });

const MORE_SEEDS = Array.from({ length: 60 }, (_, at) => `judge-${at + 1}`);

const knownOf = (record: readonly Judged[], mutant: Mutant): Judged | undefined => {
  const place = placeOf(mutant);
  return record.find((one) => placeOf(one) === place);
};

/** Whether a mutant was found, or not for at least some seconds. */
const isSimulated = (known: Judged | undefined, cpuSeconds: number): boolean =>
  known?.simulation !== undefined &&
  (known.simulation.found !== null || known.simulation.seconds >= cpuSeconds);

const describe = ({ file, operator, nth, before, after }: Mutant): Judged => ({
  ...{ file, operator, nth, before, after },
});

const verdict = ({ tests, simulation, ...mutant }: Judged): string => {
  const { file, operator, before, after } = mutant;
  const found = [simulation?.found && `the simulation (${simulation.found})`, tests];
  const text = found.filter(Boolean).join(" and ") || "nothing";
  return `${file}: ${operator}: ${before} → ${after || "nothing"}: found by ${text}`;
};

/** Creates the judge of a copy by its tests. Tests that fail without a mutant do not count. */
function createTests(copy: string) {
  const testsOf = testsIn(copy);
  const fails = new Map<string, boolean>();
  /** Whether tests fail without the mutant. */
  const failsWhole = async (file: string): Promise<boolean> => {
    const known = fails.get(file) ?? (await failedTest(copy, [file])) !== null;
    fails.set(file, known);
    return known;
  };
  const firstFailed = async (files: readonly string[], mutant: Mutant): Promise<string | null> => {
    const left = [...files];
    for (;;) {
      const failed = await broken(copy, mutant, () => failedTest(copy, left));
      if (!failed) return null;
      const { file, name } = failed;
      if (!(await failsWhole(file))) return `${file}: ${name}`;
      process.stdout.write(`${file} fails without a mutant, and is left out\n`);
      left.splice(left.indexOf(file), 1);
    }
  };
  return async (mutant: Mutant): Promise<string | null> => {
    const { own, related } = testsOf(mutant.file);
    return (await firstFailed(own, mutant)) ?? (await firstFailed(related, mutant));
  };
}

const judgeBySeeds = (
  copy: string,
  { mutant, cpuSeconds, seeds }: { mutant: Mutant; cpuSeconds: number; seeds: readonly string[] },
) => broken(copy, mutant, () => judgeBySimulation(copy, cpuSeconds, seeds));

/** Does work while a copy is broken. */
async function broken<Result>(
  copy: string,
  mutant: Mutant,
  work: () => Promise<Result>,
): Promise<Result> {
  const path = join(copy, mutant.file);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, mutate(text, mutant));
  try {
    return await work();
  } finally {
    writeFileSync(path, text);
  }
}
