import { z } from "zod";

/** What sets the brand: an option of the start, a variable, the Dashboard, or nothing. */
export const BrandSource = z.enum(["--brand", "SERVICE_BRAND", "dashboard", "default"]);
export type BrandSource = z.infer<typeof BrandSource>;

/** The brand of the whole server, for the operator. */
export const DashboardServerBrand = z.object({
  /** The brand of the server that answers. */
  name: z.string(),
  source: BrandSource,
  /** What is set on the Dashboard, for the next start; empty for nothing. */
  stored_name: z.string(),
  /** The brand that the next start has, with the same options and variables. */
  next_name: z.string(),
});
export type DashboardServerBrand = z.infer<typeof DashboardServerBrand>;
