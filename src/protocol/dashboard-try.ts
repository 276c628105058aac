import { z } from "zod";

/** What a call of the API was answered that somebody tried on the reference's page. */
export const TriedCall = z.object({
  status: z.int(),
  content_type: z.string(),
  /** As it came; null where it is no text, or too long. */
  body: z.string().nullable(),
});
export type TriedCall = z.infer<typeof TriedCall>;
