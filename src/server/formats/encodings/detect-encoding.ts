import { type Decoder, decoderFor } from "./decoders.ts";
import { plainWords, scoreText } from "./score-text.ts";

/**
 * The encoding of a text without a declaration, and similarly likely encodings, the likeliest
 * first.
 */
export type DetectedEncoding = { encoding: string; rivals: readonly string[] };

/**
 * The tried encodings, the most frequent in files first. If a text is the same in several, the
 * first encoding wins. A rarer encoding has to fit better.
 */
const CANDIDATES: readonly (Decoder & { bonus: number })[] = [
  { bonus: 3, labels: ["windows-1252"] },
  { bonus: 1.5, labels: ["1250", "1251", "1253", "1254", "1255", "1256", "1257"] },
  { bonus: 1.5, labels: ["gb18030", "shift_jis", "euc-kr", "big5", "euc-jp"] },
  { bonus: 0, labels: ["8859-15", "8859-2", "8859-5", "8859-6", "8859-7", "8859-13", "koi8-u"] },
  {
    bonus: -2,
    labels: ["866", "858", "850", "852", "437", "macintosh", "x-mac-cyrillic", "mac-ce"],
  },
  { bonus: -3, labels: ["775", "737", "857", "862", "8859-4", "8859-16"] },
  { bonus: -4, labels: ["855", "720", "869", "860", "861", "863", "865"] },
].flatMap(({ bonus, labels }) =>
  labels.flatMap((label) => {
    const decoder = decoderFor(label);
    return decoder ? { ...decoder, bonus } : [];
  }),
);

/** The maximum number of scored bytes, taken from lines with non-ASCII bytes. */
const SAMPLE_BYTES = 12_000;

/** The score difference that makes a question to the user unnecessary: about one letter. */
const CLEAR = 4;

/** The maximum number of encodings that a user chooses from. */
const MAX_RIVALS = 3;

/** Detects the encoding of bytes that are not UTF-8 throughout. */
export function detectEncoding(bytes: Uint8Array): DetectedEncoding {
  const sample = sampleOf(bytes);
  const plain = plainWords(Buffer.from(bytes.subarray(0, SAMPLE_BYTES)).toString("latin1"));
  const seen = new Set<string>();
  const scored = CANDIDATES.flatMap(({ encoding, decode, bonus }) => {
    const text = decode(sample);
    if (seen.has(text)) return [];
    seen.add(text);
    return { encoding, score: bonus + scoreText(text, plain) };
  }).toSorted((a, b) => b.score - a.score);
  const [best, ...others] = scored;
  if (!best) return { encoding: "windows-1252", rivals: [] };
  const rivals = others.filter(({ score }) => best.score - score < CLEAR);
  return {
    encoding: best.encoding,
    rivals: rivals.slice(0, MAX_RIVALS).map(({ encoding }) => encoding),
  };
}

/**
 * The lines with non-ASCII bytes, up to a size. In practice the sample of a large file contains all
 * its non-ASCII letters.
 */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  let at = highByte(bytes, 0);
  while (at >= 0 && size < SAMPLE_BYTES) {
    const start = Math.max(bytes.lastIndexOf(LINE_END, at) + 1, at - SAMPLE_BYTES);
    const found = bytes.indexOf(LINE_END, at);
    const end = Math.min(found < 0 ? bytes.length : found + 1, start + SAMPLE_BYTES);
    parts.push(bytes.subarray(start, end));
    size += end - start;
    at = highByte(bytes, end);
  }
  return Buffer.concat(parts);
}

/** Whether bytes are more than ASCII. */
export const hasHighBytes = (bytes: Uint8Array): boolean => highByte(bytes, 0) >= 0;

/** The position of the next non-ASCII byte, or -1. */
function highByte(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) if ((bytes[at] ?? 0) >= 0x80) return at;
  return -1;
}

const LINE_END = 10;
