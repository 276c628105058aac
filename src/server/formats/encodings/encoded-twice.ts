import { isUtf8 } from "node:buffer";

const UNASSIGNED: readonly number[] = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/** The bytes 0x80 to 0x9F of Windows-1252 by their characters; five bytes are unassigned. */
const WINDOWS_BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 32 }, (_, at) => 0x80 + at)
    .filter((byte) => !UNASSIGNED.includes(byte))
    .map((byte, at) => ["€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"[at] ?? "", byte]),
);

/** Texts pass through few programs that encode again. */
const MAX_TIMES = 3;

/**
 * Undoes a second encoding: a program read UTF-8 as Latin-1 or Windows-1252, and encoded the result
 * as UTF-8. `MÃ¼ller` becomes `Müller`. Each run of non-ASCII letters must consist of such bytes;
 * any other text stays unchanged.
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
 * Returns a text with each non-ASCII run decoded. Returns null without such a run, or with any
 * other non-ASCII character.
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
