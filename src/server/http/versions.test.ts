import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { samples } from "../../testing/property-samples.ts";
import { loadEndpoints } from "../api/index.ts";
import { isObject, type JsonObject, toProperties } from "../versions/edit.ts";
import { createVersionRegistry, VERSIONS } from "../versions/index.ts";
import { bodySchemas } from "./openapi/body-schemas.ts";

const endpoints = await loadEndpoints();

const versions = createVersionRegistry(endpoints.map(({ path }) => path));

/** Generates random bodies of a schema. */
function arbitrary(schema: unknown): fc.Arbitrary<unknown> {
  if (!isObject(schema)) return fc.constant({});
  const { type, anyOf, oneOf, enum: values, const: only, items } = schema;
  const branches = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : null;
  if (branches) return fc.oneof(...branches.map(arbitrary));
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(values)) return fc.constantFrom(...values);
  if (Array.isArray(type))
    return fc.oneof(...type.map((name) => arbitrary({ ...schema, type: name })));
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
      return fc
        .integer({
          min: Number(schema.minimum ?? -100_000) * 100,
          max: Number(schema.maximum ?? 100_000) * 100,
        })
        .map((cents) => cents / 100);
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
        Object.entries(toProperties(schema)).map(([key, inner]) => [key, arbitrary(inner)]),
      );
      return fc.record(model, { requiredKeys: requiredNames.filter((key) => key in model) });
    }
    default:
      return fc.constant("anything");
  }
}

function text({ format, pattern, maxLength }: JsonObject): fc.Arbitrary<string> {
  if (format === "uri") return fc.constant("https://shop.example/hook");
  if (format === "email") return fc.constant("jane@mail.example");
  if (format === "date-time") return fc.constant("2026-01-15T12:00:00.000Z");
  if (format === "date") return fc.constant("2026-01-15");
  if (typeof pattern === "string") return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength: 1, maxLength: Math.min(5, Number(maxLength ?? 5)) });
}

describe.each(VERSIONS)("version %s", (version) => {
  test.each(
    endpoints
      .filter(({ path }) => versions(version, path))
      .map((endpoint) => [endpoint.path, endpoint] as const),
  )("a response of %s is valid by its schema for any response of head", (path, endpoint) => {
    const head = arbitrary(bodySchemas(endpoint, null).response);
    const answer = z.fromJSONSchema(bodySchemas(endpoint, versions(version, path)).response);
    fc.assert(
      fc.property(head, (body) => {
        const oldAnswer = versions(version, path)?.response.value(
          z.record(z.string(), z.unknown()).parse(body),
        );
        expect(answer.safeParse(oldAnswer).error?.issues).toBeUndefined();
      }),
      { numRuns: samples(50) },
    );
  });

  test.each(
    endpoints
      .filter(({ path }) => versions(version, path))
      .map((endpoint) => [endpoint.path, endpoint] as const),
  )(
    "an upgraded request of %s is valid at head for any request of an old client",
    (path, endpoint) => {
      const difference = versions(version, path);
      const bodies = arbitrary(bodySchemas(endpoint, difference).request);
      const head = z.fromJSONSchema(bodySchemas(endpoint, null).request);
      fc.assert(
        fc.property(bodies, (body) => {
          const { public_key: _, ...rest } = z.record(z.string(), z.unknown()).parse(body);
          expect(head.safeParse(difference?.request.value(rest)).error?.issues).toBeUndefined();
        }),
        { numRuns: samples(50) },
      );
    },
  );
});
