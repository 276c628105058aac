/** A JSON object: a body, or a JSON Schema as it stands in an OpenAPI document. */
export type JsonObject = { [key: string]: unknown };

/** One way of changing bodies, said twice: over a value, and over the schema that such values have. */
export type Edit = {
  value(value: unknown): unknown;
  schema(schema: JsonObject): JsonObject;
  /** Where a body is changed field by field, each by itself: what becomes of the fields that are. */
  fields?: Fields;
};

/** What becomes of fields, by their names. */
export type Fields = ReadonlyMap<string, (value: unknown) => unknown>;

/** One edit after the other. */
export const all = (...edits: readonly Edit[]): Edit => {
  const fields = fieldsOf(edits);
  return {
    value: (value) => edits.reduce((one, edit) => edit.value(one), value),
    schema: (schema) => edits.reduce((one, edit) => edit.schema(one), schema),
    ...(fields && { fields }),
  };
};

/** What edits do field by field, one after the other; null where one of them does not. */
function fieldsOf(edits: readonly Edit[]): Fields | null {
  const steps = new Map<string, ((value: unknown) => unknown)[]>();
  for (const { fields } of edits) {
    if (!fields) return null;
    for (const [key, step] of fields) steps.set(key, [...(steps.get(key) ?? []), step]);
  }
  return new Map(
    [...steps].map(([key, own]) => [key, (value) => own.reduce((one, step) => step(one), value)]),
  );
}

/**
 * An edit at a place within, e.g. `accounts[].balances`. Where there is nothing at that place, or null,
 * nothing changes.
 */
export const at = (place: string, edit: Edit): Edit =>
  place
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
    properties: without(propertiesOf(schema), keys),
    ...(isList(schema.required) && {
      required: schema.required.filter((key) => !keys.includes(String(key))),
    }),
  })),
});

/** Gives fields other names; their order stays. */
export const rename = (names: Record<string, string>): Edit => {
  const renameKeys = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [names[key] ?? key, value]));
  return {
    value: (value) => (isObject(value) ? renameKeys(value) : value),
    schema: onObjectSchema((schema) => ({
      ...schema,
      properties: renameKeys(propertiesOf(schema)),
      ...(isList(schema.required) && {
        required: schema.required.map((key) => names[String(key)] ?? key),
      }),
    })),
  };
};

/** Changes values by a function; all that the schema then says is given. */
export const become = (value: (value: unknown) => unknown, schema: Edit["schema"]): Edit => ({
  value,
  schema,
});

/** Adds a field that is always there, or replaces the one of that name. */
export const put = (
  key: string,
  value: (object: JsonObject) => unknown,
  schema: (object: JsonObject) => JsonObject,
): Edit => ({
  value: (object) => (isObject(object) ? { ...object, [key]: value(object) } : object),
  schema: onObjectSchema((object) => ({
    ...object,
    properties: { ...propertiesOf(object), [key]: schema(object) },
    required: [...new Set([...(isList(object.required) ? object.required : []), key])],
  })),
});

const within = (key: string, edit: Edit): Edit =>
  field(key, { ...edit, value: (inner) => (inner === null ? null : edit.value(inner)) });

/** An edit of a field, also where that is null. */
export const field = (key: string, edit: Edit): Edit => ({
  value: (value) => {
    const inner = isObject(value) ? value[key] : undefined;
    if (!isObject(value) || inner === undefined) return value;
    const newValue = edit.value(inner);
    return newValue === inner ? value : { ...value, [key]: newValue };
  },
  schema: onObjectSchema((schema) => {
    const properties = propertiesOf(schema);
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

/** A schema that allows null has its object in a branch of its own. */
function onObjectSchema(edit: Edit["schema"]): Edit["schema"] {
  return (schema) =>
    inBranches(schema, (branch) => (isObject(branch.properties) ? edit(branch) : branch));
}

function inBranches(schema: JsonObject, edit: Edit["schema"]): JsonObject {
  return isList(schema.anyOf)
    ? { ...schema, anyOf: schema.anyOf.map((one) => (isObject(one) ? edit(one) : one)) }
    : edit(schema);
}

function without(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** The properties of an object's schema. */
export const propertiesOf = ({ properties }: JsonObject): JsonObject =>
  isObject(properties) ? properties : {};

/** Whether a JSON value is an object. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a JSON value is a list. */
export const isList = (value: unknown): value is unknown[] => Array.isArray(value);
