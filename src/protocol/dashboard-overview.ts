import { z } from "zod";

/** What was read in a month, by client and product. */
export const DashboardUsage = z.object({
  /** `YYYY-MM`, in UTC. */
  month: z.string(),
  rows: z.array(
    z.object({
      client_id: z.string(),
      product: z.string(),
      /** How many Items it was about; null over all clients, where they are not counted. */
      items: z.int().nullable(),
      calls: z.int(),
    }),
  ),
});
export type DashboardUsage = z.infer<typeof DashboardUsage>;

/** An institution in the Dashboard's list. */
export const DashboardInstitution = z.object({
  institution_id: z.string(),
  name: z.string(),
  country_codes: z.array(z.string()),
  products: z.array(z.string()),
  /** Whether its users sign in at its own site. */
  oauth: z.boolean(),
  health: z.enum(["HEALTHY", "DEGRADED", "DOWN"]),
  supported: z.boolean(),
  enabled: z.boolean(),
  /** In the last 30 days: how many chose it in Link, and connected. */
  chosen: z.int(),
  connected: z.int(),
});
export type DashboardInstitution = z.infer<typeof DashboardInstitution>;
