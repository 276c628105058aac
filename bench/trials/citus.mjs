// Tries Citus with a schema for each bucket of clients, which is on one worker, next to plain PostgreSQL: the cost of
// calls, then under load a worker and the coordinator killed, a schema moved, a rebalance and a migration.
//
//   apt-get install postgresql-15 postgresql-server-dev-15 make gcc libssl-dev liblz4-dev libzstd-dev \
//     libkrb5-dev libpam0g-dev libselinux1-dev libxslt1-dev libxml2-dev libreadline-dev libicu-dev zlib1g-dev
//   npm run build && npx vite build --mode bench && node bench/trials/citus.mjs SOURCES PROGRAMS [phase …]
//
// SOURCES is a folder of the sources of Citus 13; PROGRAMS an empty one of 150 MB, which is filled once. Linux only.
// CITUS_ROUNDS (5) and CITUS_CALLS (400) shorten the costs, CITUS_SECONDS (10) is the length of a disturbance.

import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startReceiver } from "../../dist/bench/parts.js";
import { faultsOf, outcomeOf, startBucket, startLoad } from "./citus/bucket.mjs";
import { startCitus, startPlain } from "./citus/cluster.mjs";
import { awaitTransactions, measureCosts } from "./citus/costs.mjs";
import { countChanges } from "./citus/count-changes.mjs";
import { installPrograms } from "./citus/programs.mjs";

const SECONDS = Number(process.env.CITUS_SECONDS ?? 10);
const [sources, programs, ...chosen] = process.argv.slice(2);
if (!programs) throw new Error("usage: node bench/trials/citus.mjs SOURCES PROGRAMS [phase …]");
const commands = installPrograms(resolve(sources), resolve(programs));
const folder = mkdtempSync(join(tmpdir(), "service-link-trial-"));
const stops = [() => rmSync(folder, { recursive: true, force: true })];
const later = (part, stop = () => part.stop()) => {
  stops.push(stop);
  return part;
};
const say = (text) => console.error(`${new Date().toISOString()} ${text}`);
const print = (title, rows) => {
  console.log(`\n${title}; load ${loadavg()[0].toFixed(1)}`);
  console.table(rows);
};
const number = (value) => Number(value.toPrecision(3));

/** Makes a schema on a worker, and its tables: by the coordinator, since a worker refuses that. */
const makeBucket = async (citus, name, worker) => {
  const began = performance.now();
  await citus.addBucket(name, worker);
  await (await startBucket(folder, name, citus.coordinator().address(name))).stop();
  say(`${name} is there after ${Math.round(performance.now() - began)} ms`);
};

const openBucket = async (citus, name, worker, address) => {
  await makeBucket(citus, name, worker);
  return later(await startBucket(folder, name, address(name)));
};

/** The errors that PostgreSQL reported, also those that callers did not see. */
const printErrors = (citus) => {
  for (const [name, node] of Object.entries(citus.nodes()))
    for (const [text, count] of Object.entries(node.errors()))
      console.log(`${name}: ${count} × ${text.slice(0, 200)}`);
};

/** A way to a bucket's data: a server without jobs, with an Item that has its transactions. */
const openBed = async (name, schema, address, nodes) => {
  const open = async (options) => later(await startBucket(folder, schema, address, options));
  const first = await startBucket(folder, schema, address);
  const { access_token } = await first.newItem(["transactions"]);
  const history = await awaitTransactions(first, access_token);
  await first.stop();
  return { name, open, nodes, bucket: { ...(await open(["--no-worker"])), history } };
};

const costs = async () => {
  const plain = later(await startPlain(commands));
  const citus = later(await startCitus(commands, 2));
  stops.push(() => printErrors(citus));
  const [one, two] = citus.workers;
  await makeBucket(citus, "b1", one);
  await makeBucket(citus, "b2", two);
  const beds = [
    await openBed("plain", "plain", plain.address(), plain.nodes()),
    await openBed("coordinator", "b1", citus.coordinator().address("b1"), citus.nodes()),
    await openBed("its worker", "b2", two.address("b2"), citus.nodes()),
  ];
  print("changes for a column in each key", [await countChanges(plain.nodes().plain)]);
  const rows = await measureCosts(beds, say);
  print(
    "the cost of a call, one at a time, by way of",
    rows.map(({ kind, bed, ms, cpu, all }) => {
      const base = rows.find((row) => row.kind === kind && row.bed === "plain");
      return {
        kind,
        bed,
        "p50 ms": number(ms),
        "× plain": number(ms / base.ms),
        "CPU ms": number(all),
        "CPU × plain": number(all / base.all),
        ...Object.fromEntries(Object.entries(cpu).map(([node, own]) => [node, number(own)])),
      };
    }),
  );
};

