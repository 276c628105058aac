/** The interval, in ms, at which a busy process reports its load. */
export const LOAD_PERIOD_MS = 500;

/** The minimum utilization of a process that counts as busy at all. */
export const MIN_LOAD = 0.1;

/**
 * The utilization from which a process gives up connections, and the minimum difference to the
 * mean.
 */
const BUSY = 0.5;
const MIN_GAP = 0.15;

/**
 * The maximum number of connections closed at the same time, since a new TLS connection costs much
 * more than a request.
 */
const MAX_SURPLUS = 50;

/** The load of a process in the last period. */
export type ProcessLoad = {
  /** The share of time in which the event loop was busy, from 0 to 1. */
  utilization: number;
  /** The connections on which requests have arrived. */
  connections: number;
};

/**
 * Balances the load of several processes at one port. Processes accept connections without
 * coordination, and connections stay open. One process may therefore have nearly all of a reverse
 * proxy's few connections.
 */
export const createLoadBalance = (processes: number, clock: () => number) => {
  const latest = new Map<number, { utilization: number; at: number }>();
  return {
    /** The number of connections that a process should close, by its load. */
    surplusOf: (process: number, { utilization, connections }: ProcessLoad): number => {
      const at = clock();
      latest.set(process, { utilization, at });
      // A process without a report is idle.
      const reports = [...latest.values()].filter((report) => at - report.at < 2 * LOAD_PERIOD_MS);
      const min =
        reports.length < processes ? 0 : Math.min(...reports.map((report) => report.utilization));
      if (connections < 2 || utilization < BUSY || utilization - min < MIN_GAP) return 0;
      const mean = reports.reduce((sum, report) => sum + report.utilization, 0) / processes;
      // Half of the connections above the mean, since some clients reconnect to the same process.
      const surplus = (connections * (1 - mean / utilization)) / 2;
      return Math.min(Math.max(1, Math.floor(surplus)), MAX_SURPLUS);
    },
  };
};
