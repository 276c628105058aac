import type { Claim, Job, Suspect } from "../domain/jobs/job.ts";
import { MAX_LOSSES, pauseAfterLoss } from "../domain/jobs/retry-schedule.ts";
import type { Services } from "../domain/services.ts";

/** Interval at which a worker looks for suspects, in ms. */
const LOOK_MS = 1000;

/**
 * A worker's first wait for its other jobs to end, in ms. The wait doubles after each insufficient
 * one.
 */
const FIRST_PATIENCE_MS = 10_000;
const MAX_PATIENCE_MS = 600_000;

type Parts = {
  services: Pick<Services, "store" | "clock">;
  newLease: () => Pick<Claim, "now" | "lease" | "leaseUntil">;
  /**
   * Waits at most `ms` for the running jobs to end; true if they have ended and the worker
   * continues.
   */
  drain: (ms: number) => Promise<boolean>;
  /** Runs the job alone in its process. */
  runAlone: (job: Job) => Promise<void>;
  /** Called with a crashed suspect before it becomes a dead letter. */
  giveUp: (job: Job) => Promise<void>;
  report: (failure: unknown, job: Job) => void;
};

/** A worker's step for the next suspect. */
type Step = "ran" | "recorded" | "nothing";

/**
 * A worker's suspects. Lost jobs run alone, one at a time, so that a job which kills its process
 * takes no other job down. Between two suspects, other jobs get as much time as the last suspect
 * took.
 */
export const createQuarantine = (parts: Parts) => {
  const { services, newLease, drain, runAlone, giveUp, report } = parts;
  const { store, clock } = services;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let endedAt = Number.NEGATIVE_INFINITY;
  let rest = 0;
  let patience = FIRST_PATIENCE_MS;

  const isOver = (since: number, ms: number) => Math.abs(clock() - since) >= ms;

  const recordLoss = async (suspect: Suspect): Promise<void> => {
    const losses = suspect.losses + 1;
    const pause = pauseAfterLoss(losses);
    const { job } = suspect;
    if (pause === null) await giveUp(job);
    const isRecorded = await store.jobs.recordLoss(
      suspect,
      pause === null ? null : clock() + pause,
      clock(),
    );
    if (!isRecorded) return;
    const given = pause === null ? "given up: " : "";
    report(
      new Error(`${given}its process ended or stood still, ${losses} of ${MAX_LOSSES} times alone`),
      job,
    );
  };

  /** Takes a step for the next suspect, even before its turn. */
  const step = async (): Promise<Step> => {
    const suspect = await store.jobs.nextSuspect(clock());
    lookedAt = suspect?.is === "lost" ? Number.NEGATIVE_INFINITY : clock();
    if (suspect === null || suspect.is === "running") return "nothing";
    if (suspect.is === "lost") {
      await recordLoss(suspect);
      return "recorded";
    }
    const beganAt = clock();
    const isDrained = await drain(patience);
    patience = isDrained ? FIRST_PATIENCE_MS : Math.min(patience * 2, MAX_PATIENCE_MS);
    const job = isDrained ? await store.jobs.claimSuspect(newLease()) : null;
    if (job) {
      await runAlone(job);
      lookedAt = Number.NEGATIVE_INFINITY;
    }
    endedAt = clock();
    // The clock may have jumped.
    rest = Math.min(Math.abs(endedAt - beganAt), MAX_PATIENCE_MS);
    return job ? "ran" : "nothing";
  };

  return {
    step,
    /** Whether to look for a suspect: at the interval, or if the worker is idle. */
    isDue: (isIdle: boolean): boolean =>
      isOver(lookedAt, LOOK_MS) && (isIdle || isOver(endedAt, rest)),
  };
};
