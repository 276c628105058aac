import type { Page, PageRequest } from "./lists.ts";

/** A request to the API. Bodies are redacted, and null if they were too long. Times are in ms. */
export type LoggedRequest = {
  requestId: string;
  /** Null if the keys were wrong: the client_id is then not authenticated. */
  clientId: string | null;
  /** The Item that it was about; null for none. */
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

/** An event of a Link session: a call that our server received, or an event that Link reported. */
export type LinkEventRecord = {
  eventId: string;
  linkSessionId: string;
  at: number;
  source: "link" | "server";
  name: string;
  detail: string | null;
  errorCode: string | null;
  /** The time that our server took; null for an event. */
  ms: number | null;
};

/** The stages of a use of Link, in order. */
export const REACHED = ["opened", "institution", "login", "accounts", "connected"] as const;

/** A use of Link, stored for longer than its session lasts. */
export type LinkUse = {
  linkSessionId: string;
  clientId: string;
  institutionId: string | null;
  reached: (typeof REACHED)[number];
  outcome: "running" | "connected" | "exited" | "expired";
  exitStatus: string | null;
  /** The last error that its user met. */
  errorCode: string | null;
  updateMode: boolean;
  startedAt: number;
  seenAt: number;
};

/** The number of people who chose an institution, and of those who connected. */
export type Conversion = { chosen: number; connected: number };

/** The stages at which uses of Link ended. */
export type Funnel = {
  /** The number of uses that reached each stage and no further; in order. */
  steps: { reached: LinkUse["reached"]; count: number }[];
  /** The conversion of each chosen institution, by its id. */
  institutions: ReadonlyMap<string, Conversion>;
  /** The number of uses by the code of their last error. */
  errors: ReadonlyMap<string, number>;
};

/** A use of Link with one institution: its views in the order in which they were seen. */
export type InstitutionUses = {
  isConnected: boolean;
  errorCode: string | null;
  views: string[];
}[];

/** The filter and order of a list of requests. */
export type RequestListRequest = PageRequest & {
  clientId: string | null;
  /** Only those that failed; implied by an error's code. */
  failed: boolean;
  errorCode: string | null;
  path: string | null;
  /** Filters by API version; such lists sort by time only. */
  version?: string | null;
  /** Filters by Item; such lists sort by time only. */
  itemId: string | null;
  /** The start time, and the time before which it ends; null for all. */
  since: number | null;
  until: number | null;
  sort: "time" | "latency";
};

/** A batch of the traffic of a second or so. */
export type TrafficBatch = { requests: LoggedRequest[]; events: LinkEventRecord[] };

/** The port for the log of requests and of uses of Link. */
export type TrafficStore = {
  /** Stores batches; the current state of a session is read from the session itself. */
  add(batches: readonly TrafficBatch[]): Promise<void>;
  requests(request: RequestListRequest): Promise<Page<Omit<LoggedRequest, "request" | "response">>>;
  /**
   * Returns the number of failed requests since a time, by the code of their error (null without one); most
   * first.
   */
  errors(
    clientId: string | null,
    since: number,
  ): Promise<{ errorCode: string | null; count: number }[]>;
  /** The API versions of the requests that there are, of all clients. */
  versions(): Promise<string[]>;
  requestById(requestId: string): Promise<LoggedRequest | null>;
  linkUses(
    request: PageRequest & {
      clientId: string | null;
      outcome: LinkUse["outcome"] | null;
      /** The period in which the uses began: its start is included, its end is not; left out for all. */
      since?: number | null;
      until?: number | null;
      sort: "began" | "outcome";
    },
  ): Promise<Page<LinkUse>>;
  linkUseById(linkSessionId: string): Promise<LinkUse | null>;
  /** The ids of the Items that a use of Link has connected, or updates. */
  itemsOf(linkSessionId: string): Promise<string[]>;
  /** The last `limit` uses of Link that have connected an Item, or update it. */
  linkUsesOf(itemId: string, limit: number): Promise<LinkUse[]>;
  /** The events of a use of Link, in the order in which they happened. */
  eventsOf(linkSessionId: string): Promise<LinkEventRecord[]>;
  /**
   * Returns the last steps of uses of Link that began on the day of a time, in UTC, or later; of a client, or of
   * all.
   */
  funnel(clientId: string | null, since: number): Promise<Funnel>;
  /** The last `limit` uses of Link with an institution that began since a time. */
  linkUsesAt(
    institutionId: string,
    of: { clientId: string | null; since: number; limit: number },
  ): Promise<InstitutionUses>;
  /** Deletes rows that are older than a time, and all requests but the newest `limit`. */
  purge(before: number, limit: number): Promise<void>;
};
