import { z } from "zod";
import { LOGO_SHAPES } from "../vocabulary.ts";

const Calls = z.array(z.object({ product: z.string(), calls: z.int() }));

/**
 * The reads of a month, or of some days, by client and product. Also the reads per day and month by
 * product.
 */
export const DashboardUsage = z.object({
  /** The first day, `YYYY-MM-DD` in UTC, and the day after the last. */
  from: z.string(),
  until: z.string(),
  rows: z.array(
    z.object({
      client_id: z.string(),
      /** The operator's name for the client; null for a removed client, and without a name. */
      client_name: z.string().nullable(),
      product: z.string(),
      /**
       * The number of Items; null over all clients, and for parts of a month, which are not
       * counted.
       */
      items: z.int().nullable(),
      calls: z.int(),
    }),
  ),
  /** The last twelve months including the current month, with the calls of each product. */
  months: z.array(z.object({ month: z.string(), products: Calls })),
  /** Each day of the months from `from` to `until`; empty for more than three months. */
  days: z.array(z.object({ day: z.string(), products: Calls })),
});
export type DashboardUsage = z.infer<typeof DashboardUsage>;

/** An institution in the Dashboard's list. */
export const DashboardInstitution = z.object({
  institution_id: z.string(),
  name: z.string(),
  country_codes: z.array(z.string()),
  products: z.array(z.string()),
  /** Whether users sign in at the institution's own site. */
  oauth: z.boolean(),
  /**
   * The path of the institution's logo. Null without a logo: the page then draws a shape on the
   * institution's colour.
   */
  logo: z.string().nullable(),
  logo_shape: z.enum(LOGO_SHAPES),
  color: z.string(),
  health: z.enum(["HEALTHY", "DEGRADED", "DOWN"]),
  /**
   * The time since which most requests of a kind have failed in this server's traffic; null without
   * an outage.
   */
  down_since: z.int().nullable(),
  supported: z.boolean(),
  enabled: z.boolean(),
  /**
   * The users who chose the institution in Link in the last 30 days, and the users who connected.
   */
  chosen: z.int(),
  connected: z.int(),
});
export type DashboardInstitution = z.infer<typeof DashboardInstitution>;

const REQUEST_KINDS = ["item_logins", "transactions_updates", "balance", "identity"] as const;

/** The health of an institution by kind of request, measured by this server's own traffic. */
const KindHealth = z.object({
  kind: z.enum(REQUEST_KINDS),
  /** Since when most requests fail; null if they do not. */
  down_since: z.int().nullable(),
  /** The share of successful requests in the last day, from 0 to 1; null without requests. */
  success_rate: z.number().nullable(),
  /** The success rate by hour, for the last 24; oldest first. */
  hours: z.array(z.object({ from: z.int(), success_rate: z.number().nullable() })),
});

/** An institution in detail: its health, and the views at which users leave. */
export const DashboardInstitutionDetails = z.object({
  institution: DashboardInstitution.extend({
    url: z.string().nullable(),
    /** Whether the operator added the institution. */
    is_own: z.boolean(),
  }),
  kinds: z.array(KindHealth),
  outages: z.array(
    z.object({
      kind: z.enum(REQUEST_KINDS),
      began_at: z.int(),
      /** Null while the outage lasts. */
      ended_at: z.int().nullable(),
    }),
  ),
  /** The last Link sessions there, over at most this number of days. */
  funnel: z.object({
    days: z.int(),
    sessions: z.int(),
    connected: z.int(),
    /**
     * The number of sessions that showed a view, and the number in which it was the last view
     * before an exit.
     */
    views: z.array(z.object({ view_name: z.string(), seen: z.int(), left: z.int() })),
    errors: z.array(z.object({ error_code: z.string(), count: z.int() })),
  }),
  /** The number of Items linked there; null for clients. */
  live_items: z.int().nullable(),
  /**
   * Whether transaction ids may move to other payments at this institution, as set by the operator
   * or observed by the server.
   */
  transaction_ids: z.object({
    move: z.boolean(),
    moved: z.int(),
    moved_at: z.int().nullable(),
    rebook: z.boolean(),
    rebooked: z.int(),
    is_set: z.boolean(),
  }),
  /**
   * The access by a user's own token; null for clients, and for institutions without such access.
   */
  own_token: z
    .object({
      protocol: z.enum(["token", "simplefin", "fints"]),
      /** Null for SimpleFIN, where users name the server. */
      base: z.string().nullable(),
      requests_per_day: z.int().nullable(),
    })
    .nullable(),
  /** The connection without secrets; null for clients, and without a data API. */
  connection: z
    .object({
      issuer: z.string(),
      client_id: z.string(),
      authentication: z.string(),
      data_url: z.string(),
      scopes: z.array(z.string()).nullable(),
      resource: z.string().nullable(),
      flow: z.string(),
      /** The approach for authorizing a consent, and all approaches of the dialect. */
      approach: z.string(),
      approaches: z.array(z.string()),
      dialect: z.string(),
      security: z.string(),
      /** The bank's deviations, as texts like `booking-status=booked`. */
      deviations: z.array(z.string()),
      connected_at: z.int(),
      requests_per_day: z.int().nullable(),
      requests_counted_by: z.string().nullable(),
      own_redirect_uri: z.boolean(),
      /**
       * Whether tokens are bound to a key (DPoP) if the metadata offer it, and the source of this
       * decision.
       */
      dpop: z.boolean(),
      dpop_by: z.enum(["metadata", "operator", "probe"]),
      /** The kinds of stored secrets. Their values are never shown. */
      has_client_secret: z.boolean(),
      has_private_key: z.boolean(),
      /**
       * The ends of the certificates for TLS and seals, including the next certificates, in ms
       * since 1970; null without a certificate.
       */
      certificate_until: z.int().nullable(),
      seal_certificate_until: z.int().nullable(),
      /** Whether the dialect signs requests with a seal certificate. */
      signs_requests: z.boolean(),
      /** CA certificates, as PEM; they are not secret. */
      authorities: z.string().nullable(),
    })
    .nullable(),
});
export type DashboardInstitutionDetails = z.infer<typeof DashboardInstitutionDetails>;

