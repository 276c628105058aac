import { z } from "zod";

/** What was read in a month by client and product, and in the months before this one by product. */
export const DashboardUsage = z.object({
  /** `YYYY-MM`, in UTC. */
  month: z.string(),
  rows: z.array(
    z.object({
      client_id: z.string(),
      /** What the operator calls it; null for a client that is gone, or has no name. */
      client_name: z.string().nullable(),
      product: z.string(),
      /** How many Items it was about; null over all clients, where they are not counted. */
      items: z.int().nullable(),
      calls: z.int(),
    }),
  ),
  /** The last twelve months, this one last, with the calls of each product that was read. */
  months: z.array(
    z.object({
      month: z.string(),
      products: z.array(z.object({ product: z.string(), calls: z.int() })),
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
  /** Since when most requests of a kind fail there, by this server's own traffic; null where none do. */
  down_since: z.int().nullable(),
  supported: z.boolean(),
  enabled: z.boolean(),
  /** In the last 30 days: how many chose it in Link, and connected. */
  chosen: z.int(),
  connected: z.int(),
});
export type DashboardInstitution = z.infer<typeof DashboardInstitution>;

const REQUEST_KINDS = ["item_logins", "transactions_updates", "balance", "identity"] as const;

/** How an institution answers what it is asked, by this server's own traffic. */
const KindHealth = z.object({
  kind: z.enum(REQUEST_KINDS),
  /** Since when most requests fail; null where they do not. */
  down_since: z.int().nullable(),
  /** The share of the last day's requests that succeeded, from 0 to 1; null where there were none. */
  success_rate: z.number().nullable(),
  /** The same by hour, for the last 24; oldest first. */
  hours: z.array(z.object({ from: z.int(), success_rate: z.number().nullable() })),
});

/** An institution whole: how it answers, and where people leave there. */
export const DashboardInstitutionDetails = z.object({
  institution: DashboardInstitution.extend({
    url: z.string().nullable(),
    /** Whether it is one that the operator put in. */
    is_own: z.boolean(),
  }),
  kinds: z.array(KindHealth),
  outages: z.array(
    z.object({
      kind: z.enum(REQUEST_KINDS),
      began_at: z.int(),
      /** Null while it lasts. */
      ended_at: z.int().nullable(),
    }),
  ),
  /** The last Link sessions there, over at most so many days. */
  funnel: z.object({
    days: z.int(),
    sessions: z.int(),
    connected: z.int(),
    /** In how many of them each view was seen, and was the last one before the user left. */
    views: z.array(z.object({ view_name: z.string(), seen: z.int(), left: z.int() })),
    errors: z.array(z.object({ error_code: z.string(), count: z.int() })),
  }),
  /** How many Items are linked there; null to clients. */
  live_items: z.int().nullable(),
  /** How it is reached, without secrets; null to clients, and where it has no data API. */
  connection: z
    .object({
      issuer: z.string(),
      client_id: z.string(),
      authentication: z.string(),
      data_url: z.string(),
      scopes: z.array(z.string()).nullable(),
      resource: z.string().nullable(),
      flow: z.string(),
      connected_at: z.int(),
      requests_per_day: z.int().nullable(),
      requests_counted_by: z.string().nullable(),
      own_redirect_uri: z.boolean(),
      /** Whether tokens are bound to a key (DPoP) where the metadata offer that, and by whom that is decided. */
      dpop: z.boolean(),
      dpop_by: z.enum(["metadata", "operator", "probe"]),
      /** Which secrets are stored: none of them is shown. */
      has_client_secret: z.boolean(),
      has_private_key: z.boolean(),
      /** Until when the certificate of TLS is good, in ms since 1970; null for none. */
      certificate_until: z.int().nullable(),
      /** Certificates of authorities, as PEM; they are no secret. */
      authorities: z.string().nullable(),
    })
    .nullable(),
});
export type DashboardInstitutionDetails = z.infer<typeof DashboardInstitutionDetails>;

/** Whom a client wants told of outages. */
export const DashboardAlert = z.object({
  webhook: z.string().nullable(),
  email: z.string().nullable(),
  mail_users: z.boolean(),
  /** Whether this server sends mail at all. */
  sends_mail: z.boolean(),
});
export type DashboardAlert = z.infer<typeof DashboardAlert>;
