import type { Page, PageRequest } from "./page.ts";

/** A request to the API. Bodies are redacted, and null where they were too long. Times are in ms. */
export type LoggedRequest = {
  requestId: string;
  /** Null where the keys were wrong: anybody can claim to be anybody. */
  clientId: string | null;
  path: string;
  status: number;
  errorCode: string | null;
  version: string | null;
  ms: number;
  at: number;
  request: string | null;
  response: string | null;
};

/** Something that happened in a Link session: a call that our server saw, or an event that Link told. */
export type LinkEventRecord = {
  eventId: string;
  linkSessionId: string;
  at: number;
  source: "link" | "server";
  name: string;
  detail: string | null;
  errorCode: string | null;
  /** How long our server took; null for an event. */
  ms: number | null;
};

/** How far a use of Link came, in order. */
export const REACHED = ["opened", "institution", "login", "accounts", "connected"] as const;

/** One use of Link, for longer than its session lasts. */
export type LinkVisit = {
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

/** How many uses of Link with an institution came how far, and no further, with the last error that they met. */
export type FunnelRow = {
  institutionId: string | null;
  reached: LinkVisit["reached"];
  errorCode: string | null;
  count: number;
};

/** A use of Link with one institution: its views in the order in which they were seen. */
export type InstitutionVisits = {
  isConnected: boolean;
  errorCode: string | null;
  views: string[];
}[];

/** A batch of what happened within a second or so. */
export type TrafficBatch = { requests: LoggedRequest[]; events: LinkEventRecord[] };

/** The port for the log of requests and of uses of Link. */
export type TrafficStore = {
  /** Stores batches; what a session is about by now is read from the session itself. */
  add(batches: readonly TrafficBatch[]): Promise<void>;
  requests(
    request: PageRequest & { clientId: string | null; failed: boolean; path: string | null },
  ): Promise<Page<Omit<LoggedRequest, "request" | "response">>>;
  requestById(requestId: string): Promise<LoggedRequest | null>;
  visits(
    request: PageRequest & { clientId: string | null; outcome: LinkVisit["outcome"] | null },
  ): Promise<Page<LinkVisit>>;
  visitById(linkSessionId: string): Promise<LinkVisit | null>;
  /** The events of a use of Link, in the order in which they happened. */
  eventsOf(linkSessionId: string): Promise<LinkEventRecord[]>;
  /** Where uses of Link that began since a time ended: read once, since there may be a million. */
  funnel(clientId: string | null, since: number): Promise<FunnelRow[]>;
  /** The last `most` uses of Link with an institution that began since a time. */
  visitsAt(
    institutionId: string,
    of: { clientId: string | null; since: number; most: number },
  ): Promise<InstitutionVisits>;
  /** Deletes what is older than a time, and of requests all but the newest `most`. */
  forget(before: number, most: number): Promise<void>;
};
