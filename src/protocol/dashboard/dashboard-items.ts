import { z } from "zod";
import { Counterparty, PersonalFinanceCategory } from "../enrichment.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../export-format.ts";
import { WebhookPoint } from "./dashboard-overview.ts";

/** An Item in the Dashboard's list. Times are ms since 1970. */
export const DashboardItem = z.object({
  item_id: z.string(),
  client_id: z.string(),
  /** The operator's name for the client; null without a name. */
  client_name: z.string().nullable(),
  /** The application's id of the user; null without an id. */
  client_user_id: z.string().nullable(),
  institution_id: z.string(),
  institution_name: z.string(),
  state: z.enum(["good", "expiring", "login_required", "revoked", "removed"]),
  error_code: z.string().nullable(),
  /**
   * The reason for the end of the consent, in words; null if the consent lasts, or without a known
   * reason.
   */
  consent_end: z.string().nullable(),
  products: z.array(z.string()),
  created_at: z.int(),
  /** The last read of the transactions; null before the first read. */
  pulled_at: z.int().nullable(),
  consent_expires_at: z.int().nullable(),
});
export type DashboardItem = z.infer<typeof DashboardItem>;

/** The institutions of Items; null if there are too many for a menu. */
export const DashboardItemInstitutions = z.object({
  institutions: z.array(z.object({ id: z.string(), name: z.string() })).nullable(),
});
export type DashboardItemInstitutions = z.infer<typeof DashboardItemInstitutions>;

/** A transaction of an Item, with its enrichment. */
export const DashboardTransaction = z.object({
  transaction_id: z.string(),
  /** YYYY-MM-DD. */
  date: z.string(),
  name: z.string(),
  /** The merchant, otherwise the payment service; null if neither is recognized. */
  counterparty: Counterparty.pick({ name: true, type: true }).nullable(),
  category: PersonalFinanceCategory.omit({ version: true }).nullable(),
  /** In units of the currency; positive when money leaves the account. */
  amount: z.number(),
  currency: z.string().nullable(),
  pending: z.boolean(),
});
export type DashboardTransaction = z.infer<typeof DashboardTransaction>;

/**
 * Whether a bank's ids stay the same in later files: learned from the bank's files, or set
 * manually.
 */
export const ID_SETTINGS = ["learn", "stay", "move"] as const;

/** An Item in detail: its accounts without numbers and balances, its updates, and its newest transactions. */
export const DashboardItemDetails = z.object({
  item: DashboardItem.extend({
    consented_products: z.array(z.string()),
    /** Null without account numbers. */
    auth_method: z.string().nullable(),
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
      /** Null for an account from before this field existed. */
      holder_category: z.string().nullable(),
      /**
       * The behaviour of ids in the Item's files: observed, or set manually. Absent for other
       * Items.
       */
      file_ids: z
        .object({ rebook: z.boolean(), rebooked: z.int(), setting: z.enum(ID_SETTINGS) })
        .optional(),
    }),
  ),
  /** Null for an Item without the product, and for an Item whose data may no longer be read. */
  transactions: z
    .object({
      /** Newest first. */
      newest: z.array(DashboardTransaction),
      total: z.int(),
    })
    .nullable(),
});
export type DashboardItemDetails = z.infer<typeof DashboardItemDetails>;

/** The Item and the format of an export of transactions. The server responds with the file. */
export const DashboardItemExport = z.object({
  item_id: z.string(),
  format: z.enum(Object.keys(EXPORT_FORMATS) as ExportFormat[]),
});

/** The parameters that open Link in update mode for an Item, once within half an hour. */
export const DashboardUpdateLink = z.object({ link_token: z.string() });
export type DashboardUpdateLink = z.infer<typeof DashboardUpdateLink>;

/** A webhook delivery in the Dashboard's list. */
export const DashboardWebhook = z.object({
  delivery_id: z.string(),
  client_id: z.string(),
  item_id: z.string().nullable(),
  /** The URL, without secrets in the query. */
  url: z.string(),
  /** `type:code`. */
  webhook: z.string(),
  state: z.enum(["waiting", "delivered", "given_up"]),
  tries: z.int(),
  /** The time of the next attempt; null without a next attempt, or if the time is unknown. */
  next_try_at: z.int().nullable(),
  /** The HTTP status of the last response, or the reason for no response. */
  status: z.int().nullable(),
  failure: z.string().nullable(),
  created_at: z.int(),
});
export type DashboardWebhook = z.infer<typeof DashboardWebhook>;

/** A delivery in detail: its body with tokens redacted, and each attempt. */
export const DashboardWebhookDetails = z.object({
  delivery: DashboardWebhook.extend({
    /** The operator's name for the client; null without a name. */
    client_name: z.string().nullable(),
    /** The delivery's Link session; null without a session. */
    link_session_id: z.string().nullable(),
  }),
  body: z.string(),
  attempts: z.array(
    z.object({
      at: z.int(),
      ms: z.int(),
      status: z.int().nullable(),
      failure: z.string().nullable(),
      /** The first 4 KB of the response's body, with tokens redacted. */
      excerpt: z.string(),
      /** The request's headers as sent; null if they were not stored. */
      headers: z.record(z.string(), z.string()).nullable(),
    }),
  ),
});
export type DashboardWebhookDetails = z.infer<typeof DashboardWebhookDetails>;

/** The attempts to send webhooks of a period. */
export const DashboardWebhookSummary = z.object({
  points: z.array(WebhookPoint),
  /** The attempts of the same days by address and event. */
  places: z.array(
    z.object({
      /** Null over all clients. */
      address: z.string().nullable(),
      webhook: z.string(),
      attempts: z.int(),
      delivered: z.int(),
      /** The earliest next attempt of the pending deliveries. */
      next_try_at: z.int().nullable(),
    }),
  ),
});
export type DashboardWebhookSummary = z.infer<typeof DashboardWebhookSummary>;

/** The number of deliveries to send again; `more` if further deliveries can be replayed. */
export const DashboardReplay = z.object({ replayed: z.int(), more: z.boolean() });
export type DashboardReplay = z.infer<typeof DashboardReplay>;

/** The built-in receiver of a client's webhooks. */
export const DashboardInbox = z.object({
  /** Null outside the sandbox, which alone has this address. */
  address: z.string().nullable(),
  /** The reason why this server may not call the address; null if it may. */
  problem: z.string().nullable(),
  /** The webhooks of the last day, newest first. */
  webhooks: z.array(
    z.object({
      webhook_id: z.string(),
      received_at: z.int(),
      /** Null if the body is not a webhook of this server. */
      webhook_type: z.string().nullable(),
      webhook_code: z.string().nullable(),
      /** Whether the signature is this server's, for this client and body. */
      verified: z.boolean(),
      body: z.string(),
    }),
  ),
});
export type DashboardInbox = z.infer<typeof DashboardInbox>;

/** The number of examples that are sent. */
export const DashboardExamples = z.object({ sent: z.int() });
export type DashboardExamples = z.infer<typeof DashboardExamples>;
