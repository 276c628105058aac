// PostgreSQL with Citus: a coordinator and its workers, and a schema for each bucket of clients.

import { DATABASE, startNode } from "./node.mjs";

const CITUS = {
  shared_preload_libraries: "citus",
  // Moves of schemas replicate logically.
  wal_level: "logical",
  "citus.node_conninfo": "sslmode=disable",
  "citus.enable_schema_based_sharding": "on",
};

/** Kysely's migrator looks for its tables in all schemas, so that it would find those of another bucket. */
const MIGRATOR_TABLES = `
  create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
  create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
  insert into kysely_migration_lock (id) values ('migration_lock')`;

/**
 * Citus refuses functions that are not immutable in a `case` of an update, as the claim of jobs has two: the clock, and
 * `extract` of a time with a zone. This clock is found first, and has none.
 */
const CLOCK = `create schema if not exists trial;
  create or replace function trial.clock_timestamp() returns timestamp language internal immutable
  as 'statement_timestamp'`;
const BY_HAND = "set citus.enable_ddl_propagation = off";

/** A server without Citus, and a schema of its database. */
export const startPlain = async (commands) => {
  const node = await startNode(commands, { settings: { wal_level: "replica" } });
  await node.query(`create database ${DATABASE}`, [], "postgres");
  return { nodes: () => ({ plain: node }), address: () => node.address("public"), stop: node.stop };
};

/** Starts a coordinator with so many workers. */
export const startCitus = async (commands, workerCount) => {
  const startMember = async () => {
    const node = await startNode(commands, { settings: CITUS });
    await node.query(`create database ${DATABASE}`, [], "postgres");
    await node.query("create extension citus");
    await node.query(`${BY_HAND}; set citus.enable_schema_based_sharding = off; ${CLOCK}`);
    return node;
  };
  let coordinator = await startMember();
  const workers = [];
  const stopped = [];
  await coordinator.query("select citus_set_coordinator_host($1, $2)", [
    coordinator.host,
    coordinator.port,
  ]);
  const addWorker = async () => {
    const worker = await startMember();
    await coordinator.query("select citus_add_node($1, $2)", [worker.host, worker.port]);
    workers.push(worker);
    return worker;
  };
  for (let number = 0; number < workerCount; number++) await addWorker();

  /** The worker that has a schema. */
  const workerOf = async (schema) => {
    const text =
      "select distinct nodeport from citus_shards where table_name::text like $1 || '.%'";
    const [{ nodeport }] = await coordinator.query(text, [schema]);
    return workers.find(({ port }) => port === Number(nodeport));
  };
  const move = (schema, worker) =>
    coordinator.query(`select citus_schema_move($1::regnamespace, $2::text, $3::int)`, [
      schema,
      worker.host,
      worker.port,
    ]);
  return {
    coordinator: () => coordinator,
    workers,
    addWorker,
    workerOf,
    move,
    /** Makes an empty schema on a worker. */
    addBucket: async (schema, worker) => {
      await coordinator.query(`create schema ${schema}`);
      await coordinator.query(`set search_path = ${schema}; ${MIGRATOR_TABLES}`);
      if ((await workerOf(schema)) !== worker) await move(schema, worker);
    },
    /** Starts a standby of the coordinator that each of its commits waits for. */
    addStandby: async () => {
      const standby = await startNode(commands, { settings: CITUS, copyOf: coordinator });
      await coordinator.query("alter system set synchronous_standby_names = '*'");
      await coordinator.query("select pg_reload_conf()");
      return standby;
    },
    /** Makes a standby the coordinator, and tells the workers. */
    promote: async (standby) => {
      await standby.query("select pg_promote()");
      stopped.push(coordinator);
      coordinator = standby;
      await coordinator.query(
        "select citus_update_node(nodeid, $1, $2) from pg_dist_node where groupid = 0",
        [standby.host, standby.port],
      );
    },
    nodes: () => ({
      coordinator,
      ...Object.fromEntries(workers.map((worker, index) => [`worker ${index + 1}`, worker])),
    }),
    stop: async () => {
      for (const node of [coordinator, ...stopped, ...workers]) await node.stop();
    },
  };
};
