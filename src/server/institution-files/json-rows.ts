import type { Readable } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import { FileError, type FileRow } from "./file-row.ts";

/**
 * The rows of a JSON file: a list of institutions, by itself or as `institutions`. Throws a FileError
 * for a file that is neither.
 */
export async function* jsonRows(source: Readable): AsyncGenerator<FileRow> {
  const text = (await textOf(source)).replace(/^\ufeff/, "");
  const list = listIn(parseJson(text));
  const places = elementsIn(text);
  for (const [at, record] of list.entries()) yield { line: places[at]?.line ?? 1, record };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const badElement = elementsIn(text).find(({ from, to }) => !isJson(text.slice(from, to)));
    const where = badElement ? `what begins on line ${badElement.line}` : "it";
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
  return list;
}

type Place = { line: number; from: number; to: number };

const TOKENS = /"(?:[^"\\\n]|\\.)*"|[[\]{},\n]|[^\s"[\]{},]+|"/g;

/** Where each element of the first list in a JSON text stands, also where the text is broken. */
function elementsIn(text: string): Place[] {
  const places: Place[] = [];
  let current: Place | null = null;
  let line = 1;
  let depth = 0;
  let listDepth = 0;
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    const isEnd = token === "]" || token === "}";
    if (token === "\n") line++;
    if (isEnd) depth--;
    const isListEnd = isEnd && listDepth > 0 && depth < listDepth;
    if (isListEnd || (token === "," && depth === listDepth)) {
      if (current) places.push({ ...current, to: index });
      current = null;
    } else if (token !== "\n" && listDepth > 0) current ??= { line, from: index, to: text.length };
    if (isListEnd) return places;
    if (token === "[" || token === "{") depth++;
    if (token === "[" && listDepth === 0) listDepth = depth;
  }
  return current ? [...places, current] : places;
}
