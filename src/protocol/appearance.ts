import { LOGO_SHAPES, type LogoShape } from "./vocabulary.ts";

/** How an institution looks in a list: its mark, in white upon its colour. */
export type Appearance = { mark: LogoShape; color: string };

/** Colours that white can be read upon, far enough apart to be told from each other. */
const COLORS = [
  ...["#0b5c6b", "#1f5fa8", "#3f2d84", "#6a2e4f", "#8c1c2b", "#7a3b12", "#6b4a1e", "#4d5a12"],
  ...["#2f6b2f", "#1d6b52", "#355070", "#4b2a7b", "#7a2a66", "#a12b12", "#5a4b1f", "#44546a"],
] as const;

/**
 * How an institution looks that does not say so itself: the same for ever for the same id. The server
 * and the frame reckon it alike, so that nobody has to send it.
 */
export const appearanceOf = (institutionId: string): Appearance => {
  let hash = 0;
  for (const character of institutionId)
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x9e3779b1);
  // Ids that differ in their last digit only are to look different all the same.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const seed = (hash ^ (hash >>> 13)) >>> 0;
  return { mark: at(LOGO_SHAPES, seed), color: at(COLORS, seed >>> 8) };
};

const at = <T>(choices: readonly [T, ...T[]], number: number): T =>
  choices[number % choices.length] ?? choices[0];