/** The recipients of a client's outage alerts. */
export const DashboardAlert = z.object({
  webhook: z.string().nullable(),
  email: z.string().nullable(),
  mail_users: z.boolean(),
  remind_users: z.boolean(),
  /** Whether this server sends mail. */
  sends_mail: z.boolean(),
});
export type DashboardAlert = z.infer<typeof DashboardAlert>;

/** The requests of an hour or a day. */
export const RequestPoint = z.object({
  /** The start of the hour or day. */
  at: z.int(),
  succeeded: z.int(),
  /** The requests refused with a status below 500. */
  refused: z.int(),
  /** The requests that failed with a status of 500 or more. */
  failed: z.int(),
  /** The median and the 95th percentile of the latency, in ms; null without requests. */
  p50: z.int().nullable(),
  p95: z.int().nullable(),
});
export type RequestPoint = z.infer<typeof RequestPoint>;

/** The Link sessions that began in an hour or day, by outcome. */
export const SessionPoint = z.object({
  /** The start of the hour or day. */
  at: z.int(),
  connected: z.int(),
  exited: z.int(),
  /** The sessions that are in progress or expired: their user has neither connected nor exited. */
  open: z.int(),
});
export type SessionPoint = z.infer<typeof SessionPoint>;

/** The attempts of an hour or a day to send webhooks, by outcome. */
export const WebhookPoint = z.object({
  /** The start of the hour or day. */
  at: z.int(),
  delivered: z.int(),
  /** The attempts that failed, and are tried again. */
  retried: z.int(),
  given_up: z.int(),
});
export type WebhookPoint = z.infer<typeof WebhookPoint>;

/** The length of what a chart shows: 24 hours, or 30 days. */
export const ChartPeriod = z.enum(["day", "month"]);
export type ChartPeriod = z.infer<typeof ChartPeriod>;

/** A number of rows; `more` if there are more than were counted. */
const Count = z.object({ count: z.int(), more: z.boolean() });

/**
 * The number of open tasks: Items that need their user, abandoned webhooks, and clients that wait
 * for a decision.
 */
export const DashboardAttention = z.object({ items: Count, webhooks: Count, clients: Count });
export type DashboardAttention = z.infer<typeof DashboardAttention>;

/** The state of a client, or of all clients, on the first page. */
export const DashboardOverview = z.object({
  points: z.array(RequestPoint),
  session_points: z.array(SessionPoint),
  webhook_points: z.array(WebhookPoint),
  /** The most frequent errors of the period. */
  errors: z.array(z.object({ error_code: z.string().nullable(), count: z.int() })),
  /** The Items whose user has to sign in again. */
  /** Up to five Items whose consent ends within 14 days, the earliest end first. */
  expiring_items: z.array(
    z.object({ item_id: z.string(), institution_name: z.string(), ends_at: z.int() }),
  ),
  broken_items: Count,
  webhooks: z.object({ waiting: Count, given_up: Count }),
  /**
   * The jobs that were set aside because each ended its process; null for clients, and for a single
   * client.
   */
  crashed_jobs: Count.nullable(),
  /** The institutions where most requests fail now. */
  outages: z.array(z.object({ institution_id: z.string(), name: z.string(), down_since: z.int() })),
  /** The steps of a new client; true for a completed step. Null over all clients. */
  steps: z
    .object({
      called: z.boolean(),
      linked: z.boolean(),
      notified: z.boolean(),
      production: z.boolean(),
    })
    .nullable(),
});
export type DashboardOverview = z.infer<typeof DashboardOverview>;

/** The state of each requirement for a production server. */
export const ProductionChecklist = z.object({
  /** Whether no secret of the client is in `keys.json` of the server. */
  keys: z.boolean(),
  /** Whether the client has a redirect address. */
  redirect_uris: z.boolean(),
  /** The server's own things; null for clients outside the sandbox. */
  server: z
    .object({
      /** The component that terminates TLS; null without TLS. */
      tls: z.enum(["certificate", "proxy"]).nullable(),
      /** Whether the master key is a variable, and no file next to the store. */
      master_key: z.boolean(),
      /** The last backup by the command, in ms since 1970; null without a backup. */
      backed_up_at: z.int().nullable(),
      /** Whether the command makes backups. A database server has its own tools. */
      backup_by_command: z.boolean(),
      mail: z.boolean(),
    })
    .nullable(),
});
export type ProductionChecklist = z.infer<typeof ProductionChecklist>;
