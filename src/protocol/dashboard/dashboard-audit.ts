import { z } from "zod";

/** An entry of the audit log in a list. `at` is in ms since 1970. */
export const DashboardAuditEntry = z.object({
  sequence: z.int(),
  at: z.int(),
  /** The kind of the actor, such as `dashboard` or `client`. */
  actor_kind: z.string(),
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  /** The client of the entry; null without a client. */
  client_id: z.string().nullable(),
  client_name: z.string().nullable(),
  /** The request's network address; null if unknown. */
  address: z.string().nullable(),
  /**
   * The changed fields with their values before and after, as text. A created or logged value has
   * no value before.
   */
  fields: z.array(z.object({ name: z.string(), before: z.string().nullable(), after: z.string() })),
});
export type DashboardAuditEntry = z.infer<typeof DashboardAuditEntry>;

/** An entry with its position in the chain. */
export const DashboardAuditDetails = z.object({
  entry: DashboardAuditEntry,
  digest: z.string(),
  previous_digest: z.string(),
  /** Whether the digest matches the entry's content and the entry before. */
  is_intact: z.boolean(),
});
export type DashboardAuditDetails = z.infer<typeof DashboardAuditDetails>;

/**
 * The result for a part of the chain: verified up to an entry, or the first entry at which the
 * chain breaks.
 */
export const DashboardAuditCheck = z.object({
  sequence: z.int(),
  digest: z.string(),
  /** Null if the chain is intact so far. */
  problem: z.string().nullable(),
  /** Whether the log has no more entries. */
  is_end: z.boolean(),
});
export type DashboardAuditCheck = z.infer<typeof DashboardAuditCheck>;
