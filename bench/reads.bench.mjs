// Measures reads on PostgreSQL: the CPU time that a call costs the server and its database, with limits that are counted
// as in production, as a part of a bare node:http server's with one statement, which sends the same bytes. READS_CALLS
// calls of each (1500), in nine rounds.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startServer } from "../dist/bench/parts.js";
import { databaseMs, startOne, VARIABLES } from "./api/calls.mjs";
import { ask, drive } from "./api/load.mjs";
import { CLI, startBaseline } from "./api/servers.mjs";
import { ratioRow, row } from "./measure.mjs";

const ROUNDS = 9;
const CALLS = Number(process.env.READS_CALLS ?? 1500);
/** How much of the bare server's cost each call is to have at least. */
const GOALS = {
  "/accounts/get": 0.55,
  "/item/get": 0.6,
  "/transactions/get of 10": 0.5,
  "/transactions/get of 500": 0.6,
  "/transactions/sync without changes": 0.4,
};

/** The rows of this bench. */
export const bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const ends = [() => rmSync(folder, { recursive: true })];
  try {
    const database = await startServer();
    ends.push(() => database.stop());
    const reader = new pg.Client({ connectionString: database.address });
    await reader.connect();
    ends.push(() => reader.end());
    const variables = { ...VARIABLES, DATABASE_URL: database.address };
    const { server, requests } = await startOne(CLI, join(folder, "data"), variables, ends);
    const bareRequests = await writeAnswers(reader, server, requests);
    const bare = await startBaseline("node:http, PostgreSQL", database.address);
    ends.push(() => bare.stop());
    const measured = Object.fromEntries(Object.keys(requests).map((name) => [name, []]));
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round++)
      for (const [name, request] of Object.entries(requests)) {
        const cost = {
          bare: await costOf(bare, bareRequests[name], reader),
          ours: await costOf(server, request, reader),
        };
        if (round > 0) measured[name].push(cost);
      }
    return Object.entries(measured).flatMap(([name, costs]) => rowsOf(name, costs));
  } finally {
    for (const end of ends.reverse()) await end();
  }
};

/**
 * Writes the service's responses into the database, under a separate path per call. Returns the
 * calls.
 */
async function writeAnswers(reader, { port }, requests) {
  await reader.query("create table bench_answer (key text primary key, answer text not null)");
  const bare = {};
  for (const [place, [name, request]] of Object.entries(requests).entries()) {
    const { access_token: token } = JSON.parse(String(request).split("\r\n\r\n")[1]);
    const answer = await ask(port, request);
    await reader.query("insert into bench_answer values ($1, $2)", [`/${place} ${token}`, answer]);
    bare[name] = Buffer.from(String(request).replace(/^POST \S+/, `POST /${place}`));
  }
  return bare;
}

/** The CPU time of a call in µs, of the server and of its database. */
async function costOf(server, request, reader) {
  const [own, ofDatabase] = [(await server.used()).cpuMs.after, await databaseMs(reader)];
  await drive(server.port, CALLS, () => request);
  const each = (ms) => (ms * 1000) / CALLS;
  return {
    server: each((await server.used()).cpuMs.before - own),
    database: each((await databaseMs(reader)) - ofDatabase),
  };
}

function rowsOf(name, costs) {
  const median = (value) => costs.map(value).toSorted((a, b) => a - b)[costs.length >> 1];
  const sum = ({ server, database }) => server + database;
  return [
    row(
      `${name}: bare, server`,
      median(({ bare }) => bare.server),
      "µs",
    ),
    row(
      `${name}: bare, database`,
      median(({ bare }) => bare.database),
      "µs",
    ),
    row(
      `${name}: server`,
      median(({ ours }) => ours.server),
      "µs",
    ),
    row(
      `${name}: database`,
      median(({ ours }) => ours.database),
      "µs",
    ),
    ratioRow(
      `${name}, of bare node:http with one statement`,
      median(({ bare, ours }) => sum(bare) / sum(ours)),
      name in GOALS ? { atLeast: GOALS[name] } : {},
    ),
  ];
}
