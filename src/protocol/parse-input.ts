import type { z } from "zod";

/** What a schema makes of input, or what is wrong with it. */
type ParsedInput<Data> =
  | { success: true; data: Data }
  | { success: false; issues: readonly z.core.$ZodIssue[] };

/**
 * What a schema makes of input that anybody may have written; never throws. zod compares the `length`
 * and the `size` of whatever has one, even where it has refused that by its type already, and throws
 * where they cannot be compared: such input is looked at again without them.
 */
export const parseInput = <Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): ParsedInput<z.output<Schema>> => {
  try {
    return resultOf(schema, input);
  } catch {
    // Looked at again.
  }
  try {
    return resultOf(schema, withoutSizes(input));
  } catch {
    return { success: false, issues: [UNREADABLE] };
  }
};

function resultOf<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): ParsedInput<z.output<Schema>> {
  const { data, error } = schema.safeParse(input);
  return error ? { success: false, issues: error.issues } : { success: true, data };
}

const UNREADABLE: z.core.$ZodIssue = {
  code: "custom",
  path: [],
  message: "is not in the documented shape",
  input: undefined,
};

/** The same JSON, but for what makes an object look like a text, a list or a set. */
function withoutSizes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSizes);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "length" && name !== "size")
      .map(([name, inner]) => [name, withoutSizes(inner)]),
  );
}
