import type { JsonObject } from "../../versions/index.ts";

/**
 * Returns an example of a JSON Schema, its own if present. References are resolved in the named
 * schemas.
 */
export const exampleOf = (schema: unknown, namedSchemas: JsonObject, whole: boolean): unknown => {
  const schemaObject = asObject(schema);
  const own = ownExample(schemaObject);
  if (own !== undefined) return own;
  if (typeof schemaObject.$ref === "string")
    return exampleOf(namedSchemas[lastStep(schemaObject.$ref)], namedSchemas, whole);
  const choices = [...asArray(schemaObject.anyOf), ...asArray(schemaObject.oneOf)];
  const choice = choices.find((each) => asObject(each).type !== "null");
  if (choice !== undefined) return exampleOf(choice, namedSchemas, whole);
  const type = Array.isArray(schemaObject.type) ? schemaObject.type[0] : schemaObject.type;
  if (type === "object") return objectExample(schemaObject, namedSchemas, whole);
  if (type === "array") return [exampleOf(schemaObject.items, namedSchemas, whole)];
  if (type === "string") return FORMATS[String(schemaObject.format)] ?? "text";
  if (type === "integer" || type === "number")
    return Math.max(Number(schemaObject.minimum ?? 0), 0);
  return type === "boolean" ? true : null;
};

const FORMATS: Record<string, string> = {
  "date-time": "2026-01-15T12:00:00.000Z",
  date: "2026-01-15",
  uri: "https://shop.example/webhook",
  email: "someone@shop.example",
};

/**
 * Includes every field of a response with an example. For a request, includes the required fields,
 * and other fields with their own example.
 */
function objectExample(schema: JsonObject, namedSchemas: JsonObject, whole: boolean): JsonObject {
  const requiredNames = asArray(schema.required);
  return Object.fromEntries(
    Object.entries(asObject(schema.properties))
      .filter(
        ([name, field]) =>
          (whole && !hasNoExample(asObject(field))) ||
          requiredNames.includes(name) ||
          ownExample(asObject(field)) !== undefined,
      )
      .map(([name, field]) => [name, exampleOf(field, namedSchemas, whole)]),
  );
}

function ownExample(schema: JsonObject): unknown {
  const [example] = [...asArray(schema.examples), ...asArray(schema.enum)];
  return example === undefined ? schema.const : example;
}

/** Whether a field declares that it has no example, by an empty list. */
const hasNoExample = ({ examples }: JsonObject): boolean =>
  Array.isArray(examples) && examples.length === 0;

const lastStep = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const asObject = (value: unknown): JsonObject =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
