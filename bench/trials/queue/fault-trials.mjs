// Faults: of a worker, the database, the network between them, the disk, and the clock.

import { strict as assert } from "node:assert";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "../../queue/harness.mjs";
import { addJobs, facts, startWorkers, stopWorkers } from "./facts.mjs";
import { createProxy } from "./proxy.mjs";

const JOBS = Number(process.env.TRIAL_JOBS ?? 20_000);
const ROUNDS = Number(process.env.TRIAL_ROUNDS ?? 5);
/** Long enough that no worker loses it that is merely slow. */
const LIMITS = { lease: 5000 };
const MAX_AT_ONCE = 64;

/** A worker process is killed again and again, and another one takes its place. */
export const workerKilled = async (bed) => {
  const workers = await startWorkers(bed, { limits: LIMITS, records: true });
  const adding = addJobs(bed, JOBS);
  for (let round = 0; round < ROUNDS; round++) {
    await pause(500);
    await workers.shift().kill();
    const next = await bed.startWorker({ limits: LIMITS, records: true });
    next.start();
    workers.push(next);
  }
  const acknowledged = await adding;
  const { lost, twice } = await facts(bed, acknowledged);
  assert.equal(lost, 0, `${lost} of ${JOBS} lost`);
  assert(twice <= ROUNDS * MAX_AT_ONCE, `${twice} ran twice in ${ROUNDS} kills`);
  await stopWorkers(workers);
  return `${JOBS} jobs, ${ROUNDS} kills: none lost, ${twice} ran again (at most ${MAX_AT_ONCE} a kill)`;
};

/** All processes of PostgreSQL are killed again and again, and it is started again. */
export const databaseKilled = async (bed) => {
  const workers = await startWorkers(bed, { limits: LIMITS, records: true });
  const adding = addJobs(bed, JOBS);
  for (let round = 0; round < ROUNDS; round++) {
    await pause(500);
    await bed.postgres.kill();
    await pause(200);
    await bed.postgres.restart();
  }
  const acknowledged = await adding;
  const { lost, twice } = await facts(bed, acknowledged);
  assert.equal(lost, 0, `${lost} of ${JOBS} lost`);
  const limit = ROUNDS * workers.length * MAX_AT_ONCE;
  assert(twice <= limit, `${twice} ran twice in ${ROUNDS} kills`);
  await stopWorkers(workers);
  return `${acknowledged.length} acknowledged, ${ROUNDS} kills: none lost, ${twice} ran again (at most ${limit})`;
};

/** Nothing is forwarded between two of the four workers and PostgreSQL for longer than a lease. */
export const partition = async (bed) => {
  const proxy = await createProxy(bed.postgres.address);
  const near = await startWorkers(bed, { limits: LIMITS, records: true, processes: 2 });
  const far = await startWorkers(bed, {
    limits: LIMITS,
    records: true,
    processes: 2,
    address: proxy.address,
  });
  const adding = addJobs(bed, JOBS);
  await pause(500);
  proxy.stopForwarding();
  await pause(LIMITS.lease * 1.5);
  const before = far.reduce((sum, { state }) => sum + state.count, 0);
  proxy.forward();
  const acknowledged = await adding;
  const more = await addJobs(bed, JOBS, JOBS + 1);
  const { lost, twice } = await facts(bed, [...acknowledged, ...more]);
  assert.equal(lost, 0, `${lost} lost`);
  assert(twice <= far.length * MAX_AT_ONCE, `${twice} ran twice`);
  await until(async () => {
    await addJobs(bed, 100, Date.now());
    return far.reduce((sum, { state }) => sum + state.count, 0) > before;
  }, 60);
  await stopWorkers([...near, ...far]);
  await proxy.close();
  return `${2 * JOBS} jobs: none lost, ${twice} ran again, the cut-off workers came back`;
};

/** Every commit takes 20 ms more, as on a slow disk. */
export const slowDisk = async (bed) => {
  const workers = await startWorkers(bed, { limits: LIMITS, records: false });
  const acknowledged = await addJobs(bed, JOBS);
  const began = performance.now();
  await until(async () => (await bed.remaining()) === 0, 600, 100);
  const perSecond = (JOBS * 1000) / (performance.now() - began);
  const count = workers.reduce((sum, { state }) => sum + state.count, 0);
  assert(count >= acknowledged.length, `${count} of ${acknowledged.length} ran`);
  await stopWorkers(workers);
  return `${JOBS} jobs with 20 ms more for each commit: none lost, ${perSecond.toFixed(0)}/s`;
};
// A commit waits so long, in µs, while as many as `commit_siblings` others are under way: here always.
slowDisk.settings = { commit_delay: "20000", commit_siblings: "0" };

/** The clock of one worker jumps three hours ahead, that of another one three hours back. */
export const clockJump = async (bed) => {
  const workers = await startWorkers(bed, { limits: LIMITS, records: true });
  const adding = addJobs(bed, JOBS);
  const HOURS = 3 * 3_600_000;
  await pause(300);
  workers[0].send({ type: "jump", ms: HOURS });
  workers[1].send({ type: "jump", ms: -HOURS });
  await pause(1500);
  workers[0].send({ type: "jump", ms: -2 * HOURS });
  workers[1].send({ type: "jump", ms: 2 * HOURS });
  const acknowledged = await adding;
  const { lost, twice } = await facts(bed, acknowledged);
  assert.equal(lost, 0, `${lost} of ${JOBS} lost`);
  assert.equal(twice, 0, `${twice} ran twice`);
  await stopWorkers(workers);
  return `${JOBS} jobs, clocks 3 h ahead and back: none lost, none ran twice`;
};
