import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from "kysely";
import type { Job } from "../../domain/jobs/job.ts";
import type { Database, Tables } from "../tables.ts";

type Condition = (
  row: ExpressionBuilder<Tables, "job">,
) => ExpressionWrapper<Tables, "job", SqlBool>;

/** Which rows are one of these jobs, by the lease of its claim. */
export const isHeld =
  ({ isAnyOf }: Database, jobs: readonly Job[]): Condition =>
  (row) => {
    const idsByLease = new Map<string, string[]>();
    for (const { lease, jobId } of jobs) {
      const ids = idsByLease.get(lease);
      if (ids) ids.push(jobId);
      else idsByLease.set(lease, [jobId]);
    }
    const ofLeases = row.or(
      [...idsByLease].map(([lease, ids]) => row("lease", "=", lease).and(isAnyOf("job_id", ids))),
    );
    if (idsByLease.size === 1) return ofLeases;
    const ids = jobs.map(({ jobId }) => jobId);
    return row.and([isAnyOf("job_id", ids), ofLeases]);
  };
