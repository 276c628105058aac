import { BANK_SHAPES, type LogoShape } from "../vocabulary.ts";

/**
 * An institution's appearance in a list: its logo's shape in white, and the colour behind the
 * shape.
 */
export type Appearance = { logoShape: LogoShape; color: string };

/** Colours with enough contrast to white, and with enough difference from each other. */
const COLORS = [
  ...["#0b5c6b", "#1f5fa8", "#3f2d84", "#6a2e4f", "#8c1c2b", "#7a3b12", "#6b4a1e", "#4d5a12"],
  ...["#2f6b2f", "#1d6b52", "#355070", "#4b2a7b", "#7a2a66", "#a12b12", "#5a4b1f", "#44546a"],
] as const;

/**
 * Derives an institution's default appearance from its id. The server and the frame derive the same
 * appearance, so it is not sent.
 */
export const makeAppearance = (institutionId: string): Appearance => {
  let hash = 0;
  for (const character of institutionId)
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x9e3779b1);
  // Ids with a different last digit get different appearances.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const seed = (hash ^ (hash >>> 13)) >>> 0;
  return { logoShape: at(BANK_SHAPES, seed), color: at(COLORS, seed >>> 8) };
};

const at = <T>(choices: readonly [T, ...T[]], number: number): T =>
  choices[number % choices.length] ?? choices[0];
