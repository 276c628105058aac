/** The number of jobs in a lane that may run at once, and the state that it is computed from. */
export type LaneWidth = {
  /** At least 1; whole jobs of it count. */
  width: number;
  /** Up to this width each fast job makes room for another one; beyond it a whole round of them does. */
  threshold: number;
  /** The last time it shrank, in ms since 1970: jobs that began before shrink it no further. */
  shrunkAt: number;
};

/** The bounds of a lane's width: its initial and its maximum width. */
export type LaneBounds = { initial: number; widest: number };

/** One job of a lane that has ended; times in ms. */
export type LaneResult = {
  /** `refused`: the receiver refuses this job alone, so the result does not concern its capacity. */
  end: "done" | "refused" | "failed";
  startedAt: number;
  endedAt: number;
};

/** A job that takes longer shows that the receiver is busy. */
export const FAST_MS = 1000;

/** The width of a lane that has run no job yet. */
export const initialWidth = ({ initial, widest }: LaneBounds): LaneWidth => ({
  width: initial,
  threshold: widest,
  shrunkAt: Number.NEGATIVE_INFINITY,
});

/**
 * The width of a lane after one of its jobs (AIMD with slow start, as TCP has it): it grows while jobs end well and
 * fast, goes back towards its start while they are slow, and is halved by a failure, once for those that ran together.
 */
export const nextWidth = (
  lane: LaneWidth,
  { end, startedAt, endedAt }: LaneResult,
  { initial, widest }: LaneBounds,
): LaneWidth => {
  const { width, threshold, shrunkAt } = lane;
  if (end === "refused") return lane;
  if (end === "failed") {
    // A clock that was put back must not keep it from shrinking.
    if (startedAt < shrunkAt && shrunkAt <= endedAt) return lane;
    const half = Math.max(1, Math.floor(width / 2));
    return { width: half, threshold: half, shrunkAt: endedAt };
  }
  if (endedAt - startedAt > FAST_MS)
    return { ...lane, width: width > initial ? Math.max(initial, width - 1) : width };
  const growth = width < threshold ? 1 : 1 / width;
  return { ...lane, width: Math.min(widest, width + growth) };
};

/** The maximum number of cached lanes, since the number of receivers is unbounded. */
const MAX_LANES = 10_000;

/** The widths of the receivers' lanes; each adapts to the outcomes of its jobs. */
export const createLaneWidths = (bounds: LaneBounds) => {
  const lanes = new Map<string, LaneWidth>();
  const current = new Map<string, number>();
  return {
    current: current as ReadonlyMap<string, number>,
    follow: (lane: string, result: LaneResult): void => {
      if (!lane.includes(":")) return;
      const next = nextWidth(lanes.get(lane) ?? initialWidth(bounds), result, bounds);
      // Insert again, so that the first lane is the least recently used.
      lanes.delete(lane);
      lanes.set(lane, next);
      current.set(lane, next.width);
      const [oldest] = lanes.size > MAX_LANES ? lanes.keys() : [];
      if (oldest === undefined) return;
      lanes.delete(oldest);
      current.delete(oldest);
    },
  };
};
