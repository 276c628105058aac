import { yieldToEventLoop } from "./yield-to-event-loop.ts";

/**
 * The number of steps per turn of the event loop: a few milliseconds, at some microseconds per
 * step.
 */
const STEPS = 1000;

/** The number of values that are sorted, or merged, at once. */
const SORTED_AT_ONCE = 4000;

/**
 * Counts the steps of long work, and yields to the event loop after `STEPS`. Counting steps instead
 * of time lets tests count the turns.
 */
export const createPace = (
  stepsPerTurn = STEPS,
): ((steps?: number) => Promise<void> | undefined) => {
  let done = 0;
  return (steps = 1) => {
    done += steps;
    if (done < stepsPerTurn) return undefined;
    done = 0;
    return yieldToEventLoop();
  };
};

/** Visits a limited number of values in each turn of the event loop. */
export const eachInTurns = async <Value>(
  values: Iterable<Value>,
  visit: (value: Value) => void,
  perTurn = STEPS,
): Promise<void> => {
  let left = perTurn;
  for (const value of values) {
    visit(value);
    left -= 1;
    if (left > 0) continue;
    left = perTurn;
    await yieldToEventLoop();
  }
};

/** Converts a limited number of values in each turn of the event loop. */
export const mapInTurns = async <Value, Result>(
  values: Iterable<Value>,
  convert: (value: Value) => Result,
  perTurn = STEPS,
): Promise<Result[]> => {
  const results: Result[] = [];
  await eachInTurns(values, (value) => results.push(convert(value)), perTurn);
  return results;
};

/** Filters values, a limited number in each turn of the event loop. */
export const filterInTurns = async <Value>(
  values: Iterable<Value>,
  passes: (value: Value) => boolean,
  perTurn = STEPS,
): Promise<Value[]> => {
  const results: Value[] = [];
  await eachInTurns(values, (value) => passes(value) && results.push(value), perTurn);
  return results;
};

/** Groups values by a key in their order, a limited number in each turn of the event loop. */
export const groupInTurns = async <Value, Key>(
  values: Iterable<Value>,
  keyOf: (value: Value) => Key,
  perTurn = STEPS,
): Promise<Map<Key, Value[]>> => {
  const groups = new Map<Key, Value[]>();
  const add = (value: Value) => {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  };
  await eachInTurns(values, add, perTurn);
  return groups;
};

/** Sorts values by a stable merge sort that yields to the event loop. */
export const sortInTurns = async <Value>(
  values: readonly Value[],
  compare: (a: Value, b: Value) => number,
): Promise<Value[]> => {
  if (values.length <= SORTED_AT_ONCE) return values.toSorted(compare);
  let runs: Value[][] = [];
  for (let at = 0; at < values.length; at += SORTED_AT_ONCE) {
    runs.push(values.slice(at, at + SORTED_AT_ONCE).sort(compare));
    await yieldToEventLoop();
  }
  const pace = createPace(SORTED_AT_ONCE);
  while (runs.length > 1) {
    const merged: Value[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await mergeRuns(runs[at] ?? [], runs[at + 1] ?? [], compare, pace));
    runs = merged;
  }
  return runs[0] ?? [];
};

async function mergeRuns<Value>(
  first: Value[],
  second: Value[],
  compare: (a: Value, b: Value) => number,
  pace: ReturnType<typeof createPace>,
): Promise<Value[]> {
  if (second.length === 0) return first;
  const merged: Value[] = [];
  let [left, right] = [0, 0];
  for (;;) {
    const [a, b] = [first[left], second[right]];
    if (a === undefined || b === undefined) break;
    if (compare(a, b) <= 0) {
      merged.push(a);
      left += 1;
    } else {
      merged.push(b);
      right += 1;
    }
    const turn = pace();
    if (turn) await turn;
  }
  for (const value of left < first.length ? first.slice(left) : second.slice(right))
    merged.push(value);
  return merged;
}
