/** Where an element of a list stands in a text, and the line that it begins on. */
export type Place = { line: number; from: number; to: number };

/**
 * Where each element of the first list in a JSON text stands, also where the text is broken, and how deeply the
 * text is nested. Reads each character once, whatever they are; stops after `most` elements and one more.
 */
export const elementsIn = (text: string, most: number): { places: Place[]; depth: number } => {
  const places: Place[] = [];
  let current: Place | null = null;
  let line = 1;
  let depth = 0;
  let deepest = 0;
  let listDepth = 0;
  let isListOver = false;
  for (let at = 0; at < text.length && places.length <= most; at++) {
    const sign = text[at] ?? "";
    if (sign === "\n") line++;
    if (SPACES.includes(sign)) continue;
    const isEnd = sign === "]" || sign === "}";
    if (isEnd) depth--;
    if (!isListOver && listDepth > 0) {
      const isListEnd = isEnd && depth < listDepth;
      if (isListEnd || (sign === "," && depth === listDepth)) {
        if (current) places.push({ ...current, to: at });
        current = null;
      } else current ??= { line, from: at, to: text.length };
      isListOver = isListEnd;
    }
    if (sign === "[" || sign === "{") depth++;
    if (sign === "[" && listDepth === 0) listDepth = depth;
    deepest = Math.max(deepest, depth);
    if (sign === '"') at = endOfString(text, at);
  }
  return { places: current ? [...places, current] : places, depth: deepest };
};

const SPACES = " \t\r\n";

/** The quote at the end of a string, or the last place on its line where it has none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') return at;
    if (sign === "\n") return at - 1;
    if (sign === "\\" && text[at + 1] !== "\n") at++;
  }
  return text.length;
}
