import type { z } from "zod";

/** A value in one column as JSON text; a read validates it against the schema. */
export const jsonColumn = <T>(schema: z.ZodType<T>) => ({
  write: (value: T): string => JSON.stringify(value),
  read: (text: string): T => schema.parse(JSON.parse(text)),
});
