import { exampleOf } from "../../server/http/openapi/example.ts";
import { LOOK_ALIKES } from "./look-alikes.ts";

type Json = Record<string, unknown>;
type Path = readonly (string | number)[];

/** A body with one fault, and the expected refusal. */
export type BadBody = { what: string; body: Json; code: string; names: string };

/** Whether a field with a value counts as absent. */
type AbsenceRule = (name: string, value: unknown) => boolean;

/** Returns every body that differs from a valid body in one field that its schema forbids. */
export const badBodies = (
  schema: Json,
  good: Json,
  isAbsent: AbsenceRule = () => false,
): BadBody[] =>
  badIn(schema, { at: [], good, definitions: objectIn(schema.$defs), isAbsent }).map(
    ({ path, what, good: base, value, code }) => ({
      what: `${toName(path)} ${what}`,
      body: objectIn(withValue(base, path, value)),
      code,
      names: toName(path),
    }),
  );

type Flaw = { path: Path; what: string; good: Json; value: unknown; code: string };

/** An object within a valid body, and the named schemas. */
type Place = { at: Path; good: Json; definitions: Json; isAbsent: AbsenceRule };

function badIn(schema: Json, { at, good, definitions, isAbsent }: Place): Flaw[] {
  const requiredNames = arrayIn(schema.required);
  // An optional object is present, and has one invalid field.
  const whole =
    valueAt(good, at) === undefined
      ? objectIn(withValue(good, at, exampleOf(schema, definitions, false)))
      : good;
  const surprise = { path: [...at, "surprise"], what: "is unknown", good: whole, value: 1 };
  return [
    { ...surprise, code: "UNKNOWN_FIELDS" },
    ...Object.entries(objectIn(schema.properties)).flatMap(([name, field]) =>
      badField(objectIn(field), requiredNames.includes(name), {
        at: [...at, name],
        good: whole,
        definitions,
        isAbsent,
      }),
    ),
  ];
}

function badField(
  field: Json,
  isRequired: boolean,
  { at: path, good, definitions, isAbsent }: Place,
): Flaw[] {
  const name = String(path.at(-1));
  const kinds = listKinds(field, definitions);
  const types = kinds.flatMap(({ type }) => (Array.isArray(type) ? type : [type]));
  const invalid = valuesAgainst(kinds, types).filter(([, value]) => !isAbsent(name, value));
  const inner = [
    ...kinds.map((kind) => ({ kind, at: path })),
    ...kinds.flatMap(({ type, items }) =>
      type === "array"
        ? listKinds(objectIn(items), definitions).map((kind) => ({ kind, at: [...path, 0] }))
        : [],
    ),
  ].filter(({ kind }) => kind.type === "object" && kind.properties);
  return [
    ...(isRequired
      ? [{ path, what: "is missing", good, value: undefined, code: "MISSING_FIELDS" }]
      : []),
    ...invalid.map(([what, value]) => ({ path, what, good, value, code: "INVALID_FIELD" })),
    ...inner.flatMap(({ kind, at }) => badIn(kind, { at, good, definitions, isAbsent })),
  ];
}

/** Returns values of types that the field forbids. */
function valuesAgainst(kinds: readonly Json[], types: readonly unknown[]): [string, unknown][] {
  const others: [string, string, unknown][] = [
    ["null", "is null", null],
    ["string", "is a text", "wrong by its type"],
    ["number", "is a number", 7.5],
    ["boolean", "is a boolean", true],
    ["array", "is a list", [["nested"]]],
    ["object", "is an object", { nested: { deeply: 1 } }],
    ...LOOK_ALIKES.map((value): [string, string, unknown] => [
      "object",
      `is ${JSON.stringify(value).slice(0, 60)}`,
      value,
    ]),
  ];
  const allowedTypes = types.map((type) => (type === "integer" ? "number" : type));
  return [
    ...others
      .filter(([type]) => !allowedTypes.includes(type) && !allowedTypes.includes(undefined))
      .map(([, what, value]): [string, unknown] => [what, value]),
    ...(kinds.filter(({ type }) => type !== "null").length === 1 ? kinds.flatMap(beyond) : []),
  ];
}

/** Returns values of the right type outside the field's bounds. */
function beyond(kind: Json): [string, unknown][] {
  const { type, minLength, maxLength, minItems, maxItems, minimum, maximum } = kind;
  const places: [string, unknown][] = [];
  if (kind.enum) places.push(["is not one of its words", "wrong by its word"]);
  if (type === "string" && Number(minLength ?? 0) > 0) places.push(["is empty", ""]);
  if (typeof maxLength === "number") places.push(["is too long", "x".repeat(maxLength + 1)]);
  if (kind.format === "uri") places.push(["is no URL", "not a URL"]);
  if (Number(minItems ?? 0) > 0) places.push(["is an empty list", []]);
  if (typeof maxItems === "number")
    places.push(["is too long a list", Array.from({ length: maxItems + 1 }, (_, at) => `e${at}`)]);
  if (typeof minimum === "number") places.push(["is too small", minimum - 1]);
  if (typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER)
    places.push(["is too large", maximum + 1]);
  if (type === "integer") places.push(["is no integer", 1.5]);
  return places;
}

/** Returns the types of a field, with references and choices resolved. */
function listKinds(field: Json, namedSchemas: Json): Json[] {
  if (typeof field.$ref === "string")
    return listKinds(objectIn(namedSchemas[field.$ref.replace("#/$defs/", "")]), namedSchemas);
  const choices = [...arrayIn(field.anyOf), ...arrayIn(field.oneOf)];
  return choices.length > 0
    ? choices.flatMap((choice) => listKinds(objectIn(choice), namedSchemas))
    : [field];
}

/** Returns the value at a path of a body. */
const valueAt = (body: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, step) => (typeof step === "number" ? arrayIn(value)[step] : objectIn(value)[step]),
    body,
  );

/** Returns a body with another value at a path; undefined removes the field. */
function withValue(body: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === "number") {
    const list = [...arrayIn(body)];
    list[step] = withValue(list[step], rest, value);
    return list;
  }
  const { [step]: old, ...others } = objectIn(body);
  const inner = withValue(old, rest, value);
  return inner === undefined ? others : { ...others, [step]: inner };
}

/** Returns a path in the notation of refusals. */
const toName = (path: Path): string =>
  path.reduce<string>(
    (text, step) =>
      typeof step === "number" ? `${text}[${step}]` : text ? `${text}.${step}` : step,
    "",
  );

const arrayIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const objectIn = (value: unknown): Json =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
