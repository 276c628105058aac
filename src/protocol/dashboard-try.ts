import { z } from "zod";

/** The response to a call that was tried on the reference's page. */
export const TriedCall = z.object({
  status: z.int(),
  content_type: z.string(),
  /** The body as received; null if it is not text, or too long. */
  body: z.string().nullable(),
});
export type TriedCall = z.infer<typeof TriedCall>;
