/** A JSON object: a body, or the JSON Schema of a body. */
export type JsonObject = { [key: string]: unknown };

/** A change of bodies: a function for values, and a function for the values' schema. */
export type Edit = {
  value(value: unknown): unknown;
  schema(schema: JsonObject): JsonObject;
  /** Functions by field, if the edit works on single fields. */
  fields?: Fields;
};

/** Functions that change fields, by the names of the fields. */
export type Fields = ReadonlyMap<string, (value: unknown) => unknown>;

/** Applies edits one after the other. */
export const compose = (...edits: readonly Edit[]): Edit => {
  const fields = toFields(edits);
  return {
    value: (value) => edits.reduce((result, edit) => edit.value(result), value),
    schema: (schema) => edits.reduce((result, edit) => edit.schema(result), schema),
    ...(fields && { fields }),
  };
};

/** Composes the fields' functions of edits; returns null if one of the edits has none. */
function toFields(edits: readonly Edit[]): Fields | null {
  const steps = new Map<string, ((value: unknown) => unknown)[]>();
  for (const { fields } of edits) {
    if (!fields) return null;
    for (const [key, step] of fields) steps.set(key, [...(steps.get(key) ?? []), step]);
  }
  return new Map(
    [...steps].map(([key, functions]) => [
      key,
      (value) => functions.reduce((result, change) => change(result), value),
    ]),
  );
}

/**
 * Applies an edit at a path within a body, for example `accounts[].balances`. A missing or null
 * value stays unchanged.
 */
export const atPath = (path: string, edit: Edit): Edit =>
  path
    .split(".")
    .reverse()
    .reduce((inner, step) => {
      const key = step.replace("[]", "");
      return within(key, step.endsWith("[]") ? each(inner) : inner);
    }, edit);

/** Leaves fields out. */
export const drop = (...keys: string[]): Edit => ({
  value: (value) => (isObject(value) ? without(value, keys) : value),
  schema: onObjectSchema((schema) => ({
    ...schema,
    properties: without(toProperties(schema), keys),
    ...(isList(schema.required) && {
      required: schema.required.filter((key) => !keys.includes(String(key))),
    }),
  })),
});

/** Renames fields, and keeps their order. */
export const rename = (names: Record<string, string>): Edit => {
  const renameKeys = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [names[key] ?? key, value]));
  return {
    value: (value) => (isObject(value) ? renameKeys(value) : value),
    schema: onObjectSchema((schema) => ({
      ...schema,
      properties: renameKeys(toProperties(schema)),
      ...(isList(schema.required) && {
        required: schema.required.map((key) => names[String(key)] ?? key),
      }),
    })),
  };
};

/** Changes a value by one function, and its schema by another. */
export const mapValue = (value: (value: unknown) => unknown, schema: Edit["schema"]): Edit => ({
  value,
  schema,
});

/** Adds a required field, or replaces the field of that name. */
export const addField = (
  key: string,
  value: (object: JsonObject) => unknown,
  schema: (object: JsonObject) => JsonObject,
): Edit => ({
  value: (object) => (isObject(object) ? { ...object, [key]: value(object) } : object),
  schema: onObjectSchema((object) => ({
    ...object,
    properties: { ...toProperties(object), [key]: schema(object) },
    required: [...new Set([...(isList(object.required) ? object.required : []), key])],
  })),
});

const within = (key: string, edit: Edit): Edit =>
  field(key, { ...edit, value: (inner) => (inner === null ? null : edit.value(inner)) });

/** Applies an edit to a field, even if its value is null. */
export const field = (key: string, edit: Edit): Edit => ({
  value: (value) => {
    const inner = isObject(value) ? value[key] : undefined;
    if (!isObject(value) || inner === undefined) return value;
    const newValue = edit.value(inner);
    return newValue === inner ? value : { ...value, [key]: newValue };
  },
  schema: onObjectSchema((schema) => {
    const properties = toProperties(schema);
    const inner = properties[key];
    return isObject(inner)
      ? { ...schema, properties: { ...properties, [key]: edit.schema(inner) } }
      : schema;
  }),
  fields: new Map([[key, edit.value]]),
});

const each = (edit: Edit): Edit => ({
  value: (value) => (isList(value) ? value.map(edit.value) : value),
  schema: (schema) =>
    inBranches(schema, (branch) =>
      isObject(branch.items) ? { ...branch, items: edit.schema(branch.items) } : branch,
    ),
});

/** Edits the object within a schema, which is a branch of `anyOf` if the schema allows null. */
function onObjectSchema(edit: Edit["schema"]): Edit["schema"] {
  return (schema) =>
    inBranches(schema, (branch) => (isObject(branch.properties) ? edit(branch) : branch));
}

function inBranches(schema: JsonObject, edit: Edit["schema"]): JsonObject {
  return isList(schema.anyOf)
    ? { ...schema, anyOf: schema.anyOf.map((branch) => (isObject(branch) ? edit(branch) : branch)) }
    : edit(schema);
}

function without(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** Returns the properties of an object's schema. */
export const toProperties = ({ properties }: JsonObject): JsonObject =>
  isObject(properties) ? properties : {};

/** Returns whether a JSON value is an object. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns whether a JSON value is a list. */
export const isList = (value: unknown): value is unknown[] => Array.isArray(value);
