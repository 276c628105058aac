import { isUtf8 } from "node:buffer";
import { FormatError } from "./format-error.ts";

/** The encodings that are read; to a decoder, the label of ISO-8859-1 means windows-1252. */
type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "iso-8859-15";

/** The text of a file, with \n at the end of each line, and its encoding. */
export type DecodedText = { text: string; encoding: Encoding };

/** How many bytes at the start of a file are searched for a declaration of the encoding. */
const HEAD_BYTES = 1024;

/**
 * Decodes the text of a file: by its byte order mark, as UTF-8 if it is that throughout, else by its declaration
 * in an XML or OFX header, else as windows-1252 or ISO-8859-15. Throws a FormatError for mixed encodings.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes.length === 0) throw new FormatError("EMPTY_FILE");
  const encoding = encodingOf(bytes);
  const text = decode(bytes, encoding);
  if (text.trim() === "") throw new FormatError("EMPTY_FILE");
  return { text: text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text, encoding };
}

function decode(bytes: Uint8Array, encoding: Encoding): string {
  const problem = (text: string, sign: string) =>
    new FormatError("INVALID_ENCODING", {
      line: lineAt(text, text.indexOf(sign)),
      expected: `text in ${encoding} throughout`,
    });
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (text.includes("\0")) throw problem(text, "\0");
    return text;
  } catch (failure) {
    if (failure instanceof FormatError) throw failure;
    throw problem(new TextDecoder(encoding).decode(bytes), "\uFFFD");
  }
}

function encodingOf(bytes: Uint8Array): Encoding {
  const marked = byteOrderMark(bytes);
  if (marked) return marked;
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, HEAD_BYTES));
  if (/^(?:[^\0]\0){4}/.test(head)) return "utf-16le";
  if (/^(?:\0[^\0]){4}/.test(head)) return "utf-16be";
  if (isUtf8(bytes)) return "utf-8";
  const declared = declaredEncoding(head);
  if (declared === "utf-8") return "utf-8";
  refuseMixed(bytes);
  return declared ?? singleByteEncoding(bytes);
}

function byteOrderMark([first, second, third]: Uint8Array): Encoding | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return null;
}

/** The encoding that an XML declaration or the header of OFX 1 names, if any. */
function declaredEncoding(head: string): Encoding | null {
  const xml = /^\s*<\?xml[^>]*\sencoding=["']([\w-]+)["']/i.exec(head)?.[1];
  const charset = /^\s*OFXHEADER:[\s\S]*?CHARSET:\s*([\w-]+)/i.exec(head)?.[1];
  const isUnicode = /^\s*OFXHEADER:[\s\S]*?ENCODING:\s*(UTF-?8|UNICODE)\b/i.test(head);
  if (isUnicode) return "utf-8";
  const label = (xml ?? charset)?.toLowerCase().replace(/^(8859-|1252$)/, PREFIXES);
  if (label === undefined) return null;
  if (/^utf-?8$/.test(label)) return "utf-8";
  if (/^iso-?8859-15$/.test(label)) return "iso-8859-15";
  return "windows-1252";
}

const PREFIXES = (label: string) => (label === "1252" ? "windows-1252" : "iso-8859-");

/**
 * Throws for a text with letters in UTF-8 in one place and bytes that are not UTF-8 in another: files of two
 * programs, one appended to the other.
 */
function refuseMixed(bytes: Uint8Array): void {
  const letter = bytes.findIndex((byte, at) => isUtf8Letter(byte, bytes[at + 1] ?? 0));
  if (letter >= 0)
    throw new FormatError("INVALID_ENCODING", {
      line: lineOfByte(bytes, letter),
      expected: "either UTF-8 or windows-1252 throughout",
    });
}

/** Whether two bytes are an accented Latin letter in UTF-8; in windows-1252 they are Ã with a sign behind it. */
const isUtf8Letter = (first: number, second: number): boolean =>
  first === 0xc3 && second >= 0x80 && second <= 0xbf;

/** The euro sign is 0xA4 in ISO-8859-15, where windows-1252 has the seldom currency sign. */
function singleByteEncoding(bytes: Uint8Array): Encoding {
  const isWindows = bytes.some((byte) => byte >= 0x80 && byte <= 0x9f);
  return !isWindows && bytes.includes(0xa4) ? "iso-8859-15" : "windows-1252";
}

const lineAt = (text: string, end: number): number => text.slice(0, end).split("\n").length;

function lineOfByte(bytes: Uint8Array, end: number): number {
  let line = 1;
  for (let at = bytes.indexOf(10); at >= 0 && at < end; at = bytes.indexOf(10, at + 1)) line += 1;
  return line;
}
