import type { z } from "zod";

/** A value kept in one column as JSON text; what comes out is checked against the schema. */
export const jsonColumn = <T>(schema: z.ZodType<T>) => ({
  write: (value: T): string => JSON.stringify(value),
  read: (text: string): T => schema.parse(JSON.parse(text)),
});
