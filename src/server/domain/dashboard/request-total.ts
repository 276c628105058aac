import { HOUR_MS } from "../calendar.ts";
import { createTally } from "../tally.ts";

/** The outcomes of a request by status: below 400, below 500, and above. */
export const REQUEST_OUTCOMES = ["succeeded", "refused", "failed"] as const;
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];

/**
 * The number of API requests in an hour since 1970 (UTC), with the same outcome and about the same
 * latency.
 */
export type RequestTotal = {
  hour: number;
  outcome: RequestOutcome;
  /**
   * The bin of a histogram whose bounds grow by the square root of two. `latencyOf` returns the
   * upper bound.
   */
  bin: number;
  count: number;
};

/** The requests of a client; null for requests with wrong keys. */
type ClientRequestTotal = RequestTotal & { clientId: string | null };

/** The port for the number of requests, including requests that the log leaves out. */
export type RequestTotalStore = {
  /** Adds counts to the totals of each hour. */
  add(totals: readonly ClientRequestTotal[]): Promise<void>;
  /** The totals since an hour, grouped by `hours` hours, for one client or all. */
  since(hour: number, hours: 1 | 24, clientId: string | null): Promise<RequestTotal[]>;
  /** Deletes the totals before `hour`. */
  purge(hour: number): Promise<void>;
};

/** Counts requests in memory. */
export type RequestCounter = {
  count(request: { clientId: string | null; status: number; ms: number }): void;
  /** Returns and resets the counts. */
  drain(): ClientRequestTotal[];
};

export const createRequestCounter = (clock: () => number): RequestCounter => {
  const { add, drain } = createTally<Omit<ClientRequestTotal, "count">>();
  return {
    count: ({ clientId, status, ms }) => {
      const outcome = status < 400 ? "succeeded" : status < 500 ? "refused" : "failed";
      const bin = ms <= 1 ? 0 : Math.ceil(2 * Math.log2(ms));
      add({ clientId, hour: hourOf(clock()), outcome, bin });
    },
    drain,
  };
};

/** Returns the hour of a time, in hours since 1970 (UTC). */
export const hourOf = (at: number): number => Math.floor(at / HOUR_MS);

/** Returns the latency in ms that a share of requests did not exceed; null without requests. */
export const latencyOf = (
  totals: readonly Pick<RequestTotal, "bin" | "count">[],
  share: number,
): number | null => {
  let rest = share * totals.reduce((sum, { count }) => sum + count, 0);
  if (rest === 0) return null;
  for (const { bin, count } of totals.toSorted((a, b) => a.bin - b.bin)) {
    rest -= count;
    if (rest <= 0) return Math.round(2 ** (bin / 2));
  }
  return null;
};
