// Measures how many jobs per second four processes run over one PostgreSQL, compared with a bare loop of `pg`
// in four processes; and the effect of a transaction that holds an old snapshot. Set QUEUE_JOBS and
// QUEUE_ROUNDS for larger runs.

import { row } from "./measure.mjs";
import { drain, load, openBed } from "./queue/harness.mjs";

const JOBS = Number(process.env.QUEUE_JOBS ?? 20_000);
const ROUNDS = Number(process.env.QUEUE_ROUNDS ?? 3);
const LANES = 16;

/** The rows of this bench. */
export const bench = async () => {
  const bed = await openBed();
  try {
    const rounds = [];
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      await bed.fillBaseline(1, JOBS);
      const bare = await drain(bed, JOBS, { baseline: true });
      await bed.fill(1, JOBS, { lanes: LANES });
      const own = await drain(bed, JOBS);
      if (round > 0) rounds.push({ bare, own });
    }
    const { bare, own } = rounds.toSorted((round, b) => ratio(round) - ratio(b))[ROUNDS >> 1];
    const busy = `at a load of ${load()}`;
    return [
      row(`a bare loop of pg, ${busy}`, 1000 / bare.perSecond, "ms each"),
      row(`a job, ${busy}`, 1000 / own.perSecond, "ms each", {
        timesFaster: 0.5,
        than: 1000 / bare.perSecond,
      }),
      row("jobs a second", own.perSecond, "/s"),
      row("of two cores, a job takes", own.inPostgres + own.inWorkers, "ms", { limit: 0.4 }),
      row("of that in PostgreSQL", own.inPostgres, "ms"),
    ];
  } finally {
    await bed.close();
  }
};

const ratio = ({ bare, own }) => own.perSecond / bare.perSecond;
