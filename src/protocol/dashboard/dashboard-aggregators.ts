import { z } from "zod";

/** A key at an aggregator, without its secret. */
const DashboardAggregator = z.object({
  aggregator_id: z.string(),
  application_id: z.string(),
  address: z.string(),
  /** The only client that sees the banks; null for all clients. */
  client_id: z.string().nullable(),
  /** The mail address of the only person who sees the banks; null for everyone. */
  person: z.string().nullable(),
  banks: z.int(),
  /** The time of the banks' last read, in ms since 1970; null before the first read. */
  read_at: z.number().nullable(),
  /** A sentence with the action for the operator; null without a problem. */
  problem: z.string().nullable(),
});

/**
 * The connection order for banks with several ways: the kinds of ways, and whether Link asks the
 * user.
 */
const DashboardWays = z.object({ order: z.array(z.string()), asks: z.boolean() });
export type DashboardWays = z.infer<typeof DashboardWays>;

/**
 * All keys at aggregators, the redirect URI for each application's list, and the order for banks
 * with several ways.
 */
export const DashboardAggregators = z.object({
  aggregators: z.array(DashboardAggregator),
  redirect_uri: z.string(),
  ways: DashboardWays,
});
export type DashboardAggregators = z.infer<typeof DashboardAggregators>;

/**
 * The result of adding a key: the number of its banks, or the problem of each wrong field. A wrong
 * field changes nothing.
 */
export const AddedAggregator = z.object({
  banks: z.int(),
  problems: z.record(z.string(), z.string()),
});
export type AddedAggregator = z.infer<typeof AddedAggregator>;
