import type { z } from "zod";
import { parseInput } from "../../protocol/parse-input.ts";

/**
 * Fields that count as absent if empty: applications send "" for a setting that they do not use.
 */
const ABSENT_IF_EMPTY: readonly PropertyKey[] = [
  "android_package_name",
  "link_customization_name",
  "redirect_uri",
  "webhook",
];

/** Whether a field with a value still counts as absent. */
export const isAbsent = (name: PropertyKey, value: unknown): boolean =>
  value === null || (value === "" && ABSENT_IF_EMPTY.includes(name));

/**
 * Whether an unknown field is empty: null, or an object or list of empty values. The depth of a
 * hostile body must not matter.
 */
const isNothing = (field: unknown): boolean => {
  const values = [field];
  // The loop appends inner values to the list that it iterates.
  for (const value of values) {
    if (value === null) continue;
    const inner = isObject(value) ? Object.values(value) : [];
    if (inner.length === 0) return false;
    for (const each of inner) values.push(each);
  }
  return true;
};

/**
 * Parses a body of the public API, where null means an absent field. Clients in many languages send
 * null for fields without a value, even inside unknown objects. A field whose schema allows null
 * keeps it. Returns the result, and the body without its absent fields.
 */
export const parseWithoutAbsent = <Schema extends z.ZodType>(
  schema: Schema,
  body: Record<string, unknown>,
) => {
  let present = body;
  for (;;) {
    const result = parseInput(schema, present);
    const rest: unknown = result.success ? present : withoutAbsent(present, result.issues);
    if (rest === present || !isObject(rest)) return { result, body: present };
    present = rest;
  }
};

/** The body without the absent fields that a schema refused; the same object without any. */
function withoutAbsent(
  body: unknown,
  issues: readonly z.core.$ZodIssue[],
  outer: readonly PropertyKey[] = [],
): unknown {
  return issues.reduce((rest, issue) => {
    const path = [...outer, ...issue.path];
    if (issue.code === "invalid_union")
      return issue.errors.reduce((each, branch) => withoutAbsent(each, branch, path), rest);
    if (issue.code === "unrecognized_keys")
      return withoutFields(rest, path, issue.keys, (_, value) => isNothing(value));
    return withoutFields(rest, path.slice(0, -1), path.slice(-1), isAbsent);
  }, body);
}

/**
 * Copies a value without the absent fields of an object inside it; returns the value itself without
 * any.
 */
function withoutFields(
  value: unknown,
  [step, ...rest]: readonly PropertyKey[],
  names: readonly PropertyKey[],
  isGone: typeof isAbsent,
): unknown {
  if (!isObject(value)) return value;
  if (step === undefined) return withoutNames(value, names, isGone);
  if (!Object.hasOwn(value, step)) return value;
  const inner: unknown = Reflect.get(value, step);
  const newInner = withoutFields(inner, rest, names, isGone);
  if (newInner === inner) return value;
  return Array.isArray(value) ? value.with(Number(step), newInner) : { ...value, [step]: newInner };
}

/** Removes all names in one copy, since a hostile body has thousands. */
function withoutNames(
  object: Record<PropertyKey, unknown>,
  names: readonly PropertyKey[],
  isGone: typeof isAbsent,
): unknown {
  if (Array.isArray(object)) return object;
  const absent = new Set(names.filter((name) => isGone(name, object[name])));
  if (absent.size === 0) return object;
  return Object.fromEntries(Object.entries(object).filter(([name]) => !absent.has(name)));
}

const isObject = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === "object" && value !== null;
