import { inflateSync } from "node:zlib";

/** Returns a document's texts by page, one line per piece. */
export const pdfPages = (bytes: Uint8Array): string[] =>
  listStreams(Buffer.from(bytes)).flatMap((stream) => {
    const lines = stream
      .split("\n")
      .filter((operation) => operation.endsWith(" TJ"))
      .map(toLine);
    return lines.length > 0 ? [lines.join("\n")] : [];
  });

/** Returns the page count at the foot of each page. */
export const printedPageCount = (bytes: Uint8Array): number =>
  Number(/\((\d+)\) Tj/.exec(listStreams(Buffer.from(bytes)).join("\n"))?.[1]);

/** Returns the number of pages declared in the document. */
export const declaredPages = (bytes: Uint8Array): number =>
  Number(/\/Type \/Pages\n\/Count (\d+)/.exec(Buffer.from(bytes).toString("latin1"))?.[1]);

/** Returns the streams of a document, in the order of the file. */
export function listStreams(bytes: Buffer): string[] {
  const streams: string[] = [];
  let from = 0;
  for (;;) {
    const begin = bytes.indexOf("\nstream\n", from);
    if (begin < 0) return streams;
    const end = bytes.indexOf("\nendstream", begin);
    const content = bytes.subarray(begin + 8, end);
    streams.push((content[0] === 0x78 ? inflateSync(content) : content).toString("latin1"));
    from = end;
  }
}

/** Windows-1252 from 0x80 to 0x9f; the rest of it is Latin-1. */
const BEYOND_LATIN_1 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/** Reads characters from hexadecimal codes, in runs between position corrections. */
export function toLine(operation: string): string {
  const runs = [...operation.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = ""]) => hex);
  return Buffer.from(runs.join(""), "hex")
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (letter) => BEYOND_LATIN_1[letter.charCodeAt(0) - 0x80] ?? "");
}
