import type { Life } from "./life.ts";
import { SimulationFailure, simulate } from "./simulate.ts";

/** The simulations that a failure is worth. */
const MAX_RUNS = 14;

/** The number of latest lines that are always shown. */
const LAST_LINES = 25;

/** The lines that are shown at most. */
const MAX_LINES = 150;

type Run = Life & { seed: string };

/**
 * Removes as many faults as possible, from the first one on, while the same rule breaks. Returns
 * the lines about the rule and about the remaining faults.
 */
export const shrink = async (
  run: Run,
  failure: SimulationFailure,
): Promise<{ lines: string[]; faults: number }> => {
  let best = failure;
  const kind = toKind(failure);
  let [kept, needed] = [0, failure.world.faults.happened.at(-1) ?? 0];
  for (let runs = 0; runs < MAX_RUNS && needed - kept > 1; runs++) {
    const middle = (kept + needed) >> 1;
    const next = await fetchFailure(run, (fault) => fault <= middle);
    if (next && toKind(next) === kind) {
      best = next;
      kept = middle;
    } else needed = middle;
  }
  return { lines: aboutRule(best), faults: best.world.faults.happened.length };
};

/** The rule without the numbers and ids of this time. */
const toKind = ({ message }: Error): string => message.replace(/\b\w*\d\w*\b/g, "").slice(0, 40);

async function fetchFailure(
  run: Run,
  isMasked: (fault: number) => boolean,
): Promise<SimulationFailure | null> {
  try {
    await simulate({ ...run, isMasked });
    return null;
  } catch (failure) {
    if (failure instanceof SimulationFailure) return failure;
    throw failure;
  }
}

function aboutRule({ message, world }: SimulationFailure): string[] {
  const lines = world.trace.tail(Number.POSITIVE_INFINITY);
  const ids = message.split(/[\s:,]+/).filter((word) => /\d/.test(word) && word.length > 6);
  const last = lines.length - LAST_LINES;
  return lines
    .filter(
      (line, at) => at >= last || line.includes(" fault ") || ids.some((id) => line.includes(id)),
    )
    .slice(-MAX_LINES);
}
