import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { loadEndpoints } from "../api/index.ts";
import { breakages } from "../versions/breakage.fixture.ts";
import { isList, isObject, type JsonObject } from "../versions/edit.ts";
import { createVersionRegistry, VERSIONS } from "../versions/index.ts";
import { bodySchemas, inlineSchema } from "./openapi/body-schemas.ts";

const endpoints = await loadEndpoints();

const SHAPES = join(import.meta.dirname, "../versions/shapes");
const NEWEST_FIRST = VERSIONS.toReversed();
const versions = createVersionRegistry(endpoints.map(({ path }) => path));

/**
 * The JSON Schemas of a version: bodies that differ from the next newer version's, and named
 * schemas that differ from all newer ones. A `$ref` names the file with the schema.
 */
type ShapeFile = { bodies: JsonObject; $defs: JsonObject };

/** The files of the versions, newest first. */
type ShapeFiles = ReadonlyMap<string, ShapeFile>;

test.each(VERSIONS)(
  "%s breaks no client, and its shapes are the committed ones",
  async (version) => {
    const folded = foldShapes(
      NEWEST_FIRST.map((date) => [date, toShapes(date, namedSchema)] as const),
    );
    const now = toShapes(version);
    expect(unfoldShapes(folded, version)).toEqual(now);
    const breaks = Object.entries(unfoldShapes(committedFiles(), version)).flatMap(
      ([body, before]) => {
        const after = now[body];
        if (!isObject(before) || !isObject(after)) return [`${body} is gone`];
        const direction = body.endsWith(" request") ? "request" : "response";
        return breakages(before, after, direction).map((sentence) => `${body}: ${sentence}`);
      },
    );
    expect(breaks).toEqual([]);
    await expect(`${printShapes(folded.get(version))}\n`).toMatchFileSnapshot(
      join(SHAPES, `${version}.json`),
    );
  },
);

/** Returns the schemas of a version's bodies, by names such as `/item/get response`. */
const toShapes = (version: string, inline = inlineSchema): JsonObject =>
  withoutExamples(
    Object.fromEntries(
      endpoints.flatMap((endpoint) =>
        Object.entries(bodySchemas(endpoint, versions(version, endpoint.path), inline)).map(
          ([direction, schema]) => [`${endpoint.path} ${direction}`, schema],
        ),
      ),
    ),
  );

/** Examples are no promise, and would obscure a change of shape. */
const withoutExamples = (shapes: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(shapes, (key, value) => (key === "examples" ? undefined : value)));

/** Gives named schemas an `$id`. Requests have their own ids, since a schema may differ there. */
const namedSchema: typeof inlineSchema = (schema, io) =>
  inlineSchema(schema, io, {
    override: ({ zodSchema, jsonSchema }) => {
      const name = z.globalRegistry.get(zodSchema)?.id;
      if (name) jsonSchema.$id = io === "input" ? `${name}.request` : name;
    },
  });

const committedFiles = (): ShapeFiles => {
  const files = NEWEST_FIRST.map((version) => [version, join(SHAPES, `${version}.json`)] as const);
  return new Map(
    files
      .filter(([, file]) => existsSync(file))
      .map(([version, file]) => [version, JSON.parse(readFileSync(file, "utf8"))]),
  );
};

/**
 * Folds the versions' schemas, newest first, into files that have each schema with an `$id` once.
 */
const foldShapes = (
  versions: readonly (readonly [version: string, shapes: JsonObject])[],
): ShapeFiles => {
  const files = new Map<string, ShapeFile>();
  for (const [version, shapes] of versions) {
    const newer = toBodies(files);
    const file: ShapeFile = { bodies: {}, $defs: {} };
    files.set(version, file);
    const fold = ({ $id: name, ...schema }: JsonObject): JsonObject => {
      const folded = mapObjects(schema, fold);
      if (typeof name !== "string") return folded;
      const owner = [...files].find(([, { $defs }]) => isSame($defs[name], folded))?.[0];
      // Another schema of this version has the name, so this one stays inline.
      if (!owner && file.$defs[name]) return folded;
      if (!owner) file.$defs[name] = folded;
      return { $ref: `${owner ?? version}.json#/$defs/${name}` };
    };
    for (const [body, schema] of Object.entries(mapObjects(shapes, fold)))
      if (!isSame(newer[body], schema)) file.bodies[body] = schema;
  }
  return files;
};

