/** The interval, in ms, at which a busy process reports its load. */
export const LOAD_PERIOD_MS = 500;

/** A process has something to do from this share of the time on. */
export const MIN_LOAD = 0.1;

/**
 * The utilization from which a process gives up connections, and the minimum difference to a less busy
 * process.
 */
const BUSY = 0.5;
const MIN_GAP = 0.15;

/**
 * The maximum number of connections to give up at once: clients may connect again by TLS, which costs much
 * more than a request.
 */
const MAX_SURPLUS = 50;

/** The load of a process in the last period. */
export type ProcessLoad = {
  /** The share of the time in which its event loop was busy, from 0 to 1. */
  utilization: number;
  /** The connections on which requests have arrived. */
  connections: number;
};

/**
 * Balances the load of several processes at one port. Each accepts connections as it gets to it, and they
 * stay open: of the few connections of a reverse proxy, one process may have nearly all.
 */
export const createLoadBalance = (processes: number, clock: () => number) => {
  const latest = new Map<number, { utilization: number; at: number }>();
  return {
    /** The number of connections that a process is to give up, by its load. */
    surplusOf: (process: number, { utilization, connections }: ProcessLoad): number => {
      const at = clock();
      latest.set(process, { utilization, at });
      // A process that has not reported yet has nothing to do.
      const reports = [...latest.values()].filter((report) => at - report.at < 2 * LOAD_PERIOD_MS);
      const min =
        reports.length < processes ? 0 : Math.min(...reports.map((report) => report.utilization));
      if (connections < 2 || utilization < BUSY || utilization - min < MIN_GAP) return 0;
      const mean = reports.reduce((sum, report) => sum + report.utilization, 0) / processes;
      // Half of the connections above the mean, as some clients will connect to this process again.
      const surplus = (connections * (1 - mean / utilization)) / 2;
      return Math.min(Math.max(1, Math.floor(surplus)), MAX_SURPLUS);
    },
  };
};
