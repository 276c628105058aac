// Tries failovers as Debian's packages do them: Patroni with etcd over two PostgreSQL 15, one of them a synchronous
// standby; HAProxy by Patroni's checks; PgBouncer in front of it. Under load are a server and a worker by way of
// PgBouncer, and a server with both hosts. `restore` is a drill of both ways to restore a database.
//
//   apt-get install patroni etcd-server postgresql-15 haproxy pgbouncer
//   npm run build && npx vite build --mode bench && node bench/trials/failover.mjs [trial …]
//
// Linux only. TRIAL_ROUNDS (3); TRIAL_TRANSACTIONS (200000) is the least that the drill restores.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { KEYS, runFailovers, startReceiver } from "../../dist/bench/parts.js";
import { CLI, startServe } from "../api/servers.mjs";
import { makeLaterBuild } from "./failover/later-build.mjs";
import { startPatroni } from "./failover/patroni.mjs";
import { drill } from "./failover/restore.mjs";

const ROUNDS = Number(process.env.TRIAL_ROUNDS ?? 3);
const TRANSACTIONS = Number(process.env.TRIAL_TRANSACTIONS ?? 200_000);
const SETTLE_MS = 3000;
const POOLER_DOWN_MS = 1000;
const MIGRATION_SECONDS = 20;
const MIGRATES =
  "select 1 from pg_stat_activity where query like '%later_migration%' and state = 'active' and pid <> pg_backend_pid()";

const VARIABLES = {
  SERVICE_LINK_MASTER_KEY: "5".repeat(64),
  SERVICE_LINK_CLIENT_ID: KEYS.client_id,
  SERVICE_LINK_SECRET: KEYS.secret,
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
};

