import { type Life, live } from "./life.ts";
import { openPlatform } from "./platform.ts";
import { followSystemThreads } from "./system-threads.ts";
import { createWorld, Violation, type World } from "./world.ts";

type Options = Life & {
  seed: string;
  sink?: (line: string) => void;
  isMasked?: (fault: number) => boolean;
};

export type Outcome = {
  digest: string;
  steps: number;
  faults: ReadonlyMap<string, number>;
  happened: readonly number[];
  coverage: ReadonlyMap<string, number>;
};

/** A failed simulation: the broken rule, and the latest lines of its trace. */
export class SimulationFailure extends Error {
  readonly world: World;
  /** The kind of failure: a broken rule, an end that never comes, or an unexpected error. */
  get reason(): "rule" | "end" | "exception" {
    if (!(this.cause instanceof Violation)) return "exception";
    return this.cause.isOfEnd ? "end" : "rule";
  }
  constructor(cause: unknown, world: World) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.world = world;
  }
}

/** Simulates the days of a seed. Throws a SimulationFailure for a broken rule. */
export const simulate = async (options: Options): Promise<Outcome> => {
  const world = createWorld(options.seed, options);
  const restore = followSystemThreads(world.scheduler.system);
  const platform = await openPlatform(options.seed);
  try {
    await live(world, platform, options);
  } catch (cause) {
    throw new SimulationFailure(cause, world);
  } finally {
    restore();
    await platform.close();
  }
  const { faults, trace, coverage } = world;
  return {
    digest: trace.digest(),
    steps: trace.lines(),
    faults: faults.counts(),
    happened: faults.happened,
    coverage,
  };
};
