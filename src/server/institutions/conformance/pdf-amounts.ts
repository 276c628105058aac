import { inflateSync } from "node:zlib";

/** The maximum number of a document's streams and characters to read. */
const MAX_STREAMS = 500;
const MAX_CHARACTERS = 2_000_000;

/**
 * The amounts with two decimals in a PDF's text, as digits of cents: "123456" for $1,234.56. Fonts
 * with their own codes, and encrypted documents, yield none.
 */
export function pdfAmounts(document: Uint8Array): ReadonlySet<string> {
  const amounts = new Set<string>();
  let left = MAX_CHARACTERS;
  for (const stream of streamsOf(Buffer.from(document))) {
    const content = stream.toString("latin1").slice(0, left);
    left -= content.length;
    for (const text of shownTexts(content))
      for (const [amount] of text.matchAll(AMOUNT)) amounts.add(amount.replaceAll(/\D/g, ""));
    if (left <= 0) break;
  }
  return amounts;
}

const AMOUNT = /(?<![\d.,])(?:\d{1,3}(?:[.,' ]\d{3}){1,4}|\d{1,12})[.,]\d\d(?![\d.,]*\d)/g;

/** The streams of a document, inflated if deflated; unreadable streams are left out. */
function* streamsOf(document: Buffer): Generator<Buffer> {
  let from = 0;
  for (let count = 0; count < MAX_STREAMS; count++) {
    const word = document.indexOf("stream", from);
    const end = document.indexOf("endstream", word + 6);
    if (word < 0 || end < 0) return;
    const start = document[word + 6] === 0x0d ? word + 8 : word + 7;
    const isDeflated = document
      .toString("latin1", Math.max(from, word - 500), word)
      .includes("/FlateDecode");
    const stream = document.subarray(start, end);
    const content = isDeflated ? inflated(stream) : stream;
    if (content) yield content;
    from = end + 9;
  }
}

function inflated(stream: Buffer): Buffer | null {
  try {
    return inflateSync(stream, { maxOutputLength: MAX_CHARACTERS });
  } catch {
    return null;
  }
}

/** The texts on a page, each with all parts of one operator. */
function* shownTexts(content: string): Generator<string> {
  let text = "";
  for (let at = 0; at < content.length; at++) {
    const letter = content[at];
    if (letter === "(") {
      const literal = literalAt(content, at);
      text += literal.text;
      at = literal.end;
    } else if (letter === "T" && /[jJ*]/.test(content[at + 1] ?? "")) {
      if (text !== "") yield text;
      text = "";
    }
  }
}

/** The parenthesized text at a position, and the position of its end. */
function literalAt(content: string, start: number): { text: string; end: number } {
  let text = "";
  let depth = 0;
  for (let at = start; at < content.length; at++) {
    const letter = content[at] ?? "";
    if (letter === "\\") {
      text += content[at + 1] ?? "";
      at += 1;
      continue;
    }
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (depth === 0) return { text, end: at };
    if (at > start) text += letter;
  }
  return { text, end: content.length };
}
