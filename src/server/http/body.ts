import type { FastifyRequest } from "fastify";
import { parse } from "secure-json-parse";
import type { z } from "zod";
import { MAX_FAULTS_LISTED, problemsIn } from "../../protocol/errors/problems.ts";
import { parseInput } from "../../protocol/parse-input.ts";
import type { LongList } from "../api/endpoint.ts";
import { Fault } from "../domain/fault.ts";
import { yieldToEventLoop } from "../domain/jobs/yield-to-event-loop.ts";
import { parseWithoutAbsent } from "./absent-fields.ts";
import { didYouMean } from "./did-you-mean.ts";

/**
 * Returns the body, parsed by its schema. Throws MISSING_FIELDS, UNKNOWN_FIELDS or INVALID_FIELD
 * with the names, or INVALID_PRODUCT if the only fault is an unknown product.
 */
export const parseBody = <Schema extends z.ZodObject>(
  schema: Schema,
  body: unknown,
): z.output<Schema> => {
  requireJsonObject(body);
  return toData(schema, { result: parseInput(schema, body), body });
};

/** Parses a body of the public API like `parseBody`, without its absent fields. */
export const parseApiBody = <Schema extends z.ZodObject>(
  schema: Schema,
  body: unknown,
): z.output<Schema> => {
  requireJsonObject(body);
  return toData(schema, parseWithoutAbsent(schema, body));
};

/** Returns the data of a parsed body; throws the schema's fault. */
function toData<Schema extends z.ZodObject>(
  schema: Schema,
  { result, body }: { result: ReturnType<typeof parseInput<Schema>>; body: unknown },
): z.output<Schema> {
  if (result.success) return result.data;
  const { missing, unknown, invalid } = problemsIn(result.issues, body);
  const meant = didYouMean(schema, result.issues);
  const notKnown = `the following fields are not known to this path: ${unknown.join(", ")}${meant}`;
  if (missing.length > 0)
    throw new Fault("MISSING_FIELDS", {
      message:
        `the following required fields are missing: ${missing.join(", ")}` +
        // The missing field may be misspelt.
        (meant === "" ? "" : `; ${notKnown}`),
    });
  if (unknown.length > 0) throw new Fault("UNKNOWN_FIELDS", { message: notKnown });
  const code = result.issues.every(isUnknownProduct) ? "INVALID_PRODUCT" : "INVALID_FIELD";
  throw new Fault(code, { message: invalid.join("; ") });
}

const PRODUCT_LISTS: readonly unknown[] = ["products", "initial_products"];

const isUnknownProduct = ({ code, path }: z.core.$ZodIssue): boolean =>
  code === "invalid_value" && PRODUCT_LISTS.includes(path.at(-2));

/** Whether a parsed body is a JSON object. */
export const isJsonObject = (body: unknown): body is Record<string, unknown> =>
  typeof body === "object" && body !== null && !Array.isArray(body);

/** Refuses a body that is no JSON object. An empty body without a content type was never parsed. */
export function requireJsonObject(body: unknown): asserts body is Record<string, unknown> {
  if (body === undefined) throw new Fault("INVALID_BODY", { message: NO_JSON_TYPE });
  if (!isJsonObject(body)) throw new Fault("INVALID_BODY");
}

/** The number of elements to validate before other requests get their turn. */
const CHUNK_SIZE = 250;

/**
 * Parses a body with a long list by its schema, a part of the list at a time. Throws like
 * `parseApiBody`, and names up to a hundred faults of every kind.
 */
export const parseLongList = async <Schema extends z.ZodObject>(
  schema: Schema,
  body: unknown,
  { field, max }: LongList,
): Promise<z.output<Schema>> => {
  requireJsonObject(body);
  const list = Object.hasOwn(body, field) ? body[field] : undefined;
  if (!Array.isArray(list) || list.length === 0) return parseApiBody(schema, body);
  if (list.length > max)
    throw new Fault("INVALID_FIELD", { message: `${field} must have at most ${max} elements` });
  const issues: z.core.$ZodIssue[] = [];
  const elements: unknown[] = [];
  let fields = body;
  for (let from = 0; from < list.length && issues.length < MAX_FAULTS_LISTED; from += CHUNK_SIZE) {
    const part = list.slice(from, from + CHUNK_SIZE);
    const { result, body: present } = parseWithoutAbsent(schema, { ...body, [field]: part });
    if (result.success) {
      elements.push(...[present[field]].flat());
      fields = present;
    } else issues.push(...result.issues.flatMap((issue) => issueAt(issue, field, from)));
    await yieldToEventLoop();
  }
  if (issues.length > 0) throw faultFromIssues(issues, body);
  // No schema of a long list transforms its input.
  return { ...fields, [field]: elements } as z.output<Schema>;
};

/** An issue at its position in the whole list. A fault outside the list counts once. */
function issueAt(issue: z.core.$ZodIssue, field: string, from: number): z.core.$ZodIssue[] {
  const [first, index, ...rest] = issue.path;
  if (first === field && typeof index === "number")
    return [{ ...issue, path: [field, from + index, ...rest] }];
  return from === 0 ? [issue] : [];
}

function faultFromIssues(issues: readonly z.core.$ZodIssue[], body: unknown): Fault {
  const { missing, unknown, invalid } = problemsIn(issues, body, MAX_FAULTS_LISTED);
  const faults = [
    ...missing.map((name) => `${name} is missing`),
    ...unknown.map((name) => `${name} is not known to this path`),
    ...invalid,
  ];
  const code =
    missing.length > 0 ? "MISSING_FIELDS" : unknown.length > 0 ? "UNKNOWN_FIELDS" : "INVALID_FIELD";
  return new Fault(code, { message: faults.slice(0, MAX_FAULTS_LISTED).join("; ") });
}

/** The message for another content type. */
export const NO_JSON_TYPE = "the content type must be application/json";

/** Parses the JSON of a body; throws INVALID_BODY for anything else. */
export const parseJsonBody = ({ headers }: FastifyRequest, text: string): unknown => {
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity")
    throw invalid("the body must be sent as it is, without a content-encoding");
  if (text === "") throw invalid("the body is empty; it must be a JSON object");
  if (text.includes("\\u0000") && NUL.test(text))
    throw new Fault("INVALID_FIELD", { message: "no field may have the character U+0000" });
  try {
    return parse(text);
  } catch (cause) {
    throw invalid(isJson(text) ? OF_PROTOTYPES : "the body is not valid JSON", cause);
  }
};

/** The escape of U+0000, which PostgreSQL stores in no text. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** Names that reach into prototypes are refused, whatever the value. */
const OF_PROTOTYPES = "the body has a field named __proto__, or constructor with a prototype in it";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const invalid = (message: string, cause?: unknown) =>
  new Fault("INVALID_BODY", { message, ...(cause !== undefined && { cause }) });
