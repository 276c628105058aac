// Cells behind HAProxy: servers with a PostgreSQL database each, and the proxy by deploy/haproxy.cfg.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { CLI, startServe } from "../../api/servers.mjs";

const MASTER_KEY = "5".repeat(64);
const BACKENDS = /^backend cell-a[\s\S]*$/m;

/** Makes a cell with a server or more, and clients. */
export const openCell = async ({ name, admin, server, folder, servers = 1, more = 0 }) => {
  await admin.query(`create database cell_${name}`);
  const address = server.replace("/postgres?", `/cell_${name}?`);
  const variables = {
    DATABASE_URL: address,
    SERVICE_LINK_MASTER_KEY: MASTER_KEY,
    SERVICE_LINK_CLIENT_ID: `client-of-${name}`,
    SERVICE_LINK_SECRET: "secret-of-the-trial-of-cells",
    // HAProxy notices after a second that a server stops.
    DRAIN_SECONDS: "3",
    LOG_LEVEL: "warn",
  };
  const data = join(folder, name);
  const start = (cli = CLI) => startServe(data, variables, ["--processes", "1"], cli);
  const running = [];
  for (let n = 0; n < servers; n++) running.push(await start());
  const clients = [{ client_id: `client-of-${name}`, secret: variables.SERVICE_LINK_SECRET }];
  while (clients.length <= more)
    clients.push(
      keysOf(await run(["clients", "create", "--data", data], { ...process.env, ...variables })),
    );
  return { name, address, data, variables, start, running, clients };
};

const keysOf = (text) => ({
  client_id: /client_id\s+(\S+)/.exec(text)[1],
  secret: /secret\s+(\S+)/.exec(text)[1],
});

const run = (args, env) =>
  execFileSync(process.execPath, [CLI, ...args], { env, encoding: "utf8" });

/** Makes another build of this one, with a later version and one more change of the schema; returns its command. */
export const makeLaterBuild = (folder, version) => {
  const project = join(import.meta.dirname, "../../..");
  const later = join(folder, "later");
  cpSync(join(project, "dist"), join(later, "dist"), {
    recursive: true,
    filter: (path) => !path.endsWith("dist/bench"),
  });
  symlinkSync(join(project, "node_modules"), join(later, "node_modules"));
  const manifest = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
  writeFileSync(join(later, "package.json"), JSON.stringify({ ...manifest, version }));
  let changed = 0;
  for (const name of readdirSync(join(later, "dist/server"))) {
    const file = join(later, "dist/server", name);
    const text = readFileSync(file, "utf8");
    if (!text.includes(MIGRATIONS)) continue;
    writeFileSync(file, text.replace(MIGRATIONS, WITH_LATER));
    changed++;
  }
  if (changed !== 1) throw new Error(`${changed} files have the migrations`);
  return join(later, "dist/cli.js");
};

const MIGRATIONS = "var migrations = { [BASELINE]: baseline };";
const WITH_LATER = `var migrations = { [BASELINE]: baseline, "9998-later": { up: async (db) => {
  await db.schema.alterTable("item").addColumn("later", "text", (column) => column.defaultTo("later")).execute();
} } };`;

/** Starts a command of the program; `onOutput` gets what it has printed. */
export const startCommand = (args, variables, onOutput) => {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece) => {
      text += piece;
      onOutput(text);
    });
  return once(child, "close").then(([code]) => ({ code, text }));
};

/** Starts HAProxy by the file in deploy/, with these cells in place of its two. */
export const startProxy = async ({ cells, folder, port }) => {
  const map = join(folder, "cells.map");
  const socket = join(folder, "haproxy.sock");
  const lines = cells.flatMap(({ name, clients }) =>
    clients.map(({ client_id }) => `${client_id} cell-${name}\n`),
  );
  writeFileSync(map, lines.join(""));
  const write = () => {
    const backends = cells.map(
      ({ name, running }) => `backend cell-${name}
    option httpchk GET /readyz
    http-check expect status 200
${running.map((server, n) => `    server ${name}${n + 1} 127.0.0.1:${server.port} check inter 500ms fall 2 rise 1`).join("\n")}
`,
    );
    const file = readFileSync(join(import.meta.dirname, "../../../deploy/haproxy.cfg"), "utf8")
      .replaceAll("/etc/haproxy/cells.map", map)
      .replace("/run/haproxy/admin.sock", socket)
      .replace("log /dev/log local0", "log stdout format raw local0")
      .replace(":443 ssl crt /etc/ssl/api.example.com.pem alpn h2,http/1.1", `127.0.0.1:${port}`)
      .replace(BACKENDS, () => backends.join("\n"));
    writeFileSync(join(folder, "haproxy.cfg"), file);
  };
  write();
  const child = spawn("haproxy", ["-W", "-db", "-f", join(folder, "haproxy.cfg")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  for (let isUp = false; !isUp; await pause(50))
    isUp = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  const command = async (line) => {
    const connection = connect(socket);
    connection.end(`${line}\n`);
    let answer = "";
    for await (const piece of connection) answer += piece;
    return answer.trim();
  };
  return {
    pid: child.pid,
    /** Sends a client's calls to another cell, without a reload. */
    setCell: (clientId, cell) => command(`set map ${map} ${clientId} cell-${cell}`),
    /** Names a server's other port, once it was started again. */
    setServer: (cell, n, serverPort) =>
      command(`set server cell-${cell}/${cell}${n} addr 127.0.0.1 port ${serverPort}`),
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
};