/** Disturbs buckets under load: `disturb` resolves once it is over; prints how each bucket fared. */
const underLoad = async (title, buckets, receiver, disturb) => {
  const site = receiver.siteOf(title.replaceAll(/\W+/g, "-"));
  const loads = buckets.map((bucket) => startLoad(bucket, site));
  await pause(3000);
  const began = performance.now();
  const facts = await disturb().catch((failure) => `failed: ${failure.message}`);
  const ended = performance.now();
  await pause(5000);
  const differences = [];
  for (const load of loads) differences.push(...(await load.end()));
  const missing = await receiver.missing(
    loads.flatMap(({ webhooks }) => webhooks),
    120_000,
  );
  print(
    `${title} (${Math.round(ended - began)} ms)`,
    loads.map((load) => outcomeOf(load, began)),
  );
  if (facts) console.log(facts);
  console.log(
    `differences from what was acknowledged: ${differences.length}; webhooks not delivered: ${missing.length}`,
  );
  for (const fault of [...differences, ...loads.flatMap(faultsOf)].slice(0, 12))
    console.log(`  ${fault}`);
};

/** A cluster with a standby of its coordinator and four buckets, the last of which goes to its worker directly. */
const openTrial = async () => {
  const receiver = later(await startReceiver(), () => receiver.close());
  const citus = later(await startCitus(commands, 2));
  const standby = later(await citus.addStandby());
  stops.push(() => printErrors(citus));
  const [one, two] = citus.workers;
  const both = (schema) => citus.coordinator().address(schema, [standby]);
  const buckets = [
    await openBucket(citus, "b1", one, both),
    await openBucket(citus, "b2", two, both),
    await openBucket(citus, "b3", one, both),
    await openBucket(citus, "b4", two, two.address),
  ];
  const during = (title, disturb) => underLoad(title, buckets, receiver, disturb);
  return { citus, standby, during };
};

const kills = async () => {
  const { citus, standby, during } = await openTrial();
  const [one] = citus.workers;
  await during("nothing happens", () => pause(SECONDS * 1000));
  await during("worker 1 is killed, with b1 and b3, and started again", async () => {
    await one.kill();
    await pause(SECONDS * 1000);
    await one.restart();
  });
  await during("the coordinator is killed, and its standby promoted", async () => {
    await citus.coordinator().kill();
    await pause(1000);
    await citus.promote(standby);
  });
};

const MIGRATION = [
  "set search_path = b1",
  "begin",
  "alter table item_transaction add column later text default 'later'",
  "create index later_index on item_transaction (item_id, later)",
  "alter table item add column later text",
  "commit",
];

/** Changes of a bucket's tables, until it can be moved. */
const PREPARATIONS = {
  "as it is": [],
  "every table with an identity": ["live_items", "audit_head"].map(
    (table) => `alter table ${table} replica identity full`,
  ),
  "every table logged": ["alter table call_counter set logged"],
};

const changes = async () => {
  const { citus, during } = await openTrial();
  const [one, two] = citus.workers;
  const coordinator = citus.coordinator();
  await during("b1 is migrated: columns and an index", () => coordinator.run(MIGRATION));
  for (const [title, statements] of Object.entries(PREPARATIONS)) {
    for (const bucket of ["b1", "b2", "b3", "b4"])
      await coordinator.run([`set search_path = ${bucket}`, ...statements]);
    await during(`b1 moves, ${title}`, async () => {
      await citus.move("b1", (await citus.workerOf("b1")) === one ? two : one);
    });
  }
  await during("worker 3 is added, and the schemas rebalanced", async () => {
    await citus.addWorker();
    await coordinator.query("select citus_rebalance_start()");
    await coordinator.query("select citus_rebalance_wait()");
    const places = await coordinator.query(
      "select table_name::text, nodeport from citus_shards where table_name::text like '%.item'",
    );
    return places.map(({ table_name, nodeport }) => `${table_name} at ${nodeport}`).join(", ");
  });
  await during("b5 is made: all tables of a bucket", () => makeBucket(citus, "b5", one));
  for (const [name, node] of Object.entries(citus.nodes())) {
    const [{ count }] = await node.query(
      "select count(*) from pg_stat_activity where backend_type = 'client backend'",
    );
    console.log(`${name}: ${count} connections`);
  }
};

const stopAll = async () => {
  for (const stop of stops.splice(0).toReversed())
    await Promise.try(stop).catch((failure) => say(failure.message));
};
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => void stopAll().then(() => process.exit(1)));

const PHASES = { costs, kills, changes };
try {
  for (const phase of chosen.length > 0 ? chosen : Object.keys(PHASES)) await PHASES[phase]();
} finally {
  await stopAll();
}
