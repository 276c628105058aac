import type { Random } from "../identifiers.ts";

const FIRST_MS = 10_000;
const LONGEST_MS = 2 * 60 * 60 * 1000;

/**
 * How long to wait after the nth try in vain, in ms: about 10 s, then about twice as long each time, up
 * to 2 hours; spread by a third, so that what failed together does not come back together.
 */
export const backoffWithJitter = (attempts: number, random: Random): number => {
  const pause = Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS);
  const [high = 0, low = 0] = random(2);
  return Math.round(pause * (1 + ((high * 256 + low) / 65_535 - 0.5) / 1.5));
};
