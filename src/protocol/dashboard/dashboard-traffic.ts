import { z } from "zod";
import { RequestPoint, SessionPoint } from "./dashboard-overview.ts";

/** A request to the API in the Dashboard's list. Times are ms since 1970, or in ms. */
export const DashboardRequest = z.object({
  request_id: z.string(),
  /** Null if the request's keys were wrong. */
  client_id: z.string().nullable(),
  path: z.string(),
  status: z.int(),
  error_code: z.string().nullable(),
  version: z.string().nullable(),
  ms: z.int(),
  at: z.int(),
});
export type DashboardRequest = z.infer<typeof DashboardRequest>;

/**
 * A request with its redacted JSON bodies; null for empty bodies, and for bodies that were too
 * long.
 */
export const DashboardRequestDetails = z.object({
  request: DashboardRequest.extend({
    /** The operator's name for the client; null without a name, and without a client. */
    client_name: z.string().nullable(),
    /** The Item of the request; null without an Item. */
    item_id: z.string().nullable(),
    sent: z.string().nullable(),
    answered: z.string().nullable(),
  }),
});
export type DashboardRequestDetails = z.infer<typeof DashboardRequestDetails>;

/** The selectable periods for requests and errors, in hours before now. */
export const PERIODS = { hour: 1, day: 24, week: 168, month: 720 } as const;

/** The number of failed requests in a period, by error code; the most frequent first. */
export const DashboardRequestErrors = z.object({
  /** All requests in the period: by hour for at most a day, otherwise by day. */
  points: z.array(RequestPoint),
  /** The API versions of all stored requests. */
  versions: z.array(z.string()),
  /** The total, including codes that are not listed. */
  count: z.int(),
  /** Null if the response had no code. */
  errors: z.array(z.object({ error_code: z.string().nullable(), count: z.int() })),
});
export type DashboardRequestErrors = z.infer<typeof DashboardRequestErrors>;

const FunnelStep = z.enum(["opened", "institution", "login", "accounts", "connected"]);

/** A use of Link. */
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

/** A use of Link with its events in order. */
export const DashboardLinkUseDetails = z.object({
  visit: DashboardLinkUse.extend({
    /** The operator's name for the client; null without a name. */
    client_name: z.string().nullable(),
  }),
  /** The Items that the session connected or updates. A removed institution has no name. */
  items: z.array(z.object({ item_id: z.string(), institution_name: z.string().nullable() })),
  events: z.array(
    z.object({
      event_id: z.string(),
      at: z.int(),
      /** Whether Link reported the event, or the server observed it. */
      source: z.enum(["link", "server"]),
      name: z.string(),
      detail: z.string().nullable(),
      error_code: z.string().nullable(),
      ms: z.int().nullable(),
    }),
  ),
});
export type DashboardLinkUseDetails = z.infer<typeof DashboardLinkUseDetails>;

/** The funnel of Link: the number of users who reached each step, in total and per institution. */
export const DashboardFunnel = z.object({
  days: z.int(),
  /** All sessions of the period over time. */
  points: z.array(SessionPoint),
  steps: z.array(z.object({ reached: FunnelStep, count: z.int() })),
  institutions: z.array(
    z.object({
      institution_name: z.string(),
      /** The number of users who chose the institution, and the number of these who connected. */
      chosen: z.int(),
      connected: z.int(),
    }),
  ),
  errors: z.array(z.object({ error_code: z.string(), count: z.int() })),
});
export type DashboardFunnel = z.infer<typeof DashboardFunnel>;
