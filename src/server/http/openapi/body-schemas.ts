import { z } from "zod";
import type { Endpoint } from "../../api/endpoint.ts";
import type { JsonObject, VersionedPath } from "../../versions/index.ts";

/**
 * The JSON Schemas of an endpoint's request and response in a version, without keys and request_id.
 */
export const bodySchemas = (
  { request, response }: Endpoint,
  difference: VersionedPath | null,
  inline: (schema: z.ZodType, io: "input" | "output") => JsonObject = inlineSchema,
): { request: JsonObject; response: JsonObject } => {
  const head = {
    request: inline(request, "input"),
    response:
      typeof response === "string"
        ? { type: "string", contentMediaType: response }
        : inline(response, "output"),
  };
  if (!difference) return head;
  return {
    request: difference.request.schema(head.request),
    response: difference.response.schema(head.response),
  };
};

/** A JSON Schema in which each reference is replaced by its target. */
export const inlineSchema = (
  schema: z.ZodType,
  io: "input" | "output",
  options: Pick<z.core.ToJSONSchemaParams, "override"> = {},
): JsonObject => {
  const {
    $schema: _,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, { ...options, io }) as JsonObject;
  return inlineReferences(json, $defs as JsonObject) as JsonObject;
};

function inlineReferences(schema: unknown, definitions: JsonObject): unknown {
  if (Array.isArray(schema)) return schema.map((each) => inlineReferences(each, definitions));
  if (typeof schema !== "object" || schema === null) return schema;
  const { $ref, id, ...rest } = schema as JsonObject;
  // The id of a definition is left out; a field named `id` stays.
  const kept = typeof id === "string" || id === undefined ? rest : { id, ...rest };
  if (typeof $ref === "string")
    return inlineReferences(definitions[$ref.replace("#/$defs/", "")], definitions);
  return Object.fromEntries(
    Object.entries(kept).map(([key, value]) => [key, inlineReferences(value, definitions)]),
  );
}
