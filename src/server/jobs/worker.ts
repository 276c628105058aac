import type { Job } from "../domain/jobs/job.ts";
import { createLaneWidths } from "../domain/jobs/lane-width.ts";
import { yieldToEventLoop } from "../domain/jobs/yield-to-event-loop.ts";
import type { Services } from "../domain/services.ts";
import { giveUpJob, type JobKind, runJob } from "./job.ts";
import { createQuarantine } from "./quarantine.ts";

/** The concurrency of a worker, and the lease of its claims; times in ms. */
export type WorkerLimits = {
  /** The number of simultaneous jobs. */
  concurrency: number;
  /** The number of simultaneous jobs per lane, and the initial width of a receiver's lane. */
  perLane: number;
  /** The maximum width of a receiver's lane while it responds fast. */
  widestLane: number;
  /**
   * The duration of a lease. A worker renews its leases; a dead worker's jobs are free at their
   * end.
   */
  lease: number;
  /** The interval between polls for due jobs, including other processes' jobs. */
  poll: number;
  /**
   * The delay of the first poll, unless a job is added, so that a start's first requests go first.
   */
  firstPoll: number;
  /** The time that running jobs have after the worker stops. */
  grace: number;
};

export const WORKER_LIMITS: WorkerLimits = {
  concurrency: 64,
  perLane: 8,
  widestLane: 32,
  lease: 30_000,
  poll: 250,
  firstPoll: 1000,
  grace: 2000,
};

export type WorkerOptions = {
  services: Services;
  kinds: readonly JobKind[];
  /** Resolves after this many ms, or at once when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called with every failure, and its job. */
  report: (failure: unknown, job: Job | null) => void;
  limits?: WorkerLimits;
};

/** Runs due jobs. Any number of workers, in any number of processes, may share a store. */
export type Worker = {
  /** Runs jobs until stopped; calls `beforeFirst` before the first job. */
  start(beforeFirst?: () => void): void;
  /** Polls at once, since another process has added jobs. */
  wake(): void;
  /** Runs all due jobs and their follow-up jobs; returns the number of attempts. */
  runDue(): Promise<number>;
  /** Stops claiming. Running jobs finish within the grace, or are released to other workers. */
  stop(): Promise<void>;
};

/**
 * The reason for an early end of a wait. An `abort` without a reason creates an exception with a
 * stack, a fifth of a job's time.
 */
const WOKEN = "woken";

