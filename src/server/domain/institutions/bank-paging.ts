import { z } from "zod";
import { Path } from "./bank-operator.ts";

/** How a list continues on its next page. */
export const Paging = z.discriminatedUnion("by", [
  /** The response has the next page's cursor or number, sent as a parameter. */
  z.strictObject({ by: z.literal("cursor"), parameter: z.string().max(60), next: Path }),
  z.strictObject({
    by: z.literal("page"),
    parameter: z.string().max(60),
    first: z.int().min(0).max(1),
  }),
  z.strictObject({
    by: z.literal("offset"),
    parameter: z.string().max(60),
    size: z.int().min(1).max(1000),
  }),
  /** The header `Link` with `rel="next"` (RFC 8288). */
  z.strictObject({ by: z.literal("link") }),
  z.strictObject({ by: z.literal("url"), next: Path }),
  /** The next page begins at a field of the last entry, which it may repeat. */
  z.strictObject({
    by: z.literal("since"),
    parameter: z.string().max(60),
    last: Path,
    size: z.int().min(2).max(1000),
  }),
]);
export type Paging = z.infer<typeof Paging>;
