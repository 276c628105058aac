import type { Job } from "../domain/jobs/job.ts";
import {
  initialWidth,
  type LaneBounds,
  type LaneResult,
  type LaneWidth,
  nextWidth,
} from "../domain/jobs/lane-width.ts";
import { yieldToEventLoop } from "../domain/jobs/yield-to-event-loop.ts";
import type { Services } from "../domain/services.ts";
import type { JobKind } from "./job.ts";
import { runJob } from "./run-job.ts";

/** The concurrency of a worker, and the lease of its claims; times in ms. */
export type Pace = {
  most: number;
  /** How many jobs of one lane run at once; a receiver's lane starts with so many. */
  mostPerLane: number;
  /** How many of a receiver's lane may, while it answers fast. */
  widestLane: number;
  /** How long a lease lasts: a worker renews it, and the jobs of a dead one are free after it. */
  lease: number;
  /** How often to poll for due jobs, including those of other processes. */
  poll: number;
  /** How long running jobs may go on once the worker stops. */
  grace: number;
};

export const PACE: Pace = {
  most: 64,
  mostPerLane: 8,
  widestLane: 32,
  lease: 30_000,
  poll: 250,
  grace: 2000,
};

export type WorkerOptions = {
  services: Services;
  kinds: readonly JobKind[];
  /** Resolves after so many ms, or at once when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called with every failure, and its job. */
  report: (failure: unknown, job: Job | null) => void;
  pace?: Pace;
};

/** Runs due jobs. Any number of workers may share a store, in any number of processes. */
export type Worker = {
  /** Runs jobs until it is stopped. */
  start(): void;
  /** Looks for due jobs at once: another process has added some. */
  wake(): void;
  /** Runs all due jobs, and those that they add; answers the number of attempts. */
  runDue(): Promise<number>;
  /** Claims nothing more; running jobs finish within the grace, or are released to other workers. */
  stop(): Promise<void>;
};

/** Why a wait ends early. Without a reason each `abort` would make an exception with a stack, a fifth of a job's time. */
const WOKEN = "woken";

/** A worker that is idle until it is started. */
export const createWorker = (options: WorkerOptions): Worker => {
  const { services, kinds, wait, report, pace = PACE } = options;
  const { store, clock } = services;
  const running = new Map<Job, Promise<void>>();
  const widths = createLaneWidths({ initial: pace.mostPerLane, widest: pace.widestLane });
  const releasedJobs = new WeakSet<Job>();
  let isStopped = false;
  let alarm = new AbortController();
  let isRenewing = false;
  const end = new AbortController();
  let loop: Promise<void> | null = null;

  /** Polls at once. */
  const wake = () => alarm.abort(WOKEN);

  /** Claims and starts as many due jobs as there is capacity for; answers how many. */
  const claim = async (): Promise<number> => {
    const busy = new Map<string, number>();
    for (const { lane } of running.keys()) busy.set(lane, (busy.get(lane) ?? 0) + 1);
    const now = clock();
    const jobs = await store.jobs.claim({
      now,
      lease: leaseName(services),
      leaseUntil: now + pace.lease,
      most: pace.most - running.size,
      mostPerLane: pace.mostPerLane,
      busy,
      widths: widths.current,
    });
    // A worker that lost a lease may claim its own running job again, which must not start twice.
    const ids = new Set([...running.keys()].map(({ jobId }) => jobId));
    for (const job of jobs) if (!ids.has(job.jobId)) running.set(job, carryOut(job));
    void renewLeases();
    return jobs.length;
  };

  const carryOut = async (job: Job): Promise<void> => {
    const startedAt = clock();
    try {
      const end = await runJob(job, { services, kinds, report });
      widths.follow(job.lane, { end, startedAt, endedAt: clock() });
    } catch (failure) {
      // The store cannot be written: the job is free again when its lease ends.
      if (!releasedJobs.has(job)) report(failure, job);
    } finally {
      running.delete(job);
      wake();
    }
  };

  /** Renews the leases of the jobs that run, while there are any. */
  const renewLeases = async (): Promise<void> => {
    if (isRenewing) return;
    isRenewing = true;
    while (running.size > 0 && !end.signal.aborted) {
      await wait(pace.lease / 3, end.signal);
      if (end.signal.aborted) break;
      const now = clock();
      await store.jobs
        .renew([...running.keys()], { now, leaseUntil: now + pace.lease })
        .catch((failure: unknown) => report(failure, null));
    }
    isRenewing = false;
  };

  /** Releases the jobs that still run; their outcomes do not count from now on. */
  const release = async (): Promise<void> => {
    for (const job of running.keys()) {
      releasedJobs.add(job);
      await store.jobs.retry(job, clock(), clock());
    }
  };

  const poll = async (): Promise<void> => {
    const stopListening = store.jobs.onAdded(wake);
    while (!isStopped) {
      alarm = new AbortController();
      // What ends in one turn of the event loop makes room for one claim.
      await yieldToEventLoop();
      const jobCount = await claim().catch((failure: unknown) => {
        report(failure, null);
        return 0;
      });
      if (jobCount === 0 || running.size >= pace.most) await wait(pace.poll, alarm.signal);
    }
    stopListening();
  };

  return {
    start: () => {
      loop ??= poll();
    },
    wake,
    runDue: async () => {
      let tries = 0;
      for (let count = await claim(); count > 0; count = await claim()) {
        tries += count;
        await Promise.all(running.values());
      }
      return tries;
    },
    stop: async () => {
      isStopped = true;
      wake();
      await loop;
      const grace = new AbortController();
      await Promise.race([Promise.all(running.values()), wait(pace.grace, grace.signal)]);
      grace.abort();
      end.abort();
      await release();
    },
  };
};

/** No more lanes are remembered: a worker may meet any number of receivers. */
const MOST_LANES = 10_000;

/** The widths of the lanes that receivers have, each of which follows how its jobs end. */
const createLaneWidths = (bounds: LaneBounds) => {
  const lanes = new Map<string, LaneWidth>();
  const current = new Map<string, number>();
  return {
    current: current as ReadonlyMap<string, number>,
    follow: (lane: string, result: LaneResult): void => {
      if (!lane.includes(":")) return;
      const next = nextWidth(lanes.get(lane) ?? initialWidth(bounds), result, bounds);
      // Inserted again, so that the first one is the least recently used.
      lanes.delete(lane);
      lanes.set(lane, next);
      current.set(lane, next.width);
      const [oldest] = lanes.size > MOST_LANES ? lanes.keys() : [];
      if (oldest === undefined) return;
      lanes.delete(oldest);
      current.delete(oldest);
    },
  };
};

const leaseName = ({ random }: Services): string => Buffer.from(random(12)).toString("base64url");
