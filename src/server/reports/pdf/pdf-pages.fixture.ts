import { inflateSync } from "node:zlib";

/** What a document says, page by page, a line for each piece of writing; for tests. */
export const pdfPages = (bytes: Uint8Array): string[] =>
  streamsOf(Buffer.from(bytes)).flatMap((stream) => {
    const lines = stream
      .split("\n")
      .filter((operation) => operation.endsWith(" TJ"))
      .map(lineOf);
    return lines.length > 0 ? [lines.join("\n")] : [];
  });

/** How many pages a document says that it has, at the foot of each. */
export const printedPageCount = (bytes: Uint8Array): number =>
  Number(/\((\d+)\) Tj/.exec(streamsOf(Buffer.from(bytes)).join("\n"))?.[1]);

/** How many pages a document declares to its reader. */
export const declaredPages = (bytes: Uint8Array): number =>
  Number(/\/Type \/Pages\n\/Count (\d+)/.exec(Buffer.from(bytes).toString("latin1"))?.[1]);

function streamsOf(bytes: Buffer): string[] {
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

/** What Windows' Western set has from 0x80 to 0x9f; the rest of it is Latin-1. */
const BEYOND_LATIN_1 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/** Letters stand as hexadecimal codes, in runs between corrections of where they stand. */
function lineOf(operation: string): string {
  const runs = [...operation.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = ""]) => hex);
  return Buffer.from(runs.join(""), "hex")
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (letter) => BEYOND_LATIN_1[letter.charCodeAt(0) - 0x80] ?? "");
}
