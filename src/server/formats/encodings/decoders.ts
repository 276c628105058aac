import { CODE_PAGES } from "./code-pages.ts";

/** Decodes bytes; U+FFFD stands for invalid bytes. */
type Decode = (bytes: Uint8Array) => string;

/** A decoder, and the name of its encoding. */
export type Decoder = { encoding: string; decode: Decode };

/**
 * Finds the decoder for a label in the forms of files: WHATWG's, `1251`, `CP852`, `8859-2`,
 * `MS932`. Returns null for an unknown label, such as `NONE`.
 */
export function decoderFor(label: string): Decoder | null {
  const plain = label.trim().toLowerCase().replaceAll(/[_ ]/g, "-");
  const number = /^(?:x-)?(?:cp|ms|win|windows|dos|ibm|pc|oem|ansi)?-?(\d{3,5})$/.exec(plain)?.[1];
  const names = [
    ...(number === undefined ? [] : [`windows-${number}`, `ibm${number}`, NUMBERED[number] ?? ""]),
    plain,
    plain.replace(/^(iso)?-?8859-?/, "iso-8859-"),
    plain.replace(/^mac-?(ce|centraleurope|latin2)$/, "mac-centraleurope"),
  ];
  for (const name of names) {
    const page = CODE_PAGES[name];
    if (page !== undefined) return { encoding: name, decode: pageDecoder(page) };
    const decoder = platformDecoder(name);
    if (decoder) return decoder;
  }
  return null;
}

/** Whether a label names an encoding. */
export const isEncoding = (label: string): boolean => decoderFor(label) !== null;

/** The numbers of Windows code pages under other names. */
const NUMBERED: Readonly<Record<string, string>> = {
  "932": "shift_jis",
  "936": "gbk",
  "949": "euc-kr",
  "950": "big5",
  "10000": "macintosh",
  "20866": "koi8-r",
  "21866": "koi8-u",
  "54936": "gb18030",
  "65001": "utf-8",
  ...Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`${28590 + at}`, `iso-8859-${at}`])),
};

function platformDecoder(label: string): Decoder | null {
  try {
    const { encoding } = new TextDecoder(label);
    return { encoding, decode: (bytes) => new TextDecoder(encoding).decode(bytes) };
  } catch {
    return null;
  }
}

/**
 * Returns the decoder of a code page. The decoder writes 16-bit units in bulk, since single
 * characters would take a second per file.
 */
function pageDecoder(page: string): Decode {
  return (bytes) => {
    const units = new Uint16Array(bytes.length);
    for (const [at, byte] of bytes.entries())
      units[at] = byte < 0x80 ? byte : page.charCodeAt(byte - 0x80);
    return Buffer.from(units.buffer).toString("utf16le");
  };
}
