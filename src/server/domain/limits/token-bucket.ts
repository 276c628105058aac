/** A token bucket as numbers, in microseconds: what one call takes of it, and how much it holds. */
export type TokenBucket = { step: number; size: number };

const MINUTE_US = 60_000_000;

/**
 * The bucket of a limit. What is stored of one is the moment at which it will be full: a call moves that by a
 * step, and there is a call in it while that is no further away than the size less a step. The step is
 * rounded up, so that a burst is exactly the limit and no refill is faster.
 */
export const tokenBucket = (perMinute: number): TokenBucket => {
  const step = Math.ceil(MINUTE_US / perMinute);
  return { step, size: step * perMinute };
};

/** By so much the clocks of machines that share buckets may differ. */
const TOLERANCE_US = MINUTE_US;

/** From when on `full_at` can be true of no bucket, so that the clock was put back since: it is full then. */
export const beyondBucket = ({ size }: TokenBucket, nowUs: number): number =>
  nowUs + size + TOLERANCE_US;

/** How many ms to wait until there is a call in a bucket; 0 if there is one. */
export const waitOf = (bucket: TokenBucket, fullAtUs: number, nowUs: number): number => {
  if (fullAtUs > beyondBucket(bucket, nowUs)) return 0;
  const { step, size } = bucket;
  return Math.max(0, Math.ceil((Math.max(fullAtUs, nowUs) - nowUs + step - size) / 1000));
};
