import { isUtf8 } from "node:buffer";
import { type Decoder, decoderFor } from "./encodings/decoders.ts";
import { detectEncoding, hasHighBytes } from "./encodings/detect-encoding.ts";
import { withoutSecondEncoding } from "./encodings/encoded-twice.ts";
import { isCutUtf8, isMixed } from "./encodings/utf8-sequences.ts";
import { FormatError } from "./format-error.ts";

/** A possible encoding of a text, and the first lines that depend on the choice. */
export type EncodingCandidate = { encoding: string; lines: readonly string[] };

/** The decoded text of a file with \n line ends, its encoding, and similarly likely encodings. */
export type DecodedText = {
  text: string;
  encoding: string;
  /** The encoding and similarly likely encodings, the likeliest first; null without doubt. */
  doubt: readonly EncodingCandidate[] | null;
};

/** The number of bytes at the start of a file that may declare the encoding. */
const HEAD_BYTES = 1024;

/**
 * Decodes a file. The encoding comes from the byte order mark, the user's choice, valid UTF-8
 * (letters may be cut off), an XML or OFX header, or letters and words. Padding NULs are dropped,
 * and text encoded as UTF-8 twice is decoded twice. Throws a FormatError for mixed encodings, and
 * for bytes that are not text.
 */
export function decodeText(bytes: Uint8Array, chosen?: string): DecodedText {
  if (bytes.length === 0) throw new FormatError("EMPTY_FILE");
  const { decoder, rivals } = readDecoder(bytes, chosen);
  const { encoding, decode } = decoder;
  const decoded = withoutPadding(decode(bytes));
  const text = encoding === "utf-8" ? withoutSecondEncoding(decoded) : decoded;
  if (text.trim() === "") throw new FormatError("EMPTY_FILE");
  return {
    text: text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text,
    encoding,
    doubt: rivals.length === 0 ? null : readCandidates(bytes, [decoder, ...rivals]),
  };
}

type Choice = { decoder: Decoder; rivals: readonly Decoder[] };

function readDecoder(bytes: Uint8Array, chosen: string | undefined): Choice {
  const sure = (decoder: Decoder): Choice => ({ decoder, rivals: [] });
  const marked = byteOrderMark(bytes);
  if (marked) return sure(named(marked));
  const wanted = chosen === undefined ? null : decoderFor(chosen);
  if (wanted) return sure(wanted);
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
  const wide = wideEncoding(head);
  if (wide) return sure(named(wide));
  const isJapanese = KANJI_BEGINS.some((mark) => head.includes(mark));
  if (isUtf8(bytes)) return sure(named(isJapanese ? "iso-2022-jp" : "utf-8"));
  const declared = declaredDecoder(head);
  if (declared && declared.encoding !== "utf-8" && !declared.decode(bytes).includes("\ufffd"))
    return sure(declared);
  if (isCutUtf8(bytes)) return sure(CUT_UTF8);
  refuseMixed(bytes);
  const { encoding, rivals } = detectEncoding(bytes);
  return { decoder: named(encoding), rivals: rivals.map(named) };
}

/** The sequences that begin kanji in ISO-2022-JP. */
const KANJI_BEGINS = ["\u001b$@", "\u001b$B"];

const named = (encoding: string): Decoder => {
  const decoder = decoderFor(encoding);
  if (!decoder) throw new Error(`no decoder of ${encoding}`);
  return decoder;
};

/** UTF-8 in which a shortened name ends within a letter. */
const CUT_UTF8: Decoder = {
  encoding: "utf-8",
  decode: (bytes) => named("utf-8").decode(bytes).replaceAll("\ufffd", ""),
};

function byteOrderMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return null;
}

/** The minimum share of digits, blanks and similar characters in texts of every language. */
const MIN_NARROW = 0.15;

/**
 * Returns the 16-bit encoding of a text without a byte order mark. Digits and commas in the text
 * have a NUL on one side.
 */
function wideEncoding(head: string): string | null {
  const units = head.replace(/\0+$/, "").length >> 1;
  let [low, high] = [0, 0];
  for (let at = 0; at < units; at += 1) {
    if (head[2 * at] === "\0") high += 1;
    if (head[2 * at + 1] === "\0") low += 1;
  }
  if (units < 4 || Math.max(low, high) < Math.max(3, units * MIN_NARROW)) return null;
  if (high === 0) return "utf-16le";
  return low === 0 ? "utf-16be" : null;
}

/**
 * The decoder that an XML declaration or an OFX header names; null without a name, or for a name of
 * no encoding.
 */
