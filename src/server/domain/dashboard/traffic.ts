import type { Page, PageRequest } from "./lists.ts";

/** A logged API request. Bodies are redacted, and null if too long. Times are in ms. */
export type LoggedRequest = {
  requestId: string;
  /** Null with wrong keys, since the client_id is not authenticated then. */
  clientId: string | null;
  /** The Item of the request; null for none. */
  itemId: string | null;
  path: string;
  status: number;
  errorCode: string | null;
  version: string | null;
  ms: number;
  at: number;
  request: string | null;
  response: string | null;
};

/** An event of a Link session: a call to our server, or a report from Link. */
export type LinkEventRecord = {
  eventId: string;
  linkSessionId: string;
  at: number;
  source: "link" | "server";
  name: string;
  detail: string | null;
  errorCode: string | null;
  /** The server's response time in ms; null for an event. */
  ms: number | null;
};

/** The stages of a use of Link, in order. */
export const REACHED = ["opened", "institution", "login", "accounts", "connected"] as const;

/** A use of Link, stored longer than its session. */
export type LinkUse = {
  linkSessionId: string;
  clientId: string;
  institutionId: string | null;
  reached: (typeof REACHED)[number];
  outcome: "running" | "connected" | "exited" | "expired";
  exitStatus: string | null;
  /** The last error that the user met. */
  errorCode: string | null;
  updateMode: boolean;
  startedAt: number;
  seenAt: number;
};

/** The number of people who chose an institution, and of people who connected. */
export type Conversion = { chosen: number; connected: number };

/** The stages that uses of Link reached. */
export type Funnel = {
  /** The number of uses per last stage, in order. */
  steps: { reached: LinkUse["reached"]; count: number }[];
  /** The conversion of each chosen institution, by its id. */
  institutions: ReadonlyMap<string, Conversion>;
  /** The number of uses per last error code. */
  errors: ReadonlyMap<string, number>;
};

/** The uses of Link with an institution, each with its views in order. */
export type InstitutionUses = {
  isConnected: boolean;
  errorCode: string | null;
  views: string[];
}[];

/** The filter and order of a list of requests. */
export type RequestListRequest = PageRequest & {
  clientId: string | null;
  /** Only failed requests; implied by an error code. */
  failed: boolean;
  errorCode: string | null;
  path: string | null;
  /** Filters by API version; such lists sort by time only. */
  version?: string | null;
  /** Filters by Item; such lists sort by time only. */
  itemId: string | null;
  /** The start of the period, and its exclusive end; null for all. */
  since: number | null;
  until: number | null;
  sort: "time" | "latency";
};

/** A batch of about a second's traffic. */
export type TrafficBatch = { requests: LoggedRequest[]; events: LinkEventRecord[] };

/** The port for the log of requests and of uses of Link. */
export type TrafficStore = {
  /** Stores batches. A session's current state is read from the session itself. */
  add(batches: readonly TrafficBatch[]): Promise<void>;
  requests(request: RequestListRequest): Promise<Page<Omit<LoggedRequest, "request" | "response">>>;
  /**
   * Returns the number of failed requests since a time by error code (null without one), the most
   * frequent first.
   */
  errors(
    clientId: string | null,
    since: number,
  ): Promise<{ errorCode: string | null; count: number }[]>;
  /** The API versions among the logged requests of all clients. */
  versions(): Promise<string[]>;
  requestById(requestId: string): Promise<LoggedRequest | null>;
  linkUses(
    request: PageRequest & {
      clientId: string | null;
      outcome: LinkUse["outcome"] | null;
      /** The period in which the uses began, with an exclusive end; left out for all. */
      since?: number | null;
      until?: number | null;
      sort: "began" | "outcome";
    },
  ): Promise<Page<LinkUse>>;
  linkUseById(linkSessionId: string): Promise<LinkUse | null>;
  /** The ids of the Items that a use of Link connected or updated. */
  itemsOf(linkSessionId: string): Promise<string[]>;
  /** The last `limit` uses of Link that connected or updated an Item. */
  linkUsesOf(itemId: string, limit: number): Promise<LinkUse[]>;
  /** The events of a use of Link in order. */
  eventsOf(linkSessionId: string): Promise<LinkEventRecord[]>;
  /** Returns the funnel of uses of Link since a time's day (UTC), for one client or all. */
  funnel(clientId: string | null, since: number): Promise<Funnel>;
  /** The last `limit` uses of Link with an institution since a time. */
  linkUsesAt(
    institutionId: string,
    of: { clientId: string | null; since: number; limit: number },
  ): Promise<InstitutionUses>;
  /** Deletes rows older than a time, and all requests except the newest `limit`. */
  purge(before: number, limit: number): Promise<void>;
};
