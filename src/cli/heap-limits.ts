import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** How large the young generation may become, in bytes: half of V8's long-time default. */
const MAX_YOUNG_BYTES = 16 * 1024 * 1024;

/** The factors for V8's young generation: to let it grow, and to keep its size. */
const FACTOR = { grow: 2, stay: 1 };

/** The young generation may grow twice before V8 notifies us. */
const HEADROOM = FACTOR.grow ** 2;

/**
 * The garbage that the old generation may hold before a collection, in percent of its live objects:
 * half of them while it is small, a tenth once it is large. V8's default allows four times as much.
 * A tenth of a small generation would be collected twice a second under load, for an eighth of a
 * call's CPU time. In the largest report, a tenth makes reading a tenth slower.
 */
const GROWTH_PERCENT = { small: 50, large: 10 };

/**
 * The maximum size of a small old generation, in bytes. A server that has just started holds half
 * as much.
 */
const MAX_SMALL_BYTES = 64 * 1024 * 1024;

/** Filters for the function names that V8's optimizing compilers accept: none, or all. */
const OPTIMIZED = { none: "~", all: "*" };

/** Options of Node with which the operator sets the size. */
const OWN_OPTION = /--(min|max)[-_]semi[-_]space[-_]size|--semi[-_]space[-_]growth[-_]factor/;

/** The options with which this process was started. */
const givenOptions = (): string[] => [...process.execArgv, process.env.NODE_OPTIONS ?? ""];

/**
 * Limits V8's memory during a start, until `limitHeap`. The young generation stays small: a start's
 * objects mostly survive, and would grow the generation by 30 MB of later unused space. Nothing is
 * optimized: functions that are hot during a start hardly run later. Their compilation would take a
 * sixth of the start's CPU time and 15 MB.
 */
export const holdHeap = (options: readonly string[] = givenOptions()): void => {
  optimize(OPTIMIZED.none);
  holdYoung(options);
};

function holdYoung(options: readonly string[]): void {
  if (options.some((option) => OWN_OPTION.test(option))) return;
  // With few live objects, waking threads takes longer than copying the objects.
  setFlagsFromString("--no-parallel-scavenge");
  setFlagsFromString(`--semi-space-growth-factor=${FACTOR.stay}`);
}

/**
 * Optimizes only the named functions. The compilers' own switches belong to Node and the operator.
 */
function optimize(functions: string): void {
  setFlagsFromString(`--maglev-filter=${functions}`);
  setFlagsFromString(`--turbo-filter=${functions}`);
}

/**
 * Holds V8's young generation at 16 MB, collected by the thread that fills it, and the garbage in the old one at a
 * part of its live objects. On a machine with much memory the young one alone would become 128 MB, all of it in use, since garbage is collected only once
 * it is full: more than the server holds. V8 takes its largest size on the command line alone, but asks each
 * time by what factor it grows. Hot functions are optimized from now on.
 */
export const limitHeap = (options: readonly string[] = givenOptions()): void => {
  optimize(OPTIMIZED.all);
  if (options.some((option) => OWN_OPTION.test(option))) return;
  holdYoung(options);
  let factor = FACTOR.stay;
  let percent = 0;
  const adjust = () => {
    const { young, old } = heapBytes();
    // The young generation shrinks as well, while there is little to do.
    const nextFactor = young * HEADROOM > MAX_YOUNG_BYTES + PAGE_BYTES ? FACTOR.stay : FACTOR.grow;
    if (nextFactor !== factor) setFlagsFromString(`--semi-space-growth-factor=${nextFactor}`);
    factor = nextFactor;
    const nextPercent = old > MAX_SMALL_BYTES ? GROWTH_PERCENT.large : GROWTH_PERCENT.small;
    if (nextPercent !== percent) setFlagsFromString(`--heap-growing-percent=${nextPercent}`);
    percent = nextPercent;
  };
  new PerformanceObserver(adjust).observe({ entryTypes: ["gc"] });
  adjust();
};

/** V8 allocates by pages, and may use a few more pages than reported. */
const PAGE_BYTES = 1024 * 1024;

/** The size of the young generation, and the objects of the old one. */
function heapBytes(): { young: number; old: number } {
  const spaces = getHeapSpaceStatistics();
  const space = (name: string) => spaces.find(({ space_name }) => space_name === name);
  return {
    young: space("new_space")?.space_size ?? 0,
    old:
      (space("old_space")?.space_used_size ?? 0) +
      (space("large_object_space")?.space_used_size ?? 0),
  };
}
