import type { z } from "zod";

/** The parsed input, or its faults. */
type ParsedInput<Data> =
  | { success: true; data: Data }
  | { success: false; issues: readonly z.core.$ZodIssue[] };

/**
 * Parses untrusted input by a schema; never throws. zod compares existing `length` and `size`
 * fields even after it has refused the type. zod throws for values that cannot be compared. Such
 * input is parsed again without these fields.
 */
export const parseInput = <Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): ParsedInput<z.output<Schema>> => {
  try {
    return safeParse(schema, input);
  } catch {
    // Parsed again below.
  }
  try {
    return safeParse(schema, withoutSizes(input));
  } catch {
    return { success: false, issues: [UNREADABLE] };
  }
};

function safeParse<Schema extends z.ZodType>(
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

/** Copies JSON without the fields that make an object look like a text, a list or a set. */
function withoutSizes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSizes);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "length" && name !== "size")
      .map(([name, inner]) => [name, withoutSizes(inner)]),
  );
}
