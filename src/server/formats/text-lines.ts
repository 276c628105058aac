import { FormatError } from "./format-error.ts";
import { type OnRead, shareOf } from "./read-share.ts";

/** The longest line in characters. */
const MAX_LINE_LENGTH = 20_000;

/**
 * Calls `take` with each line of a text and its number, from 1. Throws a FormatError for a line
 * that is too long.
 */
export function eachLine(
  text: string,
  take: (line: string, number: number) => void,
  onRead?: OnRead,
): void {
  const tell = shareOf(text.length, onRead);
  let number = 0;
  for (let start = 0; start < text.length; ) {
    number += 1;
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    if (end - start > MAX_LINE_LENGTH)
      throw new FormatError("VALUE_TOO_LONG", {
        line: number,
        expected: `lines of at most ${MAX_LINE_LENGTH} characters`,
      });
    take(text.slice(start, end), number);
    start = end + 1;
    tell(start);
  }
}
