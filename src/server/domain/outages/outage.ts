import type { RequestKind } from "../institutions/request-quota.ts";
import type { NewJob } from "../jobs/job.ts";
import type { RequestCount } from "./request-counter.ts";

/** A period in which an institution fails most requests of a kind. Times are ms since 1970. */
export type Outage = {
  institutionId: string;
  kind: RequestKind;
  beganAt: number;
  /** Null during the outage. */
  endedAt: number | null;
};

/** A change of an institution's health: an outage begins or ends. */
export type OutageChange = { outage: Outage; successRate: number };

/** The port for counts of requests to institutions, and for outages. */
export type OutageStore = {
  /** Adds counts to the totals of the same five minutes. */
  add(counts: readonly RequestCount[]): Promise<void>;
  /** The counts since a moment, of one institution or all. */
  counts(since: number, institutionId?: string): Promise<RequestCount[]>;
  /** Returns the current outages of one institution or all. */
  current(institutionId?: string): Promise<Outage[]>;
  /** The last outages of an institution, newest first. */
  last(institutionId: string, limit: number): Promise<Outage[]>;
  /** Records the beginning of an outage; false without jobs if an outage is in progress. */
  begin(outage: Outage, jobs: readonly NewJob[]): Promise<boolean>;
  /** Records the end of the current outage; false without jobs if there is none. */
  end(outage: Outage, endedAt: number, jobs: readonly NewJob[]): Promise<boolean>;
  /** Deletes the counts before one moment, and the outages that ended before another. */
  purge(countsBefore: number, outagesBefore: number): Promise<void>;
};

/** The recipients of a client's outage alerts, as set on its Dashboard. */
export type Alert = {
  clientId: string;
  /** The address for webhooks about institutions; null for none. */
  webhook: string | null;
  email: string | null;
  /** Whether users who could not sign in are mailed after the recovery. */
  mailUsers: boolean;
  /** Whether users are reminded by mail before their consent ends, and of a broken login. */
  remindUsers: boolean;
};

/** The port for alerts. */
export type AlertStore = {
  /** Returns a client's alert settings, or null. */
  of(clientId: string): Promise<Alert | null>;
  all(): Promise<Alert[]>;
  set(alert: Alert): Promise<void>;
};
