// One PostgreSQL server of the trial, at a port of this machine.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { freePorts } from "../../../dist/bench/parts.js";

export const DATABASE = "service_link";
const HOST = "127.0.0.1";
const SETTINGS = {
  listen_addresses: HOST,
  max_connections: "300",
  shared_buffers: "128MB",
  checkpoint_timeout: "30min",
  // Citus switches TLS on, which plain PostgreSQL would do without.
  ssl: "off",
};

/** The user of the servers: PostgreSQL refuses to run as root. */
const userOf = (name) => ({
  uid: Number(execFileSync("id", ["-u", name])),
  gid: Number(execFileSync("id", ["-g", name])),
});

const add = (counts, key) => {
  counts[key] = (counts[key] ?? 0) + 1;
};

const childrenOf = (pid) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

/** Reads a file of a process; "" if it has ended. */
const readProcess = (pid, name) => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
};

const isConnection = (pid) => readProcess(pid, "cmdline").includes(HOST);

/** The time that a process has been on a processor, in ms; it is exact to the nanosecond. */
const runMsOf = (pid) => Number(readProcess(pid, "schedstat").split(" ")[0]) / 1e6;

/** Starts a server on new data, or on a copy of another server's as its synchronous standby. */
export const startNode = async (commands, { settings = {}, copyOf } = {}) => {
  const user = process.getuid() === 0 ? userOf("postgres") : {};
  const folder = mkdtempSync(join(tmpdir(), "service-link-citus-"));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, "data");
  const [port] = await freePorts(1);
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: "C" } };
  const run = (command, ...args) =>
    execFileSync(join(commands, command), args, { ...options, stdio: "pipe" });
  if (copyOf)
    run(
      "pg_basebackup",
      "-h",
      HOST,
      "-p",
      copyOf.port,
      "-U",
      "postgres",
      "-D",
      data,
      "-R",
      "-c",
      "fast",
    );
  else run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C");
  const all = Object.entries({ ...SETTINGS, ...settings, port, unix_socket_directories: folder });

  const times = new Map();
  let server;
  let end;
  const connect = async (database) => {
    const client = new pg.Client({ host: HOST, port, user: "postgres", database });
    client.on("error", () => {});
    await client.connect();
    return client;
  };
  const query = async (text, values = [], database = DATABASE) => {
    const client = await connect(database);
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  const start = async () => {
    const log = openSync(join(folder, "log"), "a");
    const args = ["-D", data, ...all.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
    server = spawn(join(commands, "postgres"), args, {
      ...options,
      stdio: ["ignore", log, log],
      detached: true,
    });
    closeSync(log);
    end = once(server, "exit");
    while (server.exitCode === null) {
      if (await query("select 1", [], "postgres").then(Boolean, () => false)) return;
      await pause(100);
    }
    throw new Error(readFileSync(join(folder, "log"), "utf8").slice(-2000));
  };
  await start();
  return {
    host: HOST,
    port,
    query,
    /** Runs statements one after the other on a connection, as a migration does. */
    run: async (texts) => {
      const client = await connect(DATABASE);
      try {
        for (const text of texts) await client.query(text);
      } finally {
        await client.end();
      }
    },
    /** The address of a schema of the database; with other nodes, of the first that takes writes. */
    address: (schema, others = []) => {
      const places = [{ port }, ...others].map((node) => `${HOST}:${node.port}`).join(",");
      const options = encodeURIComponent(`-csearch_path=${schema},trial,pg_catalog`);
      return `postgres://postgres@${places}/${DATABASE}?options=${options}`;
    },
    /** How long the processes of its connections have computed, in ms: those of other servers and ended ones, too. */
    cpuMs: () => {
      for (const pid of childrenOf(server.pid)) if (isConnection(pid)) times.set(pid, runMsOf(pid));
      return [...times.values()].reduce((sum, ms) => sum + ms, 0);
    },
    /** The errors in its log, with their counts. */
    errors: () => {
      const counts = {};
      for (const [, text] of readFileSync(join(folder, "log"), "utf8").matchAll(/ERROR:\s+(.*)/g))
        add(counts, text.replaceAll(/\d{4,}/g, "…"));
      return counts;
    },
    kill: async () => {
      for (const pid of [server.pid, ...childrenOf(server.pid)]) process.kill(pid, "SIGKILL");
      await end;
    },
    restart: async () => {
      rmSync(join(data, "postmaster.pid"), { force: true });
      await start();
    },
    stop: async () => {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill("SIGQUIT");
        await end;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
