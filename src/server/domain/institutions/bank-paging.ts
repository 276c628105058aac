import { z } from "zod";
import { Path } from "./bank-operator.ts";

/** The placeholders for a period in paths and queries. */
export const PERIOD_NAMES = [
  "from",
  "to",
  "from_time",
  "to_time",
  "from_seconds",
  "to_seconds",
] as const;
export type PeriodName = (typeof PERIOD_NAMES)[number];

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
  /** The next page ends at a field of the last entry, which it may repeat: the placeholder gets its value. */
  z.strictObject({
    by: z.literal("until"),
    name: z.enum(PERIOD_NAMES),
    last: Path,
    size: z.int().min(2).max(1000),
  }),
]);
export type Paging = z.infer<typeof Paging>;