/** Returns the schemas of a version without references. */
const unfoldShapes = (files: ShapeFiles, version: string): JsonObject => {
  const unfold = (schema: JsonObject): JsonObject => {
    const [owner = "", name = ""] = String(schema.$ref).split(".json#/$defs/");
    const definition = files.get(owner)?.$defs[name];
    return isObject(definition) ? unfold(definition) : mapObjects(schema, unfold);
  };
  return mapObjects(toBodies([...files].filter(([date]) => date >= version)), unfold);
};

/** Prints JSON. Each value that fits is on one line. */
const printShapes = (value: unknown, key = "", indent = ""): string => {
  const line = `${indent}${key}${JSON.stringify(value)}`;
  if (line.length <= 110 || typeof value !== "object" || value === null) return line;
  const [open, close] = isList(value) ? "[]" : "{}";
  const entries = Object.entries(value).map(([name, inner]) =>
    printShapes(inner, isList(value) ? "" : `${JSON.stringify(name)}: `, `${indent} `),
  );
  return `${indent}${key}${open}\n${entries.join(",\n")}\n${indent}${close}`;
};

/**
 * Returns the bodies of the oldest of these versions, including those shared with newer versions.
 */
const toBodies = (files: Iterable<readonly [string, ShapeFile]>): JsonObject =>
  Object.assign({}, ...[...files].map(([, { bodies }]) => bodies));

/** Changes each object inside a value, also within lists. */
const mapObjects = (object: JsonObject, change: (inner: JsonObject) => JsonObject): JsonObject => {
  const map = (value: unknown): unknown =>
    isList(value) ? value.map(map) : isObject(value) ? change(value) : value;
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

test("a path with accounts, addresses or currency codes has those of a version, unless it is the same in all", () => {
  const pathsWith = (version: string, isNewer: (schema: JsonObject) => boolean) =>
    endpoints.flatMap((endpoint) => {
      const { path } = endpoint;
      const { response } = bodySchemas(endpoint, versions(version, path), inlineSchema);
      return schemasIn(response).some(isNewer) ? [path] : [];
    });
  const hasField = (schema: JsonObject, name: string) =>
    isObject(schema.properties) && Object.hasOwn(schema.properties, name);
  const reports = ["/cra/check_report/base_report/get", "/cra/check_report/income_insights/get"];
  expect(pathsWith("2017-03-08", (schema) => hasField(schema, "iso_currency_code"))).toEqual([
    ...["/item/files/add", "/transactions/enrich", "/transactions/recurring/get", ...reports],
    "/processor/transactions/recurring/get",
  ]);
  expect(pathsWith("2018-05-22", (schema) => hasField(schema, "postal_code"))).toEqual([
    ...["/transactions/enrich", "/user/get", ...reports],
  ]);
  const isAccountType = ({ enum: values }: JsonObject) =>
    isList(values) && values.includes("depository") && values.includes("investment");
  expect(pathsWith("2018-05-22", isAccountType)).toEqual([
    ...["/link/token/get", "/item/files/add", "/cra/check_report/base_report/get"],
  ]);
});

/** The objects of a JSON Schema at any depth, without examples. */
const schemasIn = (value: unknown): JsonObject[] => {
  if (isList(value)) return value.flatMap(schemasIn);
  if (!isObject(value)) return [];
  const { examples, ...rest } = value;
  return [rest, ...Object.values(rest).flatMap(schemasIn)];
};
