import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from "kysely";
import type { Job } from "../../domain/jobs/job.ts";
import type { Tables } from "../tables.ts";

type Condition = (
  row: ExpressionBuilder<Tables, "job">,
) => ExpressionWrapper<Tables, "job", SqlBool>;

/** Which rows are one of these jobs, by the lease of its claim. */
export const isHeld =
  (jobs: readonly Job[]): Condition =>
  (row) => {
    const idsByLease = new Map<string, string[]>();
    for (const { lease, jobId } of jobs)
      idsByLease.set(lease, [...(idsByLease.get(lease) ?? []), jobId]);
    const ids = jobs.map(({ jobId }) => jobId);
    return row.and([
      row("job_id", "in", padded(ids)),
      row.or(
        [...idsByLease].map(([lease, its]) =>
          row("lease", "=", lease).and("job_id", "in", padded(its)),
        ),
      ),
    ]);
  };

/** Repeats the last of a list up to a power of two: lists of every length need few statements, each prepared. */
const padded = (ids: readonly string[]): string[] => {
  const length = 2 ** Math.ceil(Math.log2(Math.max(ids.length, 1)));
  return Array.from({ length }, (_, n) => ids[Math.min(n, ids.length - 1)] ?? "");
};
