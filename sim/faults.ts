import { createDraw, type Draw } from "./draw.ts";

/**
 * The faults and their probabilities: per store call, claim, message or day, and at a weak spot.
 */
const FAULTS = {
  "store fails before": [0.0008, 0.04],
  "store fails after": [0.0004, 0.04],
  "store is slow": [0.004, 0.05],
  "process pauses": [0.0004, 0.04],
  "death before": [0.00015, 0.02],
  "death after": [0.00015, 0.02],
  "job deadly": [0.001, 0.02],
  "request lost": [0.01, 0.1],
  "request doubled": [0.01, 0.1],
  "response lost": [0.01, 0.1],
  "message late": [0.02, 0.1],
  "bank down": [0.03, 0.1],
  "bank slow": [0.03, 0.2],
  "webhook refused": [0.05, 0.2],
  "webhook torn": [0.03, 0.2],
  "webhook late": [0.03, 0.2],
  "mail refused": [0.05, 0.2],
  "mail torn": [0.03, 0.2],
} as const;

/** The share of calls, paths and hosts that are a seed's weak spots, with far more faults. */
const WEAK_SHARE = 0.05;

/** The maximum number of faults at weak spots, so that processes make progress. */
const MAX_AT_WEAK_SPOTS = 40;

export type FaultName = keyof typeof FAULTS;

export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

/** Decides which faults happen. A masked fault is skipped, and all other draws stay the same. */
export type Faults = {
  happens(name: FaultName, where: string): boolean;
  /** Stops all further faults. */
  cease(): void;
  hasCeased(): boolean;
  counts(): ReadonlyMap<FaultName, number>;
  /** The numbers of the faults that happened, in order. */
  happened: number[];
};

export const createFaults = (
  seed: string,
  draw: Draw,
  isMasked: (number: number) => boolean,
  note: (fault: FaultName, where: string) => void,
): Faults => {
  const counts = new Map<FaultName, number>();
  const happened: number[] = [];
  let number = 0;
  let isOver = false;
  let atWeakSpots = 0;
  const weakSpots = new Map<string, boolean>();
  const isWeak = (where: string): boolean => {
    const spot = where.slice(where.lastIndexOf(" ") + 1);
    const known = weakSpots.get(spot);
    if (known !== undefined) return known;
    const isOne = createDraw(seed, `weak spot ${spot}`).chance(WEAK_SHARE);
    weakSpots.set(spot, isOne);
    return isOne;
  };
  return {
    happened,
    happens: (name, where) => {
      const [usual, often] = FAULTS[name];
      const isHere = atWeakSpots < MAX_AT_WEAK_SPOTS && isWeak(where);
      if (!draw.chance(isHere ? often : usual) || isOver) return false;
      if (isHere) atWeakSpots++;
      number++;
      if (isMasked(number)) return false;
      happened.push(number);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      note(name, where);
      return true;
    },
    cease: () => {
      isOver = true;
    },
    hasCeased: () => isOver,
    counts: () => counts,
  };
};
