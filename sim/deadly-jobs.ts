import type { Job } from "../src/server/domain/jobs/job.ts";
import type { World } from "./world.ts";

/**
 * The range of processes that a deadly job may end. After the fourth process (its third alone), the
 * job is set aside.
 */
const DEATHS = [1, 6] as const;

/**
 * Makes some jobs end each process that claims them, a few times, like an endless loop or a lack of
 * memory.
 */
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
    /** Whether a process ends because of its claimed jobs. */
    endClaimer: (label: string, answer: unknown): boolean => {
      if (label === "jobs.claimSuspect") return answer !== null && isDeadly(answer as Job);
      return label === "jobs.claim" && (answer as Job[]).map(isDeadly).includes(true);
    },
  };
};
