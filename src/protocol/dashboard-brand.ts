import { z } from "zod";

/** The source of the brand: a command-line option, a variable, the Dashboard, or the default. */
export const BrandSource = z.enum(["--brand", "SERVICE_BRAND", "dashboard", "default"]);
export type BrandSource = z.infer<typeof BrandSource>;

/** The brand of the whole server, for the operator. */
export const DashboardServerBrand = z.object({
  /** The current brand of the server. */
  name: z.string(),
  source: BrandSource,
  /** The name set on the Dashboard, for the next start; empty if none is. */
  stored_name: z.string(),
  /** The brand after the next start, with the same options and variables. */
  next_name: z.string(),
});
export type DashboardServerBrand = z.infer<typeof DashboardServerBrand>;
