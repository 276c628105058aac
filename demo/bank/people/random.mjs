/**
 * Numbers that look random and are the same each time for the same words.
 * @param {string} words
 * @returns {() => number} from 0 up to, but not, 1
 */
export const seededRandom = (words) => {
  let state = 0x811c9dc5;
  for (const character of words)
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
};