const startWorker = async (folder, DATABASE_URL) => {
  const child = spawn(process.execPath, [CLI, "worker", "--data", folder], {
    env: { ...process.env, ...VARIABLES, DATABASE_URL },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return {
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop: async () => {
      child.kill();
      await once(child, "exit");
    },
  };
};

/** Starts everything for a trial. */
const openBed = async (later) => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-failover-"));
  later(() => rmSync(folder, { recursive: true, force: true }));
  const cluster = await startPatroni(folder, later);
  const data = mkdtempSync(join(tmpdir(), "service-link-failover-data-"));
  later(() => rmSync(data, { recursive: true, force: true }));
  const serve = (name, DATABASE_URL, cli) =>
    startServe(
      join(data, name),
      { ...VARIABLES, DATABASE_URL },
      ["--no-worker", "--processes", "1"],
      cli,
    );
  const ports = [];
  for (const [name, address] of Object.entries(cluster.addresses)) {
    const server = await serve(name, address);
    later(server.stop);
    ports.push(server.port);
  }
  const worker = await startWorker(join(data, "pooled"), cluster.addresses.pooled);
  later(worker.stop);
  return { cluster, data, serve, ports, worker };
};

const disturbed = async (kind, bed, disturb, rejoin = bed.cluster.rejoin) => {
  const receiver = await startReceiver();
  try {
    const cluster = { ...bed.cluster, rejoin };
    const outcome = await runFailovers({
      ...{ cluster, ports: bed.ports, receiver, kind, rounds: ROUNDS, settleMs: SETTLE_MS },
      disturb: async () => {
        await disturb();
        await bed.cluster.usable();
      },
    });
    const differences = await bed.cluster.differences();
    if (outcome.lostWebhooks.length > 0) await printUndelivered(bed.cluster, outcome.lostWebhooks);
    print(kind, outcome, {
      differences,
      rewinds: bed.cluster.rewinds(),
      worker: bed.worker.hasEnded() ? "ended" : "runs",
    });
  } finally {
    receiver.close();
  }
};

/** Prints what the store has of webhooks that were not received, and all jobs that wait: late ones are among them. */
const printUndelivered = async (cluster, urls) => {
  const { port } = await cluster.leader();
  const deliveries = `select url, webhook, state, created_at, tried_since, next_try_at from webhook_delivery
    where url in (${urls.map((url) => `'${url}'`).join()})`;
  const jobs = `select name, lane, attempts, losses_alone, due_at - extract(epoch from now()) * 1000 as due_in_ms,
    given_up_at from job where name like '%webhook%' limit 20`;
  for (const text of [deliveries, jobs])
    console.table(await cluster.query(port, text, { database: "link", ms: 60_000 }));
};

const seconds = (ms) => Number((ms / 1000).toFixed(1));
const print = (kind, outcome, facts) => {
  console.log(
    `\n${kind}: ${ROUNDS} rounds, load ${loadavg()[0].toFixed(1)}, ${new Date().toISOString()}`,
  );
  console.table({
    "until it can be used, s": seconds(outcome.ownMs),
    "errors after that, s": seconds(outcome.errorsMs),
    "longest call, s": seconds(outcome.longestMs),
    "longest health check, s": seconds(outcome.healthMs),
    "lost exchanges": `${outcome.faults.length} of ${outcome.exchanges}`,
    "lost webhooks": `${outcome.lostWebhooks.length} of ${outcome.webhooks}`,
    "calls with 500": outcome.internalErrors,
    calls: JSON.stringify(outcome.statuses),
    "connections on the standby": `${outcome.connectionsOnStandby}, then ${outcome.connectionsLeft}`,
    "tables that differ on the standby": facts.differences.join() || 0,
    "runs of pg_rewind": facts.rewinds,
    "the worker": facts.worker,
  });
  for (const fault of new Set([...outcome.faults, ...outcome.lostWebhooks])) console.log(fault);
};

const TRIALS = {
  kill: (bed) => disturbed("kill", bed, bed.cluster.kill),
  switchover: (bed) => disturbed("switchover", bed, bed.cluster.switchOver),
  return: (bed) => disturbed("return", bed, bed.cluster.killAhead),
  pgbouncer: (bed) => disturbed("pgbouncer", bed, () => bed.cluster.restartPooler(POOLER_DOWN_MS)),
  migration: async (bed) => {
    const { cluster, data, serve } = bed;
    const addresses = Object.entries(cluster.addresses);
    let round = 0;
    let starting = null;
    const facts = [];
    await disturbed(
      "migration",
      bed,
      async () => {
        const build = makeLaterBuild(join(data, `build-${++round}`), round, MIGRATION_SECONDS);
        const [name, address] = addresses[round % 2];
        const start = () => serve(`later-${name}`, address, build);
        starting = { start, name, first: start().catch(({ message }) => message) };
        await cluster.until(
          "a migration that runs",
          async () => (await cluster.query((await cluster.leader()).port, MIGRATES)).length > 0,
        );
        await (round % 2 === 1 ? cluster.switchOver() : cluster.kill());
      },
      async () => {
        await cluster.rejoin();
        if (!starting) return;
        const { start, name, first } = starting;
        starting = null;
        const outcome = await first;
        const server = typeof outcome === "string" ? await start() : outcome;
        await server.stop();
        const { port } = await cluster.leader();
        const [made] = await cluster.query(
          port,
          `select (select count(*)::int from kysely_migration where name = '9998-later-${round}') as steps, (select count(*)::int from pg_attribute where attname = 'later_${round}' and attrelid = 'client'::regclass) as columns`,
          { database: "link" },
        );
        facts.push({ name, first: typeof outcome === "string" ? outcome : "started", ...made });
      },
    );
    console.table(facts);
  },
  restore: async (bed) => {
    const tokens = [];
    for (let round = 1; round <= ROUNDS; round++)
      console.table(await drill({ ...bed, least: TRANSACTIONS, round, tokens }));
    console.log(`load ${loadavg()[0].toFixed(1)}, ${new Date().toISOString()}`);
  },
};

const chosen = process.argv.slice(2);
for (const name of chosen.length > 0 ? chosen : Object.keys(TRIALS)) {
  const stops = [];
  const stopAll = async () => {
    for (const stop of stops.splice(0).toReversed())
      await Promise.try(stop).catch((failure) => console.error(failure.message));
  };
  const end = () => void stopAll().then(() => process.exit(1));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, end);
  try {
    await TRIALS[name](await openBed((stop) => stops.push(stop)));
    await pause(0);
  } finally {
    await stopAll();
    for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, end);
  }
}
