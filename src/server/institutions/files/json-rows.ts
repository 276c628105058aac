import type { Readable } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import {
  FileError,
  type FileRow,
  MAX_ROW_LENGTH,
  MAX_ROWS,
  tooManyRows,
} from "./institution-file.ts";

/** The maximum depth of a JSON file, above that of any list of institutions. */
const MAX_DEPTH = 50;

/**
 * Yields the rows of a JSON file: a list of institutions, at the top level or in `institutions`.
 * Throws a FileError otherwise.
 */
export async function* jsonRows(source: Readable): AsyncGenerator<FileRow> {
  const text = (await textOf(source)).replace(/^\ufeff/, "");
  const { places, depth } = elementsIn(text, MAX_ROWS);
  if (places.length > MAX_ROWS) throw tooManyRows();
  if (depth > MAX_DEPTH)
    throw new FileError("it is nested more deeply than a list of institutions");
  for (const [at, record] of listIn(parseJson(text, places)).entries()) {
    const { line, from, to } = places[at] ?? { line: 1, from: 0, to: 0 };
    yield to - from > MAX_ROW_LENGTH
      ? { line, problem: `it has more than ${MAX_ROW_LENGTH.toLocaleString("en")} characters` }
      : { line, record };
  }
}

function parseJson(text: string, places: readonly Place[]): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const badElement = places.find(({ from, to }) => !isJson(text.slice(from, to)));
    const where = badElement ? `the element that begins on line ${badElement.line}` : "it";
    throw new FileError(`${where} is not valid JSON`, { cause });
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function listIn(value: unknown): unknown[] {
  const list =
    typeof value === "object" && value !== null && "institutions" in value
      ? value.institutions
      : value;
  if (!Array.isArray(list))
    throw new FileError('it has to be a list of institutions, or {"institutions": [ … ]}');
  if (list.length > MAX_ROWS) throw tooManyRows();
  return list;
}

/** The position of a list element in a text, and its first line. */
type Place = { line: number; from: number; to: number };

/**
 * Returns the positions of the first list's elements in a JSON text, even a malformed one, and the
 * depth of nesting. Reads each character once; stops after `max` + 1 elements.
 */
const elementsIn = (text: string, max: number): { places: Place[]; depth: number } => {
  const places: Place[] = [];
  let current: Place | null = null;
  let line = 1;
  let depth = 0;
  let deepest = 0;
  let listDepth = 0;
  let isListOver = false;
  for (let at = 0; at < text.length && places.length <= max; at++) {
    const sign = text[at] ?? "";
    if (sign === "\n") line++;
    if (SPACES.includes(sign)) continue;
    const isEnd = sign === "]" || sign === "}";
    if (isEnd) depth--;
    if (!isListOver && listDepth > 0) {
      const isListEnd = isEnd && depth < listDepth;
      if (isListEnd || (sign === "," && depth === listDepth)) {
        if (current) places.push({ ...current, to: at });
        current = null;
      } else current ??= { line, from: at, to: text.length };
      isListOver = isListEnd;
    }
    if (sign === "[" || sign === "{") depth++;
    if (sign === "[" && listDepth === 0) listDepth = depth;
    deepest = Math.max(deepest, depth);
    if (sign === '"') at = endOfString(text, at);
  }
  return { places: current ? [...places, current] : places, depth: deepest };
};

const SPACES = " \t\r\n";

/** Returns the position of a string's closing quote; without one, the last position on its line. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') return at;
    if (sign === "\n") return at - 1;
    if (sign === "\\" && text[at + 1] !== "\n") at++;
  }
  return text.length;
}
