import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { endpoints } from "../api/index.ts";
import { breakages } from "../versions/breakage.fixture.ts";
import { isObject, type JsonObject, propertiesOf } from "../versions/edit.ts";
import { createVersionRegistry, VERSIONS } from "../versions/index.ts";
import {
  foldShapes,
  printShapes,
  type ShapeFiles,
  unfoldShapes,
} from "../versions/shapes.fixture.ts";
import { bodySchemas, inlineSchema } from "./openapi/body-schemas.ts";

const versions = createVersionRegistry(endpoints.map(({ path }) => path));
const SHAPES = join(import.meta.dirname, "../versions/shapes");

/** A body that a schema describes, whatever it leaves open drawn at random. */
function arbitrary(schema: unknown): fc.Arbitrary<unknown> {
  if (!isObject(schema)) return fc.constant({});
  const { type, anyOf, oneOf, enum: values, const: only, items } = schema;
  const branches = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : null;
  if (branches) return fc.oneof(...branches.map(arbitrary));
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(values)) return fc.constantFrom(...values);
  if (Array.isArray(type))
    return fc.oneof(...type.map((one) => arbitrary({ ...schema, type: one })));
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({
        min: Number(schema.minimum ?? 0),
        max: Number(schema.maximum ?? 10_000),
      });
    case "number":
      return fc.integer().map((cents) => cents / 100);
    case "string":
      return text(schema);
    case "array":
      return fc.array(arbitrary(items), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Number(schema.minItems ?? 0) + 2,
      });
    case "object": {
      const requiredNames = Array.isArray(schema.required) ? schema.required.map(String) : [];
      const model = Object.fromEntries(
        Object.entries(propertiesOf(schema)).map(([key, inner]) => [key, arbitrary(inner)]),
      );
      return fc.record(model, { requiredKeys: requiredNames.filter((key) => key in model) });
    }
    default:
      return fc.constant("anything");
  }
}

function text({ format, pattern }: JsonObject): fc.Arbitrary<string> {
  if (format === "uri") return fc.constant("https://shop.example/hook");
  if (format === "email") return fc.constant("jane@mail.example");
  if (format === "date-time") return fc.constant("2026-01-15T12:00:00.000Z");
  if (format === "date") return fc.constant("2026-01-15");
  if (typeof pattern === "string") return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength: 1, maxLength: 5 });
}

describe.each(VERSIONS)("an answer of %s", (version) => {
  test.each(
    endpoints.filter(({ path }) => versions(version, path)).map((one) => [one.path, one] as const),
  )("%s is as its schema says, whatever head holds", (path, endpoint) => {
    const head = arbitrary(bodySchemas(endpoint, null).response);
    const answer = z.fromJSONSchema(bodySchemas(endpoint, versions(version, path)).response);
    fc.assert(
      fc.property(head, (body) => {
        const oldAnswer = versions(version, path)?.response.value(
          z.record(z.string(), z.unknown()).parse(body),
        );
        expect(answer.safeParse(oldAnswer).error?.issues).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });

  test.each(
    endpoints.filter(({ path }) => versions(version, path)).map((one) => [one.path, one] as const),
  )("%s is given what head takes, whatever an old client sends", (path, endpoint) => {
    const difference = versions(version, path);
    const bodies = arbitrary(bodySchemas(endpoint, difference).request);
    const head = z.fromJSONSchema(bodySchemas(endpoint, null).request);
    fc.assert(
      fc.property(bodies, (body) => {
        const { public_key: _, ...rest } = z.record(z.string(), z.unknown()).parse(body);
        expect(head.safeParse(difference?.request.value(rest)).error?.issues).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });
});

/** The schema of each body of a version, e.g. of `/item/get response`. */
const shapesOf = (version: string, inline = inlineSchema): JsonObject =>
  withoutExamples(
    Object.fromEntries(
      endpoints.flatMap((endpoint) =>
        Object.entries(bodySchemas(endpoint, versions(version, endpoint.path), inline)).map(
          ([direction, schema]) => [`${endpoint.path} ${direction}`, schema],
        ),
      ),
    ),
  );

/** Examples promise nothing, and would only make a change of shape harder to see. */
const withoutExamples = (shapes: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(shapes, (key, value) => (key === "examples" ? undefined : value)));

/** Named schemas say their name, which is another one in requests: there they may be another schema. */
const namedSchema: typeof inlineSchema = (schema, io) =>
  inlineSchema(schema, io, {
    override: ({ zodSchema, jsonSchema }) => {
      const name = z.globalRegistry.get(zodSchema)?.id;
      if (name) jsonSchema.$id = io === "input" ? `${name}.request` : name;
    },
  });

const newestFirst = VERSIONS.toReversed();
const fileOf = (version: string) => join(SHAPES, `${version}.json`);
const folded = foldShapes(newestFirst.map((version) => [version, shapesOf(version, namedSchema)]));
const committed: ShapeFiles = new Map(
  newestFirst
    .filter((version) => existsSync(fileOf(version)))
    .map((version) => [version, JSON.parse(readFileSync(fileOf(version), "utf8"))]),
);

test.each(VERSIONS)("the shapes of %s break no promise", async (version) => {
  const now = shapesOf(version);
  expect(unfoldShapes(folded, version)).toEqual(now);
  const breaks = Object.entries(unfoldShapes(committed, version)).flatMap(([body, before]) => {
    const after = now[body];
    if (!isObject(before) || !isObject(after)) return [`${body} is gone`];
    const direction = body.endsWith(" request") ? "request" : "response";
    return breakages(before, after, direction).map((sentence) => `${body}: ${sentence}`);
  });
  expect(breaks).toEqual([]);
  await expect(`${printShapes(folded.get(version))}\n`).toMatchFileSnapshot(fileOf(version));
});
