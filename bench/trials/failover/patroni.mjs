// Two PostgreSQL servers under Patroni with etcd, HAProxy by Patroni's checks, and PgBouncer in front of it.

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { freePorts } from "../../../dist/bench/parts.js";
import { BINARIES, familyOf, isRunning, openPrograms } from "./programs.mjs";

const HOST = "127.0.0.1";
/** Patroni's times, in s; it accepts no shorter TTL. */
const TIMES = { ttl: 20, loop_wait: 2, retry_timeout: 5 };
const PAIR_MS = 120_000;
/** More than the sockets between two servers hold. */
const DIVERGENCE =
  "insert into divergence select n, repeat(md5(n::text), 30) from generate_series(1, 40000) n";

const POOLER = `auth_type = trust
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
server_connect_timeout = 2
server_login_retry = 1
query_wait_timeout = 5
server_fast_close = 1
unix_socket_dir =
`;

const CONNECTIONS = "select count(*)::int as n from pg_stat_activity where usename = 'link'";
const TABLES = `select relname as name from pg_class where relkind = 'r' and relpersistence = 'p'
  and relnamespace = 'public'::regnamespace order by 1`;

/** Runs a statement on a connection of its own, within 2 s unless told. */
const query = async (port, text, { database = "postgres", user = "postgres", ms = 2000 } = {}) => {
  const client = new pg.Client({
    ...{ host: HOST, port, user, database, connectionTimeoutMillis: ms, query_timeout: ms },
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    client.connection.stream.destroy();
  }
};

/** Starts all of it, with the database `link` and a standby that each commit waits for. */
export const startPatroni = async (folder, later) => {
  const programs = openPrograms(folder);
  const [etcdPort, peerPort, balancerPort, poolerPort, ...ports] = await freePorts(8);
  const write = (name, text) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const etcd = programs.start("etcd", "etcd", [
    ...["--data-dir", join(folder, "etcd"), "--unsafe-no-fsync"],
    ...["--listen-client-urls", `http://${HOST}:${etcdPort}`],
    ...["--advertise-client-urls", `http://${HOST}:${etcdPort}`],
    ...["--listen-peer-urls", `http://${HOST}:${peerPort}`],
    ...["--initial-advertise-peer-urls", `http://${HOST}:${peerPort}`],
    ...["--initial-cluster", `default=http://${HOST}:${peerPort}`],
  ]);
  const members = ["a", "b"].map((name, index) => {
    const [port, rest] = [ports[2 * index], ports[2 * index + 1]];
    const data = join(folder, `data-${name}`);
    const file = write(`${name}.yml`, configure({ folder, name, port, rest, data, etcdPort }));
    const postmaster = () =>
      Number.parseInt(readFileSync(join(data, "postmaster.pid"), "utf8"), 10);
    let patroni = null;
    return {
      ...{ name, port, rest, data, file, postmaster },
      start: () => {
        patroni ??= programs.start(name, "patroni", [file]);
      },
      stop: async () => patroni?.stop(),
      kill: async () => {
        const all = familyOf(postmaster());
        await patroni.stop("SIGKILL");
        patroni = null;
        for (const pid of all) if (isRunning(pid)) process.kill(pid, "SIGKILL");
        while (all.some(isRunning)) await pause(5);
        // Its number may have been given to another process, as after a restart of the machine.
        for (const lock of [join(data, "postmaster.pid"), join(folder, `.s.PGSQL.${port}.lock`)])
          rmSync(lock, { force: true });
      },
    };
  });

  const roles = async () => {
    for (const { rest } of members)
      try {
        return (await (await fetch(`http://${HOST}:${rest}/cluster`)).json()).members;
      } catch {}
    return [];
  };
  const withRole = async (...wanted) => {
    const found = (await roles()).find(({ role }) => wanted.includes(role));
    return members.find(({ name }) => name === found?.name);
  };
  const leader = () => withRole("leader");
  const standby = () => withRole("sync_standby", "replica");
  const until = async (what, test, ms = PAIR_MS) => {
    for (const end = Date.now() + ms; !(await test().catch(() => false)); await pause(100))
      if (Date.now() > end) throw new Error(`not within ${ms / 1000} s: ${what}`);
  };
  const awaitPair = () =>
    until("a leader with a synchronous standby", async () => {
      const [first, second] = [await leader(), await withRole("sync_standby")];
      if (!first || !second || first === second) return false;
      const states = await query(first.port, "select sync_state from pg_stat_replication");
      return states.some(({ sync_state }) => sync_state === "sync" || sync_state === "quorum");
    });

  later(async () => {
    const pids = members.flatMap(({ data, postmaster }) =>
      existsSync(join(data, "postmaster.pid")) ? postmaster() : [],
    );
    for (const { stop } of members) await stop();
    for (const pid of pids) while (isRunning(pid)) await pause(50);
    await etcd.stop();
  });
  members[0].start();
  await until("a leader", async () => (await leader()) !== undefined);
  members[1].start();
  await awaitPair();
  const first = (await leader()).port;
  for (const statement of [
    "create role link login",
    "create database link owner link",
    "create table trial_probe as select 0 as n",
  ])
    await query(first, statement, { ms: 60_000 });
  const balancer = programs.start("haproxy", "haproxy", [
    "-db",
    "-f",
    write("haproxy.cfg", balance(balancerPort, members)),
  ]);
  write("users.txt", '"link" ""\n"postgres" ""\n');
  const startPooler = () =>
    programs.start("pgbouncer", "pgbouncer", [
      write("pgbouncer.ini", pool({ folder, poolerPort, balancerPort })),
    ]);
  let pooler = startPooler();
  later(async () => {
    await pooler.stop();
    await balancer.stop();
  });

  return {
    addresses: {
      pooled: `postgres://link@${HOST}:${poolerPort}/link`,
      several: `postgres://link@${members.map(({ port }) => `${HOST}:${port}`).join()}/link?target_session_attrs=read-write`,
    },
    ...{ folder, programs, leader, standby, query, until },
    /** Waits until a write by way of the pooler and of the balancer reaches the leader. */
    usable: () =>
      until("a write by way of HAProxy and PgBouncer", async () => {
        const write = "update trial_probe set n = n + 1 returning inet_server_port() as port";
        const [{ port }] = await query(poolerPort, write);
        return port === (await leader())?.port;
      }),
    kill: async () => (await leader()).kill(),
    /** Kills the leader after commits of which the standby has none. */
    killAhead: async () => {
      const [first, second] = [await leader(), await standby()];
      const table = "create table if not exists divergence (n int, text text)";
      await query(first.port, table, { database: "link" });
      const [{ pid }] = await query(second.port, "select pid from pg_stat_wal_receiver");
      process.kill(pid, "SIGSTOP");
      await query(first.port, `set synchronous_commit = local; ${DIVERGENCE}`, {
        database: "link",
        ms: 60_000,
      });
      await first.kill();
      process.kill(pid, "SIGCONT");
    },
    switchOver: async () => {
      const [first, second] = [await leader(), await standby()];
      await programs.run("patronictl", [
        "-c",
        first.file,
        "switchover",
        "link",
        "--force",
        "--master",
        first.name,
        "--candidate",
        second.name,
      ]);
    },
    restartPooler: async (ms) => {
      await pooler.stop();
      await pause(ms);
      pooler = startPooler();
    },
    rejoin: async () => {
      for (const member of members) member.start();
      await awaitPair();
    },
    connectionsOnStandby: async () => (await query((await standby()).port, CONNECTIONS))[0].n,
    /** Compares all rows of both servers, once the standby has replayed what the primary has; the tables that differ. */
    differences: async () => {
      const [first, second] = [await leader(), await standby()];
      const digests = async ({ port }) => {
        const found = {};
        for (const { name } of await query(port, TABLES, { database: "link" })) {
          const text = `select md5(string_agg(md5(t::text), '' order by md5(t::text))) as digest from "${name}" t`;
          [{ digest: found[name] }] = await query(port, text, { database: "link", ms: 60_000 });
        }
        return found;
      };
      let differing = [];
      // Jobs may write between the two.
      for (let tries = 0; tries < 20; tries++) {
        const [{ lsn }] = await query(first.port, "select pg_current_wal_lsn() as lsn");
        await until(
          "a standby that has everything",
          async () =>
            (await query(second.port, `select pg_last_wal_replay_lsn() >= '${lsn}' as is_there`))[0]
              .is_there,
        );
        const [one, other] = await Promise.all([digests(first), digests(second)]);
        differing = Object.keys({ ...one, ...other }).filter((name) => one[name] !== other[name]);
        if (differing.length === 0) break;
      }
      return differing;
    },
    rewinds: () =>
      members.reduce((sum, { name }) => sum + programs.count(name, /pg_rewind exit code=0/g), 0),
  };
};

/** Patroni's file; JSON is YAML. */
const configure = ({ folder, name, port, rest, data, etcdPort }) => {
  const login = (username) => ({ username, password: "trial" });
  const hba = [
    "local all all trust",
    `host all all ${HOST}/32 trust`,
    `host replication all ${HOST}/32 trust`,
  ];
  const dcs = {
    ...TIMES,
    synchronous_mode: true,
    // The standby has all that was acknowledged, however much more the primary had written.
    maximum_lag_on_failover: 1_000_000_000,
    // A primary that is killed is not waited for.
    master_start_timeout: 0,
    postgresql: {
      use_pg_rewind: true,
      use_slots: true,
      // A server that comes back reads on from where it was rewound to, which no slot keeps.
      parameters: { max_connections: 100, wal_keep_size: "1GB" },
    },
  };
  return JSON.stringify({
    scope: "link",
    name,
    restapi: { listen: `${HOST}:${rest}`, connect_address: `${HOST}:${rest}` },
    etcd3: { host: `${HOST}:${etcdPort}` },
    bootstrap: { dcs, initdb: [{ encoding: "UTF8" }, { locale: "C" }, { auth: "trust" }] },
    postgresql: {
      ...{ listen: `${HOST}:${port}`, connect_address: `${HOST}:${port}`, data_dir: data },
      ...{ bin_dir: BINARIES, pgpass: join(folder, `pgpass-${name}`), pg_hba: hba },
      authentication: {
        superuser: login("postgres"),
        replication: login("replicator"),
        rewind: login("rewinder"),
      },
      parameters: { unix_socket_directories: folder },
    },
    watchdog: { mode: "off" },
  });
};

const balance = (port, members) => `global
    maxconn 500
defaults
    mode tcp
    timeout connect 2s
    timeout check 2s
    timeout client 1h
    timeout server 1h
listen primary
    bind ${HOST}:${port}
    option httpchk GET /primary
    http-check expect status 200
    default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${members.map((member) => `    server ${member.name} ${HOST}:${member.port} check port ${member.rest}`).join("\n")}
`;

const pool = ({ folder, poolerPort, balancerPort }) => `[databases]
* = host=${HOST} port=${balancerPort}
[pgbouncer]
listen_addr = ${HOST}
listen_port = ${poolerPort}
auth_file = ${join(folder, "users.txt")}
${POOLER}`;
