import type { Job, Suspect } from "../src/server/domain/jobs/job.ts";
import type { World } from "./world.ts";

/** The number of losses while running alone after which a suspect is set aside. */
const MAX_LOSSES = 3;

/**
 * The rule of lost jobs, checked by store calls only. After a claim without an end, the job runs
 * alone. Only a job with three losses alone is set aside. An end counts for the newest claim only.
 */
export const createJobRule = (world: World) => {
  /** The newest claim without an end, by job. */
  const claims = new Map<string, { kind: "alone" | "together"; lease: string }>();
  const losses = new Map<string, number>();

  const ends: Record<string, (id: string) => void> = {
    "jobs.complete": (id) => losses.delete(id),
    "jobs.giveUp": (id) => losses.delete(id),
    "jobs.retry": () => undefined,
    "jobs.release": () => undefined,
  };

  const claim = (job: Job, kind: "alone" | "together"): void => {
    world.require(
      kind === "alone" || !claims.has(job.jobId),
      () => `the job ${job.name} ${job.jobId} was lost, and runs with others`,
    );
    claims.set(job.jobId, { kind, lease: job.lease });
    world.reach(`job ${job.name}`);
  };

  const lose = ({ job: { jobId, name } }: Suspect, retryAt: number | null): void => {
    world.require(
      claims.get(jobId)?.kind === "alone",
      () => `the job ${name} ${jobId} counts as lost alone, and did not run alone`,
    );
    claims.delete(jobId);
    const count = (losses.get(jobId) ?? 0) + 1;
    losses.set(jobId, count);
    world.require(
      (retryAt === null) === (count === MAX_LOSSES),
      () =>
        `the job ${name} ${jobId} was lost ${count} times alone, is put aside: ${retryAt === null}`,
    );
  };

  return {
    /** A call of the store has been committed. */
    called: (label: string, args: readonly unknown[], answer: unknown): void => {
      if (label === "jobs.claim") for (const job of answer as Job[]) claim(job, "together");
      if (label === "jobs.claimSuspect" && answer !== null) claim(answer as Job, "alone");
      if (answer !== true) return;
      if (label === "jobs.recordLoss") lose(args[0] as Suspect, args[1] as number | null);
      if (label === "jobs.revive") losses.delete(String(args[0]));
      const end = ends[label];
      if (!end) return;
      const { jobId, name, lease } = args[0] as Job;
      world.require(
        claims.get(jobId)?.lease === lease,
        () => `${label} of the job ${name} ${jobId} counts, although another claim of it is newer`,
      );
      claims.delete(jobId);
      end(jobId);
    },
  };
};
