import { hash } from "node:crypto";

/** Pseudorandom draws, always the same for the same seed. */
export type Random = {
  /** A whole number within an inclusive range. */
  whole(from: number, to: number): number;
  /** The given number of decimal digits as text; the first may be zero. */
  digits(count: number): string;
  /** One of the choices. */
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** Returns true with a probability in percent. */
  chance(percent: number): boolean;
  /** A number from the standard normal distribution. */
  normal(): number;
};

/**
 * The draws of a seed: sfc32 over the SHA-256 of the seed's parts. For test data only, never for
 * secrets.
 */
export const seededRandom = (...seed: string[]): Random => {
  const fraction = sfc32(Buffer.from(hash("sha256", JSON.stringify(seed)), "hex"));
  const whole = (from: number, to: number) => from + Math.floor(fraction() * (to - from + 1));
  return {
    whole,
    digits: (count) => Array.from({ length: count }, () => whole(0, 9)).join(""),
    pick: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0],
    chance: (percent) => whole(1, 100) <= percent,
    // Box and Muller's transform; 1 - fraction is never zero.
    normal: () => Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction()),
  };
};

/** Chris Doty-Humphrey's small fast counting generator; each call returns a fraction in [0, 1). */
function sfc32(state: Buffer): () => number {
  let a = state.readInt32LE(0);
  let b = state.readInt32LE(4);
  let c = state.readInt32LE(8);
  let counter = state.readInt32LE(12);
  return () => {
    const output = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + output) | 0;
    return (output >>> 0) / 2 ** 32;
  };
}
