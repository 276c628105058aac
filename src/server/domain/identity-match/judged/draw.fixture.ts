/** Draws that are the same for ever. */
export type Draw = { whole(to: number): number; pick<T>(choices: readonly [T, ...T[]]): T };

/** Draws by mulberry32, the same for ever: the pairs were frozen before the rule that they judge. */
export function drawFrom(seed: number): Draw {
  let state = seed;
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (to: number) => Math.floor(fraction() * to);
  return { whole, pick: (choices) => choices[whole(choices.length)] ?? choices[0] };
}

/** Texts, at least one. */
export type Texts = readonly [string, ...string[]];
/** The words of a text, at least one. */
export const words = (text: string) => text.split(" ") as [string, ...string[]];