/** Creates a worker, idle until its start. */
export const createWorker = (options: WorkerOptions): Worker => {
  const { services, kinds, wait, report, limits = WORKER_LIMITS } = options;
  const { store, clock } = services;
  const running = new Map<Job, Promise<void>>();
  const widths = createLaneWidths({ initial: limits.perLane, widest: limits.widestLane });
  const releasedJobs = new WeakSet<Job>();
  let isStopped = false;
  let alarm = new AbortController();
  let isRenewing = false;
  const end = new AbortController();
  const stopping = new AbortController();
  let isAlone = false;
  let loop: Promise<void> | null = null;
  let prepare: (() => void) | null = null;

  const newLease = () => {
    const now = clock();
    const lease = Buffer.from(services.random(12)).toString("base64url");
    return { now, lease, leaseUntil: now + limits.lease };
  };

  /** Polls at once. */
  const wake = () => alarm.abort(WOKEN);

  /** Claims and starts due jobs up to the free capacity; returns their number. */
  const claim = async (): Promise<number> => {
    if (isAlone) return 0;
    const busy = new Map<string, number>();
    for (const { lane } of running.keys()) busy.set(lane, (busy.get(lane) ?? 0) + 1);
    const jobs = await store.jobs.claim({
      ...newLease(),
      limit: limits.concurrency - running.size,
      perLane: limits.perLane,
      busy,
      widths: widths.current,
    });
    // A worker that lost a lease may claim its own running job again, which must not start twice.
    const ids = new Set([...running.keys()].map(({ jobId }) => jobId));
    for (const job of jobs) if (!ids.has(job.jobId)) running.set(job, execute(job));
    void renewLeases();
    return jobs.length;
  };

  /**
   * Resolves once no job runs, the worker stops, or `ms` have passed; returns whether no job runs.
   */
  const drain = async (ms: number): Promise<boolean> => {
    const enough = new AbortController();
    const limit = AbortSignal.any([enough.signal, stopping.signal]);
    if (running.size > 0) await Promise.race([Promise.all(running.values()), wait(ms, limit)]);
    enough.abort(WOKEN);
    return running.size === 0 && !isStopped;
  };

  const quarantine = createQuarantine({
    services,
    newLease,
    drain,
    runAlone: async (job) => {
      const execution = execute(job);
      running.set(job, execution);
      void renewLeases();
      await Promise.race([execution, whenAborted(stopping.signal)]);
    },
    giveUp: (job) => giveUpJob(job, { services, kinds, report }),
    report,
  });

  /** Handles the next suspect; nothing else is claimed meanwhile. */
  const seeToSuspect = async () => {
    isAlone = true;
    try {
      return await quarantine.step();
    } finally {
      isAlone = false;
    }
  };

  const execute = async (job: Job): Promise<void> => {
    prepare?.();
    prepare = null;
    const startedAt = clock();
    try {
      const end = await runJob(job, { services, kinds, report });
      widths.follow(job.lane, { end, startedAt, endedAt: clock() });
    } catch (failure) {
      // The write to the store failed, so the job is free again at its lease's end.
      if (!releasedJobs.has(job)) report(failure, job);
    } finally {
      running.delete(job);
      wake();
    }
  };

  /** Renews the leases of the running jobs. */
  const renewLeases = async (): Promise<void> => {
    if (isRenewing) return;
    isRenewing = true;
    while (running.size > 0 && !end.signal.aborted) {
      await wait(limits.lease / 3, end.signal);
      if (end.signal.aborted || running.size === 0) break;
      const now = clock();
      await store.jobs
        .renew([...running.keys()], { now, leaseUntil: now + limits.lease })
        .catch((failure: unknown) => report(failure, null));
    }
    isRenewing = false;
  };

  /** Releases the running jobs, and ignores their later outcomes. */
  const release = async (): Promise<void> => {
    for (const job of running.keys()) {
      releasedJobs.add(job);
      await store.jobs.release(job, clock());
    }
  };

  /** Claims due jobs, after a suspect whose turn it is; returns their number. */
  const claimNext = async (): Promise<number> => {
    const suspect = quarantine.isDue(running.size === 0) ? await seeToSuspect() : "nothing";
    const jobCount = isStopped ? 0 : await claim();
    return suspect === "nothing" ? jobCount : jobCount + 1;
  };

  const poll = async (): Promise<void> => {
    const stopListening = store.jobs.onAdded(wake);
    await wait(limits.firstPoll, alarm.signal);
    // The first transactions need not wait for the lists. A pull reports if they cannot be read.
    if (!isStopped) services.knowledge().catch(() => undefined);
    while (!isStopped) {
      alarm = new AbortController();
      // Jobs that end in the same turn of the event loop share a claim.
      await yieldToEventLoop();
      const jobCount = await claimNext().catch((failure: unknown) => {
        report(failure, null);
        return 0;
      });
      if (jobCount === 0 || running.size >= limits.concurrency)
        await wait(limits.poll, alarm.signal);
    }
    stopListening();
  };

  return {
    start: (beforeFirst) => {
      prepare = beforeFirst ?? null;
      loop ??= poll();
    },
    wake,
    runDue: async () => {
      for (let tries = 0; ; ) {
        const count = await claim();
        tries += count;
        // The loop of a started worker may have claimed due jobs.
        if (running.size > 0) await Promise.all(running.values());
        else {
          const suspect = await seeToSuspect();
          if (suspect === "ran") tries++;
          if (suspect === "nothing") return tries;
        }
      }
    },
    stop: async () => {
      isStopped = true;
      stopping.abort(WOKEN);
      wake();
      await loop;
      const grace = new AbortController();
      await Promise.race([Promise.all(running.values()), wait(limits.grace, grace.signal)]);
      grace.abort();
      end.abort();
      await release();
    },
  };
};

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
