import { z } from "zod";
import { RequestPoint, SessionPoint } from "./dashboard-overview.ts";

/** A request to the API in the Dashboard's list. Times are ms since 1970, or in ms. */
export const DashboardRequest = z.object({
  request_id: z.string(),
  /** Null if its keys were wrong. */
  client_id: z.string().nullable(),
  path: z.string(),
  status: z.int(),
  error_code: z.string().nullable(),
  version: z.string().nullable(),
  ms: z.int(),
  at: z.int(),
});
export type DashboardRequest = z.infer<typeof DashboardRequest>;

/** A request with its bodies as JSON, redacted; null if they were too long, or empty. */
export const DashboardRequestDetails = z.object({
  request: DashboardRequest.extend({
    /** The operator's name for its client; null for one without a name, and without a client. */
    client_name: z.string().nullable(),
    /** The Item that it was about; null for none. */
    item_id: z.string().nullable(),
    sent: z.string().nullable(),
    answered: z.string().nullable(),
  }),
});
export type DashboardRequestDetails = z.infer<typeof DashboardRequestDetails>;

/** The periods for which requests are listed and errors counted, back from now, in hours. */
export const PERIODS = { hour: 1, day: 24, week: 168, month: 720 } as const;

/** The number of failed requests in a period, by error code; the most frequent first. */
export const DashboardRequestErrors = z.object({
  /** All requests over the period: by hour for a day or less, else by day. */
  points: z.array(RequestPoint),
  /** The API versions of all requests that there are. */
  versions: z.array(z.string()),
  /** The total, including codes that are not listed. */
  count: z.int(),
  /** Null if the response had no code. */
  errors: z.array(z.object({ error_code: z.string().nullable(), count: z.int() })),
});
export type DashboardRequestErrors = z.infer<typeof DashboardRequestErrors>;

const FunnelStep = z.enum(["opened", "institution", "login", "accounts", "connected"]);

/** One use of Link. */
export const DashboardLinkUse = z.object({
  link_session_id: z.string(),
  client_id: z.string(),
  institution_name: z.string().nullable(),
  reached: FunnelStep,
  outcome: z.enum(["running", "connected", "exited", "expired"]),
  exit_status: z.string().nullable(),
  error_code: z.string().nullable(),
  update_mode: z.boolean(),
  started_at: z.int(),
  seen_at: z.int(),
});
export type DashboardLinkUse = z.infer<typeof DashboardLinkUse>;

/** One use of Link with its events, in order. */
export const DashboardLinkUseDetails = z.object({
  visit: DashboardLinkUse.extend({
    /** The operator's name for its client; null for one without a name. */
    client_name: z.string().nullable(),
  }),
  /** The Items that the session has connected or updates; the name is null if the institution was removed. */
  items: z.array(z.object({ item_id: z.string(), institution_name: z.string().nullable() })),
  events: z.array(
    z.object({
      event_id: z.string(),
      at: z.int(),
      /** Whether Link reported it, or the server observed it. */
      source: z.enum(["link", "server"]),
      name: z.string(),
      detail: z.string().nullable(),
      error_code: z.string().nullable(),
      ms: z.int().nullable(),
    }),
  ),
});
export type DashboardLinkUseDetails = z.infer<typeof DashboardLinkUseDetails>;

/** The funnel of Link: how many users reached each step, in total and for each institution. */
export const DashboardFunnel = z.object({
  days: z.int(),
  /** All sessions of these days over time. */
  points: z.array(SessionPoint),
  steps: z.array(z.object({ reached: FunnelStep, count: z.int() })),
  institutions: z.array(
    z.object({
      institution_name: z.string(),
      /** The number of users who chose the institution, and how many of them connected. */
      chosen: z.int(),
      connected: z.int(),
    }),
  ),
  errors: z.array(z.object({ error_code: z.string(), count: z.int() })),
});
export type DashboardFunnel = z.infer<typeof DashboardFunnel>;
