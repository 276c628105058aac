// Measures the API of this build and of another commit's in turns, in one run: the CPU time that calls cost the server
// and its database, the memory once it responds, and the time to start. CPU time says less of the machine's other load
// than calls a second do. Only the API itself is called, so that the other commit may be of any age. AGAINST_ROUNDS pairs
// (9), of AGAINST_CALLS calls of each path (1500).

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startServer } from "../../dist/bench/parts.js";
import { row } from "../measure.mjs";
import { buildCommit } from "./build-commit.mjs";
import { databaseMs, startOne, VARIABLES } from "./calls.mjs";
import { ask, drive, requestOf } from "./load.mjs";
import { CLI } from "./servers.mjs";

const { AGAINST_ROUNDS = "9", AGAINST_CALLS = "1500" } = process.env;
const ROUNDS = Number(AGAINST_ROUNDS);
const CALLS = Number(AGAINST_CALLS);
const WARM_UP = 2 * CALLS;
/** A difference that two runs of the same build also show. */
const NOISE = 1.05;

/**
 * The rows of the comparison with a commit: medians of pairs, as this build's multiple of the other
 * build.
 */
export const compareBuilds = async (commit) => {
  const other = await buildCommit(commit);
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const builds = { [other.name]: other.cli, now: CLI };
  const ends = [other.remove, () => rmSync(folder, { recursive: true })];
  const busy = [loadavg()[0]];
  try {
    const servers = {};
    for (const [name, cli] of Object.entries(builds))
      servers[name] = await startBoth(cli, join(folder, name), ends);
    const rounds = [];
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      const order = Object.keys(builds);
      if (round % 2 === 1) order.reverse();
      const measures = {};
      for (const name of order)
        measures[name] = {
          ...(await costs(servers[name])),
          ...(await start(builds[name], join(folder, `${name}-start`))),
        };
      if (round > 0) rounds.push(measures);
      busy.push(loadavg()[0]);
    }
    return [
      ...Object.keys(rounds[0].now).map((measure) => comparison(rounds, measure, other.name)),
      row("load of the machine meanwhile, median", middle(busy), ""),
    ];
  } finally {
    for (const end of ends.reverse()) await end();
  }
};

/** The row of a measure: the median of the rounds, with the ratio of each pair. */
function comparison(rounds, measure, other) {
  const unit = measure.startsWith("memory") ? "MB" : measure.startsWith("start") ? "ms" : "µs";
  const values = (name) => rounds.map((round) => round[name][measure]);
  const [before, now] = [values(other), values("now")];
  const ratio = middle(now.map((value, at) => value / before[at]));
  return {
    ...row(
      `${measure}; ${other}: ${Number(middle(before).toPrecision(3))} ${unit}`,
      middle(now),
      unit,
    ),
    ratio,
    promise: `≤ ${NOISE} ×`,
    isKept: ratio <= NOISE,
  };
}

/** A build's servers on SQLite and PostgreSQL, each with an Item, and the calls to both. */
async function startBoth(cli, folder, ends) {
  const database = await startServer();
  ends.push(() => database.stop());
  const reader = new pg.Client({ connectionString: database.address });
  await reader.connect();
  ends.push(() => reader.end());
  const both = {
    SQLite: { ...(await startOne(cli, join(folder, "sqlite"), VARIABLES, ends)), database: null },
    PostgreSQL: {
      ...(await startOne(
        cli,
        join(folder, "postgres"),
        { ...VARIABLES, DATABASE_URL: database.address },
        ends,
      )),
      database: reader,
    },
  };
  for (const { server, requests } of Object.values(both))
    for (const request of Object.values(requests)) await drive(server.port, WARM_UP, () => request);
  return both;
}

/** The CPU time of each call in µs, of the server and of its database. */
async function costs(servers) {
  const found = {};
  for (const [store, { server, requests, database }] of Object.entries(servers))
    for (const [name, request] of Object.entries(requests)) {
      const [cpu, ofDatabase] = [(await server.used()).cpuMs.after, await databaseMs(database)];
      await drive(server.port, CALLS, () => request);
      const each = (ms) => (ms * 1000) / CALLS;
      found[`${name}, ${store}, server`] = each((await server.used()).cpuMs.before - cpu);
      if (database)
        found[`${name}, ${store}, database`] = each((await databaseMs(database)) - ofDatabase);
    }
  return found;
}

/**
 * Starts a server of a build. Returns the time to its first response in ms, and its memory at that
 * time in MB.
 */
async function start(cli, folder) {
  const began = performance.now();
  const server = spawn(
    process.execPath,
    [cli, "serve", "--no-demo", "--port", "0", "--data", folder],
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ...VARIABLES } },
  );
  let output = "";
  const port = await new Promise((resolve, reject) => {
    server.stdout.on("data", (text) => {
      output += text;
      const match = /https?:\/\/[\w.]+:(\d+)/.exec(output);
      if (match) resolve(Number(match[1]));
    });
    server.once("exit", () => reject(new Error(`a server did not start: ${output}`)));
  });
  await ask(port, requestOf("/categories/get", {}));
  const ms = performance.now() - began;
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1];
  server.kill();
  await once(server, "exit");
  return {
    "start, to the first response": ms,
    "memory once it responds": Number(kilobytes) / 1024,
  };
}

const middle = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
