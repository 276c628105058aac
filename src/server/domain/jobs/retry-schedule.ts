import type { Random } from "../identifiers.ts";

const FIRST_MS = 10_000;
const MAX_MS = 2 * 60 * 60 * 1000;

/** The spec retries a webhook for 24 hours after the first attempt. */
export const WEBHOOK_RETRY_WINDOW_MS = 24 * 60 * 60 * 1000;

/** A job started this often crashes its worker or never succeeds: it becomes a dead letter. */
export const MAX_ATTEMPTS = 40;

/**
 * Returns the pause of the retry schedule after the nth failed attempt, in ms: exponential backoff with
 * jitter. About 10 s, doubled each time up to 2 hours, and spread by a third, so that jobs that fail
 * together do not retry together.
 */
export const backoffWithJitter = (attempts: number, random: Random): number => {
  const pause = Math.min(FIRST_MS * 2 ** (attempts - 1), MAX_MS);
  const [high = 0, low = 0] = random(2);
  return Math.round(pause * (1 + ((high * 256 + low) / 65_535 - 0.5) / 1.5));
};

/** A suspect that is lost this often while it runs alone becomes a dead letter. */
export const MAX_LOSSES = 3;

const FIRST_PAUSE_MS = 60_000;

/**
 * Returns the pause of a suspect after the nth loss, in ms: a minute, then four; null after the last one. Long enough
 * that a machine which fails again and again does not lose the same job each time.
 */
export const pauseAfterLoss = (losses: number): number | null =>
  losses >= MAX_LOSSES ? null : FIRST_PAUSE_MS * 4 ** (losses - 1);
