/** No FDX response nests deeper. */
const MAX_DEPTH = 32;

/** A page of 10,000 transactions with twenty fields each. */
const MAX_VALUES = 200_000;

/**
 * Parses JSON; undefined if the text is not JSON, or nests deeper or has more values than any honest
 * response: counting is far cheaper than building such a value in memory.
 */
export const parseBoundedJson = (text: string): unknown => {
  if (!isBounded(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
/** Brackets and braces differ in a bit that is set in braces. */
const BRACE_BIT = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

function isBounded(text: string): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) values++;
    else if ((code | BRACE_BIT) === OPENING) {
      depth++;
      values++;
    } else if ((code | BRACE_BIT) === CLOSING) depth--;
    if (depth > MAX_DEPTH || values > MAX_VALUES) return false;
  }
  return true;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}
