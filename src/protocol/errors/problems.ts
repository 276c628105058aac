import type { z } from "zod";
import { redactTokens } from "../redact-tokens.ts";

/** The faults of a body: missing and unknown fields by path, and other faults as sentences. */
export type Problems = { missing: string[]; unknown: string[]; invalid: string[] };

/** The number of faults listed. */
const MAX_LISTED = 20;

/** The number of faults listed for bodies of very many elements, which programs send. */
export const MAX_FAULTS_LISTED = 100;

/**
 * Sorts a schema's issues. The sentences contain fields and expected values, never actual values.
 */
export const problemsIn = (
  issues: readonly z.core.$ZodIssue[],
  body: unknown,
  limit = MAX_LISTED,
): Problems => {
  const problems: Problems = { missing: [], unknown: [], invalid: [] };
  for (const issue of issues.slice(0, limit)) {
    const field = formatPath(issue.path);
    if (issue.code === "unrecognized_keys")
      problems.unknown.push(...issue.keys.slice(0, MAX_LISTED).map((key) => join(field, key)));
    else if (issue.path.length > 0 && valueAt(body, issue.path) === undefined)
      problems.missing.push(field);
    else problems.invalid.push(`${field || "the body"} ${sentence(issue)}`);
  }
  return problems;
};

function sentence(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPES[issue.expected] ?? `of type ${issue.expected}`}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.join(", ")}`;
    case "too_small":
      return `must ${measure(issue.origin, "at least", issue.minimum)}`;
    case "too_big":
      return `must ${measure(issue.origin, "at most", issue.maximum)}`;
    case "invalid_format":
      return `must be ${FORMATS[issue.format] ?? "in the documented format"}`;
    case "custom":
      return issue.message;
    default:
      return "is not valid";
  }
}

const TYPES: Record<string, string> = {
  array: "a list",
  boolean: "true or false",
  int: "an integer",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a string",
};
const UNITS: Record<string, string> = { string: "character", array: "element" };
const FORMATS: Record<string, string> = {
  url: "an http or https URL",
  date: "a date of the format YYYY-MM-DD",
  datetime: "an ISO 8601 time",
};

const measure = (origin: string, bound: string, limit: number | bigint): string => {
  const unit = UNITS[origin];
  if (unit === undefined) return `be ${bound} ${limit}`;
  return `have ${bound} ${limit} ${unit}${Number(limit) === 1 ? "" : "s"}`;
};

const formatPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => join(text, part), "");

const join = (path: string, part: PropertyKey): string => {
  if (typeof part === "number") return `${path}[${part}]`;
  // The text is redacted before it is cut, since a cut token is not recognized.
  const name = redactTokens(String(part)).slice(0, 64);
  return path ? `${path}.${name}` : name;
};

const valueAt = (body: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, part) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, part)
        ? Reflect.get(value, part)
        : undefined,
    body,
  );
