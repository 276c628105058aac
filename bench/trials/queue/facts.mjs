// The steps and checks that all trials share.

import { newJob } from "../../../dist/bench/parts.js";
import { until } from "../../queue/harness.mjs";

const LANES = 16;
const AT_ONCE = 200;

/**
 * Adds jobs as the server does, with retries while the database is unavailable; returns the numbers of the
 * acknowledged ones.
 */
export const addJobs = async ({ services }, count, first = 1) => {
  const acknowledged = [];
  for (let from = first; from < first + count; from += AT_ONCE) {
    const numbers = Array.from(
      { length: Math.min(AT_ONCE, first + count - from) },
      (_, n) => from + n,
    );
    const jobs = numbers.map((n) =>
      newJob(services, {
        jobId: `tick-${n}`,
        name: "tick",
        payload: { n },
        lane: `lane ${n % LANES}`,
      }),
    );
    await until(
      () =>
        services.store.jobs.add(jobs).then(
          () => true,
          () => false,
        ),
      120,
      100,
    );
    acknowledged.push(...numbers);
  }
  return acknowledged;
};

/** Starts processes that run jobs. */
export const startWorkers = async (bed, { processes = 4, ...options } = {}) => {
  const workers = await Promise.all(
    Array.from({ length: processes }, () => bed.startWorker(options)),
  );
  for (const worker of workers) worker.start();
  return workers;
};

export const stopWorkers = (workers) => Promise.all(workers.map(({ stop }) => stop()));

/** Waits until no job is left; returns how many acknowledged jobs never ran, and how often one ran again. */
export const facts = async (bed, acknowledged) => {
  await until(
    () =>
      bed.remaining().then(
        (count) => count === 0,
        () => false,
      ),
    300,
    100,
  );
  const [{ runs, jobs, lost }] = await bed.rowsOf(
    `select count(*) as runs, count(distinct n) as jobs,
      (select count(*) from unnest($1::bigint[]) as one(n)
        where not exists (select from run where run.n = one.n)) as lost from run`,
    [acknowledged],
  );
  return { lost: Number(lost), twice: Number(runs) - Number(jobs) };
};
