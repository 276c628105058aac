import type { Job } from "../src/server/domain/jobs/job.ts";
import type { World } from "./world.ts";

/** The fewest and the most processes that a deadly job may end; after its fourth, its third alone, it is put aside. */
const DEATHS = [1, 6] as const;

/** Some jobs end each process that claims them, a few times, as one that spins or runs out of memory does. */
export const createDeadlyJobs = (world: World) => {
  /** The processes that each deadly job still ends. */
  const deaths = new Map<string, number>();

  const isDeadly = ({ jobId, name }: Job): boolean => {
    if (world.faults.hasCeased()) return false;
    if ((deaths.get(jobId) ?? 0) === 0 && world.faults.happens("job deadly", `job ${name}`))
      deaths.set(jobId, world.draw(`deaths by ${jobId}`).between(...DEATHS));
    const left = deaths.get(jobId) ?? 0;
    deaths.set(jobId, Math.max(0, left - 1));
    return left > 0;
  };

  return {
    /** Returns whether a process ends by the jobs that it has claimed. */
    endClaimer: (label: string, answer: unknown): boolean => {
      if (label === "jobs.claimSuspect") return answer !== null && isDeadly(answer as Job);
      return label === "jobs.claim" && (answer as Job[]).map(isDeadly).includes(true);
    },
  };
};
