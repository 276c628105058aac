import { z } from "zod";

/** The kinds of what a search finds. */
const FOUND_KINDS = [
  "item",
  "session",
  "request",
  "webhook",
  "user",
  "client",
  "institution",
] as const;

/** One result of a search. */
const Found = z.object({
  kind: z.enum(FOUND_KINDS),
  id: z.string(),
  name: z.string(),
  /** The client of the result; null for an institution, and for a request with wrong keys. */
  client_id: z.string().nullable(),
});
export type Found = z.infer<typeof Found>;

/** The results of a search: by id, otherwise by name. */
export const DashboardSearch = z.object({ found: z.array(Found) });
export type DashboardSearch = z.infer<typeof DashboardSearch>;
