import { isUtf8 } from "node:buffer";

const UNASSIGNED: readonly number[] = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/** The bytes from 80 to 9F of Windows-1252 by their characters; five are unassigned. */
const WINDOWS_BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 32 }, (_, at) => 0x80 + at)
    .filter((byte) => !UNASSIGNED.includes(byte))
    .map((byte, at) => ["€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"[at] ?? "", byte]),
);

/** Texts pass through few programs that encode them once more. */
const MAX_TIMES = 3;

/**
 * Returns a text as it was before a program took its UTF-8 for Latin-1 or Windows-1252 and encoded that as UTF-8 once more:
 * `MÃ¼ller` is `Müller`. Each run of its letters beyond ASCII has to be such bytes; any other text is returned unchanged.
 */
export const withoutSecondEncoding = (text: string): string => {
  let current = text;
  for (let times = 0; times < MAX_TIMES; times += 1) {
    const once = decodedOnce(current);
    if (once === null) break;
    current = once;
  }
  return current;
};

/**
 * Returns a text with each run of bytes decoded; null if it has no such run, or has any other
 * character beyond ASCII.
 */
function decodedOnce(text: string): string | null {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(/\P{ASCII}+/gu)) {
    const bytes = toBytes(run);
    if (bytes === null || !isUtf8(bytes)) return null;
    parts.push(text.slice(end, index), bytes.toString("utf8"));
    end = index + run.length;
  }
  return end === 0 ? null : parts.join("") + text.slice(end);
}

function toBytes(run: string): Buffer | null {
  const bytes = Buffer.alloc(run.length);
  for (let at = 0; at < run.length; at += 1) {
    const code = run.charCodeAt(at);
    const byte = code <= 0xff ? code : WINDOWS_BYTES.get(run[at] ?? "");
    if (byte === undefined) return null;
    bytes[at] = byte;
  }
  return bytes;
}
