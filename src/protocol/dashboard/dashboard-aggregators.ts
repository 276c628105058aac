import { z } from "zod";

/** A key at an aggregator, without its secret. */
const DashboardAggregator = z.object({
  aggregator_id: z.string(),
  application_id: z.string(),
  address: z.string(),
  /** The one client that sees its banks; null for all of them. */
  client_id: z.string().nullable(),
  /** The mail address of the one person who sees its banks; null for everybody. */
  person: z.string().nullable(),
  banks: z.int(),
  /** When its banks were last read, in ms since 1970; null before the first time. */
  read_at: z.number().nullable(),
  /** A sentence with the action that the operator has to take; null for none. */
  problem: z.string().nullable(),
});

/** How banks with several ways are reached: the kinds of ways in their order, and whether Link asks. */
const DashboardWays = z.object({ order: z.array(z.string()), asks: z.boolean() });
export type DashboardWays = z.infer<typeof DashboardWays>;

/** All keys at aggregators, the redirect URI that each application has to list, and how banks of several ways are reached. */
export const DashboardAggregators = z.object({
  aggregators: z.array(DashboardAggregator),
  redirect_uri: z.string(),
  ways: DashboardWays,
});
export type DashboardAggregators = z.infer<typeof DashboardAggregators>;

/**
 * The result of adding a key: the number of its banks, or the problem of each wrong field; then nothing was
 * changed.
 */
export const AddedAggregator = z.object({
  banks: z.int(),
  problems: z.record(z.string(), z.string()),
});
export type AddedAggregator = z.infer<typeof AddedAggregator>;
