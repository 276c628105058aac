import type { ExampleValues } from "../protocol/dashboard/dashboard.ts";

/** The values that replace those of an example. */
export type OwnValues = NonNullable<ExampleValues["values"]>;

/**
 * Returns an example's body with own values in fields of the same name, and in lists of such
 * values.
 */
export const withOwnValues = (body: unknown, values: OwnValues): unknown => {
  if (Array.isArray(body)) return body.map((each) => withOwnValues(each, values));
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, ownValue(name, value, values)]),
  );
};

const ownValue = (name: string, value: unknown, values: OwnValues): unknown => {
  if (typeof value === "string") return findField(name, values) ?? value;
  const isListOfTexts = Array.isArray(value) && value.every((each) => typeof each === "string");
  const own = isListOfTexts && name.endsWith("s") ? findField(name.slice(0, -1), values) : null;
  return own ? [own] : withOwnValues(value, values);
};

/** Returns the own value of a field, or null. */
const findField = (name: string, values: OwnValues): string | null =>
  Object.entries(values).find(([each]) => each === name)?.[1] ?? null;
