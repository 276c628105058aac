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

/** A failed simulation: the rule that was broken, and the newest lines of its trace. */
export class SimulationFailure extends Error {
  readonly world: World;
  /** Whether a rule is broken, or the end never comes, or something throws that should not. */
  get reason(): "rule" | "end" | "exception" {
    if (!(this.cause instanceof Violation)) return "exception";
    return this.cause.isOfEnd ? "end" : "rule";
  }
  constructor(cause: unknown, world: World) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.world = world;
  }
}

/** Simulates the days that follow from a seed. Throws a SimulationFailure if a rule is broken. */
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
