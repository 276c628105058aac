// The trials of a queue under pressure, on PostgreSQL with four processes: faults (a worker killed, the
// database killed, a partition, a slow disk, a clock that jumps) and pressure (a burst, a backlog, a lane
// that floods, a transaction that holds the oldest snapshot). Each prints its findings, and fails if a
// promise is broken.
//
//   npm run build && npx vite build --mode bench && node bench/trials/queue.mjs [name …]
//
// TRIAL_JOBS is how many jobs each has (20,000), TRIAL_BACKLOG how many the backlog has (1,000,000), and
// TRIAL_ROUNDS how often something is killed (5).

import { strict as assert } from "node:assert";
import { load, openBed } from "../queue/harness.mjs";
import * as faults from "./queue/fault-trials.mjs";
import * as pressure from "./queue/pressure-trials.mjs";

const trials = { ...faults, ...pressure };
const choice = process.argv.slice(2);
for (const name of choice) assert(name in trials, `no trial ${name}: ${Object.keys(trials)}`);

for (const [name, trial] of Object.entries(trials)) {
  if (choice.length > 0 && !choice.includes(name)) continue;
  const bed = await openBed(trial.settings);
  const began = performance.now();
  try {
    const found = await trial(bed);
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`passed  ${name}: ${found} (${seconds} s, load ${load()})`);
  } catch (failure) {
    console.log(`FAILED  ${name}: ${failure.message} (load ${load()})`);
    process.exitCode = 1;
  } finally {
    await bed.close();
  }
}
