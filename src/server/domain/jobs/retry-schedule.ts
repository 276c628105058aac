import type { Random } from "../identifiers.ts";

const FIRST_MS = 10_000;
const MAX_MS = 2 * 60 * 60 * 1000;

/** The spec retries a webhook for 24 hours after the first attempt. */
export const WEBHOOK_RETRY_WINDOW_MS = 24 * 60 * 60 * 1000;

/**
 * The maximum number of starts. A job beyond it crashes its worker or never succeeds, and becomes a
 * dead letter.
 */
export const MAX_ATTEMPTS = 40;

/**
 * Returns the pause after the nth failed attempt, in ms: exponential backoff with jitter. About 10
 * s, doubled each time up to 2 hours. The jitter of a third keeps jobs that fail together from
 * retrying together.
 */
export const backoffWithJitter = (attempts: number, random: Random): number => {
  const pause = Math.min(FIRST_MS * 2 ** (attempts - 1), MAX_MS);
  const [high = 0, low = 0] = random(2);
  return Math.round(pause * (1 + ((high * 256 + low) / 65_535 - 0.5) / 1.5));
};

/** The number of losses alone after which a suspect becomes a dead letter. */
export const MAX_LOSSES = 3;

const FIRST_PAUSE_MS = 60_000;

/**
 * Returns the pause of a suspect after the nth loss, in ms: a minute, then four; null after the
 * last. The pauses keep a repeatedly failing machine from losing the same job each time.
 */
export const pauseAfterLoss = (losses: number): number | null =>
  losses >= MAX_LOSSES ? null : FIRST_PAUSE_MS * 4 ** (losses - 1);
