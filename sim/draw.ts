import { createHash } from "node:crypto";

/** Draws that depend only on a seed and a name. */
export type Draw = {
  /** A number from 0 on and below 1. */
  unit(): number;
  /** An integer from `min` to `max`, both inclusive. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<One>(list: readonly One[]): One;
  bytes(count: number): Uint8Array;
  /** A duration that is exponentially distributed around a mean. */
  around(mean: number): number;
};

/**
 * Creates the draws of a name with xoshiro128**. Its initial state is the hash of seed and name.
 */
export const createDraw = (seed: string, name: string): Draw => {
  const state = new Uint32Array(
    new Uint8Array(createHash("sha256").update(`${seed}\n${name}`).digest()).buffer.slice(0, 16),
  );
  let [a = 1, b = 2, c = 3, d = 4] = state;
  const next = (): number => {
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result >>> 0;
  };
  const unit = () => next() / 2 ** 32;
  const between = (min: number, max: number) => min + Math.floor(unit() * (max - min + 1));
  return {
    unit,
    between,
    chance: (probability) => unit() < probability,
    pick: (list) => {
      const one = list[between(0, list.length - 1)];
      if (one === undefined) throw new Error("there is nothing to pick from");
      return one;
    },
    bytes: (count) => {
      const bytes = new Uint8Array(count);
      for (let at = 0; at < count; at += 4) {
        const word = next();
        for (let i = at; i < Math.min(at + 4, count); i++) bytes[i] = word >>> (8 * (i - at));
      }
      return bytes;
    },
    around: (mean) => Math.round(-Math.log(1 - unit()) * mean),
  };
};
