import type { Job } from "../domain/jobs/job.ts";
import type { Services } from "../domain/services.ts";
import type { JobKind } from "./job.ts";
import { runJob } from "./run-job.ts";

/** How much a worker does at once, and how long its claims are good; times in ms. */
export type Pace = {
  most: number;
  mostPerLane: number;
  /** A worker that dies keeps its jobs from others for this long; one that lives keeps renewing. */
  lease: number;
  /** How often to look for what has become due, or was added by another process. */
  poll: number;
  /** How long what is under way may go on once the worker stops. */
  grace: number;
};

export const PACE: Pace = { most: 64, mostPerLane: 8, lease: 30_000, poll: 250, grace: 2000 };

export type WorkerOptions = {
  services: Services;
  kinds: readonly JobKind[];
  /** Ends after so many ms, or at once when the signal says so. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Told of what went wrong, and of which job. */
  report: (failure: unknown, job: Job | null) => void;
  pace?: Pace;
};

/** Does the jobs that are due. Any number of workers may share a store, in any number of processes. */
export type Worker = {
  /** Goes on by itself until it is stopped. */
  start(): void;
  /** Does everything that is due, and what that adds; answers how many tries that took. */
  runDue(): Promise<number>;
  /** Claims nothing more; what is under way ends, or goes back to be done by another worker. */
  stop(): Promise<void>;
};

/** A worker that stands still until it is started. */
export const createWorker = (options: WorkerOptions): Worker => {
  const { services, kinds, wait, report, pace = PACE } = options;
  const { store, clock } = services;
  const running = new Map<Job, Promise<void>>();
  const released = new WeakSet<Job>();
  let stopped = false;
  let alarm = new AbortController();
  let loop: Promise<void> | null = null;

  /** Looks again at once for what is due. */
  const wake = () => alarm.abort();

  /** Who was so slow as to lose a lease may be given their own job again: once is enough. */
  const isRunning = ({ jobId }: Job) => [...running.keys()].some((one) => one.jobId === jobId);

  /** Begins as many of the jobs that are due as there is room for; answers how many. */
  const claim = async (): Promise<number> => {
    const busy = new Map<string, number>();
    for (const { lane } of running.keys()) busy.set(lane, (busy.get(lane) ?? 0) + 1);
    const claimed = await store.jobs.claim({
      now: clock(),
      lease: leaseName(services),
      leaseUntil: clock() + pace.lease,
      most: pace.most - running.size,
      mostPerLane: pace.mostPerLane,
      busy,
    });
    for (const job of claimed) if (!isRunning(job)) running.set(job, carryOut(job));
    return claimed.length;
  };

  const carryOut = async (job: Job): Promise<void> => {
    const held = new AbortController();
    try {
      void keep(job, held.signal);
      await runJob(job, { services, kinds, report });
    } catch (failure) {
      // The store cannot be written: the job comes back when its lease ends.
      if (!released.has(job)) report(failure, job);
    } finally {
      held.abort();
      running.delete(job);
      wake();
    }
  };

  /** Renews the lease of a job that takes longer, while it is under way. */
  const keep = async (job: Job, done: AbortSignal): Promise<void> => {
    for (;;) {
      await wait(pace.lease / 3, done);
      if (done.aborted || released.has(job)) return;
      await store.jobs
        .renew(job, clock() + pace.lease)
        .catch((failure: unknown) => report(failure, job));
    }
  };

  /** Gives back what is still under way; what it says of itself from now on does not count. */
  const release = async (): Promise<void> => {
    for (const job of running.keys()) {
      released.add(job);
      await store.jobs.retry(job, clock());
    }
  };

  const goOn = async (): Promise<void> => {
    const stopListening = store.jobs.onAdded(wake);
    while (!stopped) {
      alarm = new AbortController();
      const claimed = await claim().catch((failure: unknown) => {
        report(failure, null);
        return 0;
      });
      if (claimed === 0 || running.size >= pace.most) await wait(pace.poll, alarm.signal);
    }
    stopListening();
  };

  return {
    start: () => {
      loop ??= goOn();
    },
    runDue: async () => {
      let tries = 0;
      for (let claimed = await claim(); claimed > 0; claimed = await claim()) {
        tries += claimed;
        await Promise.all(running.values());
      }
      return tries;
    },
    stop: async () => {
      stopped = true;
      wake();
      await loop;
      const over = new AbortController();
      await Promise.race([Promise.all(running.values()), wait(pace.grace, over.signal)]);
      over.abort();
      await release();
    },
  };
};

const leaseName = ({ random }: Services): string => Buffer.from(random(12)).toString("base64url");
