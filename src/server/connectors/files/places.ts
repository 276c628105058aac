import { Fault } from "../../domain/fault.ts";

/** The maximum number of waiting tasks, in total and per person; further tasks are refused. */
const MAX_WAITING = 50;
const MAX_WAITING_OF_ONE = 3;
const RETRY_AFTER_MS = 5000;

type Waiting = { person: string | null; enter: () => void };

/**
 * Creates slots for work. A person has one slot at a time; their further work lets other people's
 * pass. Returns a function that waits for a slot and returns the function that frees it; throws
 * RATE_LIMIT if too many wait.
 */
export const createPlaces = (count: number): ((person: string | null) => Promise<() => void>) => {
  let free = count;
  const inside = new Set<string>();
  const waiting: Waiting[] = [];
  const isInside = (person: string | null): boolean => person !== null && inside.has(person);
  const admit = (person: string | null): (() => void) => {
    free -= 1;
    if (person !== null) inside.add(person);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      free += 1;
      if (person !== null) inside.delete(person);
      const next = waiting.findIndex((each) => !isInside(each.person));
      if (next >= 0) waiting.splice(next, 1)[0]?.enter();
    };
  };
  return async (person) => {
    if (free > 0 && !isInside(person)) return admit(person);
    const own = waiting.filter((each) => person !== null && each.person === person).length;
    if (waiting.length >= MAX_WAITING || own >= MAX_WAITING_OF_ONE)
      throw new Fault("RATE_LIMIT", {
        message: "too many files at once; try again later",
        retryAfterMs: RETRY_AFTER_MS,
      });
    return new Promise((resolve) => {
      waiting.push({ person, enter: () => resolve(admit(person)) });
    });
  };
};
