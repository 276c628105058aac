import type { Readable } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import { FileError, type FileRow, LONGEST_ROW, MOST_ROWS, tooManyRows } from "./file-row.ts";
import { elementsIn, type Place } from "./json-elements.ts";

/** Deeper than any list of institutions. */
const DEEPEST = 50;

/**
 * The rows of a JSON file: a list of institutions, by itself or as `institutions`. Throws a FileError
 * for a file that is neither.
 */
export async function* jsonRows(source: Readable): AsyncGenerator<FileRow> {
  const text = (await textOf(source)).replace(/^\ufeff/, "");
  const { places, depth } = elementsIn(text, MOST_ROWS);
  if (places.length > MOST_ROWS) throw tooManyRows();
  if (depth > DEEPEST) throw new FileError("it is nested more deeply than a list of institutions");
  for (const [at, record] of listIn(parseJson(text, places)).entries()) {
    const { line, from, to } = places[at] ?? { line: 1, from: 0, to: 0 };
    yield to - from > LONGEST_ROW
      ? { line, problem: `it has more than ${LONGEST_ROW.toLocaleString("en")} characters` }
      : { line, record };
  }
}

function parseJson(text: string, places: readonly Place[]): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const badElement = places.find(({ from, to }) => !isJson(text.slice(from, to)));
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
  if (list.length > MOST_ROWS) throw tooManyRows();
  return list;
}
