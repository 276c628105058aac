import { isList, isObject, type JsonObject, toProperties } from "./edit.ts";

/** Clients send the body of a request, and receive the body of a response. */
type Direction = "request" | "response";

/**
 * Returns a sentence for each difference that breaks clients of the older schema. New optional
 * parameters, response fields and enum values break no client.
 */
export const breakages = (
  before: JsonObject,
  after: JsonObject,
  direction: Direction,
  place = "the body",
): string[] => {
  const [old, now] = [listBranches(before), listBranches(after)];
  const missing = old.filter((schema) => !now.some((other) => toKind(other) === toKind(schema)));
  const additions = now.filter((schema) => !old.some((other) => toKind(other) === toKind(schema)));
  return [
    ...(direction === "request" ? missing : []).map(
      (schema) => `${place} may no longer be ${toKind(schema)}`,
    ),
    ...(direction === "response" ? additions : []).map(
      (schema) => `${place} may now be ${toKind(schema)}`,
    ),
    ...old.flatMap((schema) => {
      const breakages = now
        .filter((other) => toKind(other) === toKind(schema))
        .map((other) => within(schema, other, direction, place));
      // A string, for example, may match several branches. A single branch without breakages is
      // enough.
      return breakages.find((sentences) => sentences.length === 0) ?? breakages[0] ?? [];
    }),
  ];
};

function within(before: JsonObject, after: JsonObject, direction: Direction, place: string) {
  const changes: string[] = [];
  if (isList(before.enum) && isList(after.enum)) {
    const missing = before.enum.filter((value) => !listValues(after.enum).includes(value));
    if (direction === "request")
      changes.push(...missing.map((value) => `${place} may no longer be ${JSON.stringify(value)}`));
  } else if (direction === "request" && isList(after.enum)) {
    changes.push(`${place} may no longer be any ${toKind(before)}`);
  }
  if (direction === "request") changes.push(...narrowings(before, after, place));
  if (isObject(before.items) && isObject(after.items))
    changes.push(...breakages(before.items, after.items, direction, `an element of ${place}`));
  const [old, now] = [toProperties(before), toProperties(after)];
  const [hadToBe, hasToBe] = [listValues(before.required), listValues(after.required)];
  for (const [name, schema] of Object.entries(old)) {
    const inner = place === "the body" ? name : `${name} of ${place}`;
    const newer = now[name];
    if (newer === undefined) changes.push(`${inner} is gone`);
    else if (isObject(schema) && isObject(newer))
      changes.push(...breakages(schema, newer, direction, inner));
    if (direction === "response" && newer && hadToBe.includes(name) && !hasToBe.includes(name))
      changes.push(`${inner} may now be left out`);
  }
  if (direction === "request")
    for (const name of hasToBe)
      if (!hadToBe.includes(name)) changes.push(`${String(name)} of ${place} is now required`);
  return changes;
}

/**
 * Keywords for lower bounds, which allow less as their number grows, and keywords for upper bounds.
 */
const LOWER_BOUNDS = ["minimum", "exclusiveMinimum", "minLength", "minItems", "multipleOf"];
const UPPER_BOUNDS = ["maximum", "exclusiveMaximum", "maxLength", "maxItems"];
const FORMS = ["format", "pattern", "const"];

/** Lists narrower bounds, and other new or changed constraints. */
function narrowings(before: JsonObject, after: JsonObject, place: string): string[] {
  const bound = (name: string, none: number) => ({
    old: typeof before[name] === "number" ? before[name] : none,
    now: typeof after[name] === "number" ? after[name] : none,
  });
  const narrower = [
    ...LOWER_BOUNDS.filter((name) => {
      const { old, now } = bound(name, Number.NEGATIVE_INFINITY);
      return now > old;
    }),
    ...UPPER_BOUNDS.filter((name) => {
      const { old, now } = bound(name, Number.POSITIVE_INFINITY);
      return now < old;
    }),
    ...FORMS.filter((name) => after[name] !== undefined && after[name] !== before[name]),
  ];
  return [
    ...narrower.map((name) => `${place} now has the ${name} ${JSON.stringify(after[name])}`),
    ...(isClosed(after) && !isClosed(before) ? [`${place} may no longer have other fields`] : []),
  ];
}

const isClosed = ({ additionalProperties }: JsonObject): boolean => additionalProperties === false;

const listBranches = (schema: JsonObject): JsonObject[] =>
  isList(schema.anyOf)
    ? schema.anyOf.filter(isObject).flatMap(listBranches)
    : isList(schema.oneOf)
      ? schema.oneOf.filter(isObject).flatMap(listBranches)
      : [schema];

const toKind = ({ type, const: only, enum: values }: JsonObject): string => {
  if (typeof type === "string") return type;
  return isList(values) || only !== undefined ? typeof (only ?? listValues(values)[0]) : "anything";
};

const listValues = (list: unknown): unknown[] => (isList(list) ? list : []);
