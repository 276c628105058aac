import { z } from "zod";

/** An Item in the Dashboard's list. Times are ms since 1970. */
export const DashboardItem = z.object({
  item_id: z.string(),
  client_id: z.string(),
  /** The operator's name for it; null for a client without a name. */
  client_name: z.string().nullable(),
  /** The application's id of its user; null if it gave none. */
  client_user_id: z.string().nullable(),
  institution_id: z.string(),
  institution_name: z.string(),
  state: z.enum(["good", "expiring", "login_required", "revoked", "removed"]),
  error_code: z.string().nullable(),
  products: z.array(z.string()),
  created_at: z.int(),
  /** When its transactions were read last; null if never. */
  pulled_at: z.int().nullable(),
  consent_expires_at: z.int().nullable(),
});
export type DashboardItem = z.infer<typeof DashboardItem>;

/** An Item in detail: its accounts without numbers and balances, and its updates. */
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

/** The parameters that open Link in update mode for an Item, once, within half an hour. */
export const DashboardUpdateLink = z.object({ link_token: z.string() });
export type DashboardUpdateLink = z.infer<typeof DashboardUpdateLink>;

/** A webhook delivery in the Dashboard's list. */
export const DashboardWebhook = z.object({
  delivery_id: z.string(),
  client_id: z.string(),
  item_id: z.string().nullable(),
  /** The URL, without secrets in its query. */
  url: z.string(),
  /** `type:code`. */
  webhook: z.string(),
  state: z.enum(["waiting", "delivered", "given_up"]),
  tries: z.int(),
  /** The last response: its HTTP status, or the reason why there was none. */
  status: z.int().nullable(),
  failure: z.string().nullable(),
  created_at: z.int(),
});
export type DashboardWebhook = z.infer<typeof DashboardWebhook>;

/** A delivery in detail: its body with tokens redacted, and each attempt. */
export const DashboardWebhookDetails = z.object({
  delivery: DashboardWebhook.extend({
    /** The operator's name for its client; null for one without a name. */
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
