import { z } from "zod";

/** An Item in the Dashboard's list. Times are ms since 1970. */
export const DashboardItem = z.object({
  item_id: z.string(),
  client_id: z.string(),
  /** What the operator calls it; null for a client without a name. */
  client_name: z.string().nullable(),
  /** The application's own id of whom it was linked for; null where it named none. */
  client_user_id: z.string().nullable(),
  institution_id: z.string(),
  institution_name: z.string(),
  state: z.enum(["good", "expiring", "login_required", "revoked", "removed"]),
  error_code: z.string().nullable(),
  products: z.array(z.string()),
  created_at: z.int(),
  /** When its transactions were read last; null for never. */
  pulled_at: z.int().nullable(),
  consent_expires_at: z.int().nullable(),
});
export type DashboardItem = z.infer<typeof DashboardItem>;

/** One Item whole: its accounts without numbers and balances, and how its updates went. */
export const DashboardItemDetails = z.object({
  item: DashboardItem.extend({
    webhook: z.string().nullable(),
    logged_in_at: z.int(),
    removed_at: z.int().nullable(),
    transactions_updated_at: z.int().nullable(),
    transactions_failed_at: z.int().nullable(),
  }),
  accounts: z.array(
    z.object({
      account_id: z.string(),
      name: z.string(),
      mask: z.string().nullable(),
      subtype: z.string().nullable(),
    }),
  ),
});
export type DashboardItemDetails = z.infer<typeof DashboardItemDetails>;

/** What opens Link in update mode for an Item, once, within half an hour. */
export const DashboardUpdateLink = z.object({ link_token: z.string() });
export type DashboardUpdateLink = z.infer<typeof DashboardUpdateLink>;

/** A webhook delivery in the Dashboard's list. */
export const DashboardWebhook = z.object({
  delivery_id: z.string(),
  client_id: z.string(),
  item_id: z.string().nullable(),
  /** Without what its query may hold in secret. */
  url: z.string(),
  /** `type:code`. */
  webhook: z.string(),
  state: z.enum(["waiting", "delivered", "given_up"]),
  tries: z.int(),
  /** The last answer: its HTTP status, or why there was none. */
  status: z.int().nullable(),
  failure: z.string().nullable(),
  created_at: z.int(),
});
export type DashboardWebhook = z.infer<typeof DashboardWebhook>;

/** One delivery whole, with its body, in which no token is shown, and each attempt. */
export const DashboardWebhookDetails = z.object({
  delivery: DashboardWebhook.extend({
    /** What the operator calls its client; null for one without a name. */
    client_name: z.string().nullable(),
  }),
  body: z.string(),
  attempts: z.array(
    z.object({
      at: z.int(),
      ms: z.int(),
      status: z.int().nullable(),
      failure: z.string().nullable(),
      excerpt: z.string(),
    }),
  ),
});
export type DashboardWebhookDetails = z.infer<typeof DashboardWebhookDetails>;
