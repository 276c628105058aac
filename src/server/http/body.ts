import type { z } from "zod";
import { parseInput } from "../../protocol/parse-input.ts";
import { problemsIn } from "../../protocol/problems.ts";
import { Fault } from "../domain/fault.ts";
import { NO_JSON_TYPE } from "./json-body.ts";

/**
 * The body under its schema. Throws MISSING_FIELDS, UNKNOWN_FIELDS or INVALID_FIELD naming them, or
 * INVALID_PRODUCT where nothing is wrong but that a product is named that there is not.
 */
export const parseBody = <Schema extends z.ZodObject>(
  schema: Schema,
  body: unknown,
): z.output<Schema> => {
  requireJsonObject(body);
  const result = parseInput(schema, body);
  if (result.success) return result.data;
  const { missing, unknown, invalid } = problemsIn(result.issues, body);
  if (missing.length > 0)
    throw new Fault("MISSING_FIELDS", {
      message: `the following required fields are missing: ${missing.join(", ")}`,
    });
  if (unknown.length > 0)
    throw new Fault("UNKNOWN_FIELDS", {
      message: `the following fields are not known to this path: ${unknown.join(", ")}`,
    });
  const code = result.issues.every(isUnknownProduct) ? "INVALID_PRODUCT" : "INVALID_FIELD";
  throw new Fault(code, { message: invalid.join("; ") });
};

const PRODUCT_LISTS: readonly unknown[] = ["products", "initial_products"];

const isUnknownProduct = ({ code, path }: z.core.$ZodIssue): boolean =>
  code === "invalid_value" && PRODUCT_LISTS.includes(path.at(-2));

/** Whether a parsed body is a JSON object. */
export const isJsonObject = (body: unknown): body is Record<string, unknown> =>
  typeof body === "object" && body !== null && !Array.isArray(body);

/** Refuses a body that is no JSON object; an empty one without a content type was not parsed at all. */
export function requireJsonObject(body: unknown): asserts body is Record<string, unknown> {
  if (body === undefined) throw new Fault("INVALID_BODY", { message: NO_JSON_TYPE });
  if (!isJsonObject(body)) throw new Fault("INVALID_BODY");
}
