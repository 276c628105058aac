/** The number of a lane's jobs that may run at once, and the state to adapt it. */
export type LaneWidth = {
  /** At least 1; the fraction does not count. */
  width: number;
  /**
   * Below this width each fast job widens the lane by one; above it, a whole round of fast jobs
   * does.
   */
  threshold: number;
  /**
   * The time of the last shrinking, in ms since 1970. Jobs that began before do not shrink the lane
   * again.
   */
  shrunkAt: number;
};

/** The bounds of a lane's width: its initial and its maximum width. */
export type LaneBounds = { initial: number; widest: number };

/** One job of a lane that has ended; times in ms. */
export type LaneResult = {
  /** `refused`: the receiver refused only this job, which says nothing about its capacity. */
  end: "done" | "refused" | "failed";
  startedAt: number;
  endedAt: number;
};

/** A longer job, in ms, shows that the receiver is busy. */
export const FAST_MS = 1000;

/** The width of a lane before its first job. */
export const initialWidth = ({ initial, widest }: LaneBounds): LaneWidth => ({
  width: initial,
  threshold: widest,
  shrunkAt: Number.NEGATIVE_INFINITY,
});

/**
 * The width of a lane after one of its jobs (AIMD with slow start, as in TCP). Fast successes widen
 * the lane, slow jobs narrow it towards its start, and a failure halves it, once for jobs that ran
 * together.
 */
export const nextWidth = (
  lane: LaneWidth,
  { end, startedAt, endedAt }: LaneResult,
  { initial, widest }: LaneBounds,
): LaneWidth => {
  const { width, threshold, shrunkAt } = lane;
  if (end === "refused") return lane;
  if (end === "failed") {
    // A clock that was put back must not stop the shrinking.
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

/** The widths of the receivers' lanes, which adapt to the outcomes of their jobs. */
export const createLaneWidths = (bounds: LaneBounds) => {
  const lanes = new Map<string, LaneWidth>();
  const current = new Map<string, number>();
  return {
    current: current as ReadonlyMap<string, number>,
    follow: (lane: string, result: LaneResult): void => {
      if (!lane.includes(":")) return;
      const next = nextWidth(lanes.get(lane) ?? initialWidth(bounds), result, bounds);
      // Reinserts the lane, so that the first lane is the least recently used.
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
