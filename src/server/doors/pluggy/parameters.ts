import { z } from "zod";
import { Fault } from "../../domain/fault.ts";

/** The maximum and default number of results per page. */
export const MAX_PAGE_SIZE = 500;

/** The maximum number of ids that a request may name. */
const MAX_IDS = 500;

/** The parameters of a query, each with its own parser. */
export type Parameters = {
  /** An id of this door. */
  id(name: string): string;
  ids(name: string): ReadonlySet<string> | null;
  /** A day, YYYY-MM-DD, from a day or moment; null without one. */
  day(name: string): string | null;
  /** A whole number from 1. */
  count(name: string, byDefault: number, most: number): number;
  /** Reads a parameter with a fixed set of words; null if absent. */
  word<Word extends string>(name: string, words: readonly Word[]): Word | null;
  text(name: string): string | null;
};

/** Opens a query with these parameters; throws INVALID_FIELD for unknown or repeated parameters. */
export const toParameters = (query: URLSearchParams, names: readonly string[]): Parameters => {
  for (const name of query.keys()) {
    if (!names.includes(name)) throw invalid(`${name.slice(0, 40)} is not a parameter`);
    if (query.getAll(name).length > 1) throw invalid(`${name} must be given once`);
  }
  const text = (name: string) => query.get(name);
  return {
    text,
    id: (name) => {
      const value = text(name);
      if (value === null) throw invalid(`${name} is missing`);
      return parseId(value, name);
    },
    ids: (name) => {
      const value = text(name);
      if (value === null) return null;
      const all = value.split(",");
      if (all.length > MAX_IDS) throw invalid(`${name} must have at most ${MAX_IDS} ids`);
      return new Set(all.map((id) => parseId(id, name)));
    },
    day: (name) => {
      const value = text(name);
      return value === null ? null : parseDay(value, name);
    },
    count: (name, byDefault, most) => {
      const value = text(name);
      if (value === null) return byDefault;
      const number = /^\d{1,9}$/.test(value) ? Number(value) : 0;
      if (number < 1 || number > most)
        throw invalid(`${name} must be a whole number from 1 to ${most}`);
      return number;
    },
    word: (name, words) => {
      const value = text(name);
      if (value === null) return null;
      const word = words.find((known) => known === value);
      if (word === undefined) throw invalid(`${name} must be ${words.join(" or ")}`);
      return word;
    },
  };
};

/** Parses an id of this door, a UUID; throws INVALID_FIELD with the field's name. */
export const parseId = (value: string, name: string): string => {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value))
    throw invalid(`${name} must be a UUID`);
  return value.toLowerCase();
};

const Moment = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);

/** Filters use whole days, so the time of a moment is dropped. */
function parseDay(value: string, name: string): string {
  if (!Moment.safeParse(value).success)
    throw invalid(`${name} must be a day such as 2026-01-31, or a moment in ISO 8601`);
  return value.slice(0, 10);
}

/** Parses a JSON body by its schema; throws INVALID_BODY with a wrong field. */
export const parseBody = <Shape extends z.ZodType>(
  schema: Shape,
  body: string,
): z.output<Shape> => {
  let value: unknown;
  try {
    value = JSON.parse(body === "" ? "{}" : body);
  } catch {
    throw new Fault("INVALID_BODY", { message: "the body must be JSON" });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join(".") || "the body";
  throw new Fault("INVALID_BODY", {
    message:
      issue?.code === "unrecognized_keys"
        ? `${issue.keys[0]?.slice(0, 40)} is not a field`
        : `${field} must be ${ruleOf(issue)}`,
  });
};

/** Describes the right form, without the value, which may be a secret. */
const ruleOf = (issue: z.core.$ZodIssue | undefined): string => {
  if (issue?.code === "invalid_type") return `a value of type ${issue.expected}`;
  if (issue?.code === "invalid_format") return `a valid ${issue.format}`;
  if (issue?.code === "too_big") return `at most ${issue.maximum} characters long`;
  if (issue?.code === "too_small") return `at least ${issue.minimum} characters long`;
  return "valid";
};

/** A page of a list. */
export const toPage = <Result>(
  results: readonly Result[],
  { page, pageSize, total = results.length }: { page: number; pageSize: number; total?: number },
) => ({ page, total, totalPages: Math.ceil(total / pageSize), results });

const invalid = (message: string): Fault => new Fault("INVALID_FIELD", { message });
