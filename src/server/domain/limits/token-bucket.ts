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

/** How many ms to wait until there is a call in a bucket; 0 where there is one. */
export const waitOf = ({ step, size }: TokenBucket, fullAtUs: number, nowUs: number): number =>
  Math.max(0, Math.ceil((Math.max(fullAtUs, nowUs) - nowUs + step - size) / 1000));
