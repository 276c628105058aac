/** A token bucket, in microseconds: the step of one call, and its size. */
export type TokenBucket = { step: number; size: number };

const MINUTE_US = 60_000_000;

/**
 * Returns the bucket of a limit. Only the time at which it will be full is stored: a call moves that by a
 * step, and is allowed while it is no further away than the size less a step. The step is rounded up, so that
 * a burst is exactly the limit and no refill is faster.
 */
export const tokenBucket = (perMinute: number): TokenBucket => {
  const step = Math.ceil(MINUTE_US / perMinute);
  return { step, size: step * perMinute };
};

/** The tolerated difference between the clocks of machines that share buckets. */
const TOLERANCE_US = MINUTE_US;

/**
 * The time beyond which `full_at` cannot be right, so that the clock was put back since: the bucket counts as
 * full then.
 */
export const beyondBucket = ({ size }: TokenBucket, nowUs: number): number =>
  nowUs + size + TOLERANCE_US;

/** Returns the wait until the bucket has a call, in ms; 0 if it has one. */
export const waitOf = (bucket: TokenBucket, fullAtUs: number, nowUs: number): number => {
  if (fullAtUs > beyondBucket(bucket, nowUs)) return 0;
  const { step, size } = bucket;
  return Math.max(0, Math.ceil((Math.max(fullAtUs, nowUs) - nowUs + step - size) / 1000));
};
