import type { z } from "zod";
import { parseInput } from "../../protocol/parse-input.ts";
import { MAX_FAULTS_LISTED, problemsIn } from "../../protocol/problems.ts";
import type { LongList } from "../api/endpoint.ts";
import { Fault } from "../domain/fault.ts";
import { yieldToEventLoop } from "../domain/jobs/yield-to-event-loop.ts";
import { parseBody, requireJsonObject } from "./body.ts";

/** How many elements are checked before other requests get their turn. */
const AT_ONCE = 250;

/**
 * A body with a long list under its schema, a part of the list at a time. Throws as `parseBody` does, and
 * names every fault of every kind, up to a hundred of them.
 */
export const parseLongList = async <Schema extends z.ZodObject>(
  schema: Schema,
  body: unknown,
  { field, most }: LongList,
): Promise<z.output<Schema>> => {
  requireJsonObject(body);
  const list = Object.hasOwn(body, field) ? body[field] : undefined;
  if (!Array.isArray(list) || list.length === 0) return parseBody(schema, body);
  if (list.length > most)
    throw new Fault("INVALID_FIELD", { message: `${field} must have at most ${most} elements` });
  const issues: z.core.$ZodIssue[] = [];
  const elements: unknown[] = [];
  for (let from = 0; from < list.length && issues.length < MAX_FAULTS_LISTED; from += AT_ONCE) {
    const part = list.slice(from, from + AT_ONCE);
    const result = parseInput(schema, { ...body, [field]: part });
    if (result.success) elements.push(...part);
    else issues.push(...result.issues.flatMap((issue) => issueAt(issue, field, from)));
    await yieldToEventLoop();
  }
  if (issues.length > 0) throw faultOf(issues, body);
  // No schema of a long list changes what it takes.
  return { ...body, [field]: elements } as z.output<Schema>;
};

/** An issue of a part, at its place in the whole list; what is wrong beside the list counts once. */
function issueAt(issue: z.core.$ZodIssue, field: string, from: number): z.core.$ZodIssue[] {
  const [first, index, ...rest] = issue.path;
  if (first === field && typeof index === "number")
    return [{ ...issue, path: [field, from + index, ...rest] }];
  return from === 0 ? [issue] : [];
}

function faultOf(issues: readonly z.core.$ZodIssue[], body: unknown): Fault {
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