function declaredDecoder(head: string): Decoder | null {
  const xml = /<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)/i.exec(head)?.[1];
  const header = /OFXHEADER[\s\S]*/i.exec(head)?.[0] ?? "";
  const charset = /CHARSET\s*[:=]\s*["']?([\w.-]+)/i.exec(header)?.[1];
  const encoding = /ENCODING\s*[:=]\s*["']?([\w.-]+)/i.exec(header)?.[1];
  const isUnicode = /^(utf-?8|unicode)$/i.test(encoding ?? "");
  for (const label of isUnicode ? ["utf-8"] : [xml, charset, encoding])
    if (label !== undefined && !/ascii/i.test(label)) {
      const decoder = decoderFor(label);
      if (decoder) return decoder;
    }
  return null;
}

/**
 * Throws for a text with UTF-8 letters in one part and other bytes in another part: two programs'
 * files, appended.
 */
function refuseMixed(bytes: Uint8Array): void {
  const at = isMixed(bytes);
  if (at !== null)
    throw new FormatError("INVALID_ENCODING", {
      line: lineAt(bytes, at),
      expected: "either UTF-8 or another encoding throughout",
    });
}

/**
 * Counts the lines up to a byte without a list of lines, since a file may have tens of millions of
 * lines.
 */
function lineAt(bytes: Uint8Array, at: number): number {
  let line = 1;
  for (let eol = bytes.indexOf(0x0a); eol >= 0 && eol < at; eol = bytes.indexOf(0x0a, eol + 1))
    line += 1;
  return line;
}

/** A text without padding NULs. Throws for control characters that show a binary file. */
function withoutPadding(text: string): string {
  if (!text.includes("\0") && !text.endsWith(DOS_END)) return text;
  const plain = text.replaceAll("\0", "").replace(/\p{Cc}+$/u, "\n");
  if (/(?![\t\n\v\f\r])\p{Cc}/u.test(plain))
    throw new FormatError("INVALID_ENCODING", { expected: "a file of text" });
  return plain;
}

/** The end mark of texts written by DOS. */
const DOS_END = "\u001a";

/** The number of lines that a user compares, and the shown length of each, in characters. */
const SHOWN_LINES = 3;
const SHOWN_LENGTH = 60;

/**
 * Returns three excerpts of a file in each of several encodings. Lines with differences come first,
 * then cells of such lines, then other lines.
 */
function readCandidates(bytes: Uint8Array, decoders: readonly Decoder[]): EncodingCandidate[] {
  const shown = decoders.map(({ encoding }) => ({ encoding, lines: [] as string[] }));
  const seen = new Set<string>();
  for (const part of partsOf(bytes)) {
    if (seen.size >= SHOWN_LINES) break;
    const texts = decoders.map(({ decode }) => excerpt(decode(part)));
    const [first = ""] = texts;
    const isSame = hasHighBytes(part) && new Set(texts).size < 2;
    if (isSame || first === "" || [...seen].some((text) => text.includes(first))) continue;
    seen.add(first);
    for (const [at, text] of texts.entries()) shown[at]?.lines.push(text);
  }
  const distinct = new Map(
    shown.map((each) => [each.lines.join("\n"), each]).toReversed() as [
      string,
      EncodingCandidate,
    ][],
  );
  return shown.filter((each) => distinct.get(each.lines.join("\n")) === each);
}

/** Yields the lines with non-ASCII letters, then their cells, then the other lines. */
function* partsOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (const line of linesOf(bytes)) if (hasHighBytes(line)) yield line;
  for (const line of linesOf(bytes)) if (hasHighBytes(line)) yield* cellsOf(line);
  for (const line of linesOf(bytes)) if (!hasHighBytes(line)) yield line;
}

function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(LINE_END, start);
    const end = found < 0 ? bytes.length : found;
    yield bytes.subarray(start, Math.min(end, start + MAX_LINE));
    start = end + 1;
  }
}

/** The cells of a line with non-ASCII letters. No encoding uses the delimiters within a letter. */
function* cellsOf(line: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  for (let at = 0; at <= line.length; at += 1) {
    if (at < line.length && !CELL_ENDS.has(line[at] ?? 0)) continue;
    const cell = line.subarray(start, at);
    if (hasHighBytes(cell)) yield cell;
    start = at + 1;
  }
}

/** A tab, a comma and a semicolon. */
const CELL_ENDS = new Set([9, 44, 59]);
const LINE_END = 10;
const MAX_LINE = 2000;

/** The part of a line around its first non-ASCII letter. */
function excerpt(line: string): string {
  const text = line.trim();
  const at = text.search(/\P{ASCII}/u);
  const start = Math.max(0, at - SHOWN_LENGTH / 3);
  return `${start > 0 ? "…" : ""}${text.slice(start, start + SHOWN_LENGTH)}`;
}
