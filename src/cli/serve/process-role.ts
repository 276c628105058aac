import { z } from "zod";
import { BrandSource } from "../../protocol/dashboard-brand.ts";

/** Which of several processes this is: the first one also does the jobs, and shows the demo. */
export const ProcessRole = z.strictObject({
  number: z.int(),
  /** Whether it takes the place of one that ended. */
  isReplacement: z.boolean(),
  /** Where all of them listen. */
  port: z.int(),
  /** Where the demo shop is, which the first one shows. */
  demoOrigin: z.string().nullable(),
  /** The brand that the first one read, so that all have one until all are started again; null for the first one. */
  brand: z.strictObject({ name: z.string(), source: BrandSource }).nullable(),
});
export type ProcessRole = z.infer<typeof ProcessRole>;

/** By this variable a primary process tells those that it starts. */
export const ROLE_VARIABLE = "SERVICE_LINK_PROCESS";

/** What a primary process has told this one; null where there is none. */
export const readRole = (variables: Record<string, string | undefined>): ProcessRole | null => {
  const text = variables[ROLE_VARIABLE];
  return text === undefined ? null : ProcessRole.parse(JSON.parse(text));
};
