import { Fault } from "../../domain/fault.ts";

/**
 * A segment of a message: its data elements, each a list of the group's parts. Texts are unescaped,
 * and each character is one ISO 8859-1 byte. Binary data has the length that the bank declares.
 */
export type Segment = {
  id: string;
  version: number;
  elements: readonly (readonly string[])[];
};

/** A bank's message to us has a few hundred segments. */
const MAX_SEGMENTS = 20_000;

/** The most characters with a meaning, each of which may begin a list or a text; rows of a statement are binary data. */
const MAX_SIGNS = 1_000_000;

/** The characters with a meaning, and the length before binary data. */
const SYNTAX = /[?:+'@]/g;
const BINARY = /@(\d{1,8})@/y;

/**
 * Reads the segments of a message, with the decrypted segments in place of the encrypted part.
 * Throws UNSUPPORTED_RESPONSE for too many segments, and for a text that ends within a segment.
 */
export const readSegments = (text: string): Segment[] =>
  split(text).flatMap((segment) =>
    segment.id === "HNVSD" ? split(partOf(segment, 0)) : [segment],
  );

function split(text: string): Segment[] {
  const segments: Segment[] = [];
  let elements: string[][] = [[]];
  let value = "";
  let signs = 0;
  const endPart = (): void => {
    elements.at(-1)?.push(value);
    value = "";
  };
  for (let at = 0; at < text.length; ) {
    SYNTAX.lastIndex = at;
    const found = SYNTAX.exec(text);
    if (!found) {
      if (text.slice(at).trim() === "" && elements.length === 1) break;
      throw broken("the message ends within a segment");
    }
    if (++signs > MAX_SIGNS) throw broken("the message has too many parts");
    value += text.slice(at, found.index);
    at = found.index + 1;
    switch (found[0]) {
      case "?":
        value += text[at] ?? "";
        at += 1;
        break;
      case "@": {
        BINARY.lastIndex = found.index;
        const length = value === "" ? BINARY.exec(text)?.[1] : undefined;
        if (length === undefined) {
          value = `${value}@`;
          break;
        }
        at = BINARY.lastIndex + Number(length);
        if (at > text.length) throw broken("binary data is shorter than its length");
        value = text.slice(BINARY.lastIndex, at);
        break;
      }
      case ":":
        endPart();
        break;
      case "+":
        endPart();
        elements.push([]);
        break;
      default:
        endPart();
        if (segments.push(toSegment(elements)) > MAX_SEGMENTS)
          throw broken("the message has too many segments");
        elements = [[]];
    }
  }
  return segments;
}

function toSegment([header = [], ...elements]: string[][]): Segment {
  const [id = "", , version = ""] = header;
  return { id: id.trim(), version: Number(version) || 0, elements };
}

const broken = (reason: string): Fault =>
  new Fault("UNSUPPORTED_RESPONSE", { cause: new Error(reason) });

/**
 * A part of a data element; both indexes start at 0. Returns an empty text if the part is missing.
 */
export const partOf = ({ elements }: Segment, element: number, part = 0): string =>
  elements[element]?.[part] ?? "";
