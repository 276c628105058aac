import { isList, isObject, type JsonObject } from "./edit.ts";

/**
 * The JSON Schemas of a version: of each body that differs from the next newer version's, and by name, where
 * no newer version has the same. A `$ref` leads to the version that has the schema.
 */
type ShapeFile = { bodies: JsonObject; $defs: JsonObject };

/** The files of the versions, newest first. */
export type ShapeFiles = ReadonlyMap<string, ShapeFile>;

/** Folds the shapes of the versions, newest first, into files that have each schema with an `$id` once. */
export const foldShapes = (
  versions: readonly (readonly [version: string, shapes: JsonObject])[],
): ShapeFiles => {
  const files = new Map<string, ShapeFile>();
  for (const [version, shapes] of versions) {
    const newer = bodiesOf(files);
    const file: ShapeFile = { bodies: {}, $defs: {} };
    files.set(version, file);
    const fold = ({ $id: name, ...schema }: JsonObject): JsonObject => {
      const folded = mapObjects(schema, fold);
      if (typeof name !== "string") return folded;
      const owner = [...files].find(([, { $defs }]) => isSame($defs[name], folded))?.[0];
      // A second schema of this name in one version stays where it is.
      if (!owner && file.$defs[name]) return folded;
      if (!owner) file.$defs[name] = folded;
      return { $ref: `${owner ?? version}.json#/$defs/${name}` };
    };
    for (const [body, schema] of Object.entries(mapObjects(shapes, fold)))
      if (!isSame(newer[body], schema)) file.bodies[body] = schema;
  }
  return files;
};

/** The shapes of a version, without references. */
export const unfoldShapes = (files: ShapeFiles, version: string): JsonObject => {
  const unfold = (schema: JsonObject): JsonObject => {
    const [owner = "", name = ""] = String(schema.$ref).split(".json#/$defs/");
    const definition = files.get(owner)?.$defs[name];
    return isObject(definition) ? unfold(definition) : mapObjects(schema, unfold);
  };
  return mapObjects(bodiesOf([...files].filter(([date]) => date >= version)), unfold);
};

/** JSON with a line for each value that fits in one. */
export const printShapes = (value: unknown, key = "", indent = ""): string => {
  const line = `${indent}${key}${JSON.stringify(value)}`;
  if (line.length <= 110 || typeof value !== "object" || value === null) return line;
  const [open, close] = isList(value) ? "[]" : "{}";
  const entries = Object.entries(value).map(([name, inner]) =>
    printShapes(inner, isList(value) ? "" : `${JSON.stringify(name)}: `, `${indent} `),
  );
  return `${indent}${key}${open}\n${entries.join(",\n")}\n${indent}${close}`;
};

/** The bodies of the last of these versions; of two that have one, the older version's. */
const bodiesOf = (files: Iterable<readonly [string, ShapeFile]>): JsonObject =>
  Object.assign({}, ...[...files].map(([, { bodies }]) => bodies));

/** Changes each object that a value holds, in lists too. */
const mapObjects = (object: JsonObject, change: (inner: JsonObject) => JsonObject): JsonObject => {
  const map = (value: unknown): unknown =>
    isList(value) ? value.map(map) : isObject(value) ? change(value) : value;
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
};

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
