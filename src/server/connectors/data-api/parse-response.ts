import type { z } from "zod";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import { type NextPage, valueAt } from "./dialect.ts";

/** No honest response nests deeper. */
const MAX_DEPTH = 32;

/** A page of 10,000 transactions with twenty fields each. */
const MAX_VALUES = 200_000;

/**
 * Parses JSON; undefined for text that is no JSON, or has more nesting or values than any honest
 * response. Counting is far cheaper than building such a value in memory.
 */
export const parseBoundedJson = (text: string): unknown => {
  if (!isBounded(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
/** Brackets and braces differ in a bit that is set in braces. */
const BRACE_BIT = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

function isBounded(text: string): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) values++;
    else if ((code | BRACE_BIT) === OPENING) {
      depth++;
      values++;
    } else if ((code | BRACE_BIT) === CLOSING) depth--;
    if (depth > MAX_DEPTH || values > MAX_VALUES) return false;
  }
  return true;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

/** The maximum number of a page's entries; a longer page is refused. */
const MAX_ENTRIES = 10_000;

/** The number of entries to validate before others get their turn. */
const AT_ONCE = 200;

/**
 * A page of a list, and its continuation: the next page's parameter or address; null at the end.
 */
type Page<T> = { entries: T[]; next: [name: string | null, key: string] | null };

/**
 * Parses a page. Returns the invalid fields for any other body, and for a body that has a list, or
 * a link to one, only at the JSON paths `elsewhere`. Validates entries up to the first invalid one,
 * so that millions of them do not block the process.
 */
export const parsePage = async <T>(
  body: unknown,
  field: string,
  schema: z.ZodType<T>,
  nextPage: readonly NextPage[],
  elsewhere: readonly string[] = [],
): Promise<Page<T> | { fields: string[] }> => {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    return { fields: [": invalid_type"] };
  const given = valueAt(body, field) ?? null;
  // A list in a file is not empty. A bank may offer the file next to the list.
  const other = elsewhere.find((place) => (valueAt(body, place) ?? null) !== null);
  if (given === null && other !== undefined) return { fields: [`${other}: the list is elsewhere`] };
  const list = given ?? [];
  if (!Array.isArray(list)) return { fields: [`${field}: invalid_type`] };
  if (list.length > MAX_ENTRIES) return { fields: [`${field}: too_big`] };
  const entries: T[] = [];
  for (const [at, entry] of list.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await yieldToEventLoop();
    const result = schema.safeParse(entry);
    if (!result.success) return { fields: listFields(result.error, `${field}.${at}.`) };
    entries.push(result.data);
  }
  return { entries, next: toNext(body, nextPage) };
};

/** The longest key or address of a page. */
const MAX_KEY_CHARACTERS = 4096;

function toNext(body: object, nextPage: readonly NextPage[]): Page<unknown>["next"] {
  for (const { at, parameter } of nextPage) {
    const value = valueAt(body, at);
    const key = typeof value === "number" ? String(value) : value;
    if (typeof key === "string" && key !== "" && key.length <= MAX_KEY_CHARACTERS)
      return [parameter, key];
  }
  return null;
}

/** The invalid fields, and why; never their values. */
export const listFields = ({ issues }: z.ZodError, prefix = ""): string[] =>
  issues.slice(0, 10).map(({ path, code }) => `${prefix}${path.join(".")}: ${code}`);
