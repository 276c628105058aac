// Pressure: a burst, a backlog, a lane that floods, and a transaction that holds the oldest snapshot.

import { strict as assert } from "node:assert";
import pg from "pg";
import { drain, until } from "../../queue/harness.mjs";
import { addJobs, facts, startWorkers, stopWorkers } from "./facts.mjs";

const JOBS = Number(process.env.TRIAL_JOBS ?? 20_000);
const BACKLOG = Number(process.env.TRIAL_BACKLOG ?? 1_000_000);
const MAX_LOSS = 0.1;
/** As many jobs as four workers have claimed at once: by so many may one overtake another. */
const MAX_AT_ONCE = 4 * 64;

/** Many jobs come at once while the workers have nothing to do. */
export const burst = async (bed) => {
  const workers = await startWorkers(bed, { records: true });
  const acknowledged = (
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => addJobs(bed, JOBS / 10, 1 + (n * JOBS) / 10)),
    )
  ).flat();
  const { lost, twice } = await facts(bed, acknowledged);
  await stopWorkers(workers);
  assert.equal(lost, 0, `${lost} lost`);
  assert.equal(twice, 0, `${twice} ran twice`);
  return `${JOBS} jobs: none lost, none ran twice`;
};

/** Very many jobs are due; they are done no slower than few, and in order. */
export const backlog = async (bed) => {
  await bed.fill(1, JOBS);
  await drain(bed, JOBS);
  await bed.fill(1, JOBS);
  const few = await drain(bed, JOBS);
  await bed.fill(1, BACKLOG);
  const workers = await startWorkers(bed, { records: true });
  const total = () => workers.reduce((sum, { state }) => sum + state.count, 0);
  await until(() => total() >= 5000, 120);
  await stopWorkers(workers);
  const [{ overtaken }] = await bed.rowsOf(
    "select max(abs(n - place)) as overtaken from (select n, row_number() over (order by at) as place from run) as all_runs",
  );
  const left = await bed.remaining();
  const many = await drain(bed, left);
  const loss = 1 - many.perSecond / few.perSecond;
  // As many lanes are served at once as a worker has places for, and each moves on by itself.
  assert(Number(overtaken) <= 8 * MAX_AT_ONCE, `a job was ${overtaken} places off its turn`);
  assert(
    loss <= 0.25,
    `${many.perSecond.toFixed(0)}/s with ${BACKLOG} waiting, ${few.perSecond.toFixed(0)}/s with ${JOBS}`,
  );
  return `${BACKLOG} jobs at ${many.perSecond.toFixed(0)}/s, ${JOBS} at ${few.perSecond.toFixed(0)}/s; at most ${overtaken} places off its turn`;
};

/** One lane has very many jobs, and then others get a few. */
export const floodedLane = async (bed) => {
  await bed.fill(1, JOBS * 5, { lanes: 1, lane: "webhook:flood", dueAt: Date.now() - 60_000 });
  const workers = await startWorkers(bed, { records: true });
  await until(() => workers.reduce((sum, { state }) => sum + state.count, 0) > 1000);
  const first = 10_000_000;
  await addJobs(bed, 400, first);
  await until(async () => {
    const [{ done }] = await bed.rowsOf("select count(*) as done from run where n >= $1", [first]);
    return Number(done) === 400;
  });
  const [{ between }] = await bed.rowsOf(
    `select count(*) as between from run where n < ${first}
      and at between (select min(at) from run where n >= ${first}) and (select max(at) from run where n >= ${first})`,
  );
  const waiting = await bed.remaining();
  await stopWorkers(workers);
  assert(waiting > 0, "the flood was over before the others were done");
  return `400 jobs of other lanes were done while ${waiting} of the flood waited, ${between} of it in between`;
};

/**
 * A transaction holds the oldest snapshot, so that nothing that is done can be cleaned up. Rounds with and without
 * one take turns; before each comes a round that is not measured, and leaves as many dead rows.
 */
export const heldSnapshot = async (bed) => {
  const rounds = Number(process.env.TRIAL_ROUNDS ?? 5);
  let first = 1;
  const rate = async () => {
    // No id comes twice, as in the server: a lookup by an id that is new steps over no dead row.
    await bed.fill(first, JOBS);
    first += JOBS;
    return drain(bed, JOBS);
  };
  const round = async () => {
    await bed.pool.query("vacuum job");
    await rate();
    return rate();
  };
  const roundWithHolder = async () => {
    const holder = new pg.Client({ connectionString: bed.postgres.address });
    await holder.connect();
    await holder.query("begin isolation level repeatable read");
    await holder.query("select count(*) from job");
    const result = await round();
    await holder.query("commit");
    await holder.end();
    return result;
  };
  const bare = [];
  const held = [];
  await rate();
  for (let n = 0; n < rounds; n++)
    // Alternates the order, so that changes over time affect both alike.
    for (const isHeld of n % 2 === 0 ? [false, true] : [true, false])
      (isHeld ? held : bare).push(await (isHeld ? roundWithHolder() : round()));
  const [{ dead }] = await bed.rowsOf(
    "select n_dead_tup as dead from pg_stat_user_tables where relname = 'job'",
  );
  const middle = (rates, of) => rates.map(of).toSorted((a, b) => a - b)[rates.length >> 1];
  const loss = (of) => 1 - middle(held, of) / middle(bare, of);
  // Other load on the machine changes the jobs per second, but hardly the CPU time of each.
  const ofCores = ({ inPostgres, inWorkers }) => 1000 / (inPostgres + inWorkers);
  const perSecond = (trial) => trial.perSecond;
  const percent = (of) => `${(loss(of) * 100).toFixed(0)} %`;
  const words =
    `${middle(bare, perSecond).toFixed(0)}/s without, ${middle(held, perSecond).toFixed(0)}/s with ${dead} dead rows: ` +
    `${percent(perSecond)} less, ${percent(ofCores)} less for each second of a core`;
  assert(Math.min(loss(perSecond), loss(ofCores)) <= MAX_LOSS, words);
  return words;
};
