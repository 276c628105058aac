// Tries cells behind HAProxy under load: one of three is killed, a client moves between two of them, the servers of one are
// replaced one by one by those of a later version, whose first one changes the schema; and the CPU of an Item write in a cell, next to one server alone.
//
//   npm run build && npx vite build --mode bench && node bench/trials/cells.mjs [kill move roll cost]
//
// Linux only; haproxy has to be installed. TRIAL_SECONDS (10) is how long each load runs before and after.

import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startServer } from "../../dist/bench/parts.js";
import { makeLaterBuild, openCell, startCommand, startProxy } from "./cells/bed.mjs";
import { countLost, refusedSeconds, startLoad } from "./cells/load.mjs";
import { cpuMsOf, cpuMsOfAll } from "./endurance/machine.mjs";

const SECONDS = Number(process.env.TRIAL_SECONDS ?? 10);
const SETTINGS = { fsync: "on", synchronous_commit: "on", full_page_writes: "on" };
const PAIRS = 9;
const TRIALS = { kill, move, roll, cost };

const names = process.argv.slice(2);
for (const name of names.length > 0 ? names : Object.keys(TRIALS)) {
  const postgres = await startServer(SETTINGS);
  const admin = new pg.Pool({ connectionString: postgres.address, max: 2 });
  const folder = mkdtempSync(join(tmpdir(), "service-link-cells-"));
  const closing = [];
  try {
    await TRIALS[name]({ postgres, admin, folder, closing });
  } finally {
    for (const close of closing.toReversed()) await close();
    await admin.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openBed({ postgres, admin, folder, closing }, shapes) {
  const cells = [];
  for (const shape of shapes) {
    const cell = await openCell({ admin, server: postgres.address, folder, ...shape });
    cells.push(cell);
    closing.push(async () => {
      for (const server of cell.running) await server.stop();
    });
  }
  const port = await freePort();
  const proxy = await startProxy({ cells, folder, port });
  closing.push(() => proxy.stop());
  return { cells, port, proxy, clients: cells.flatMap(({ clients }) => clients) };
}

async function kill(parts) {
  const { cells, port, proxy, clients } = await openBed(parts, [
    { name: "a" },
    { name: "b" },
    { name: "c" },
  ]);
  const load = startLoad({ clients, port });
  await pause(SECONDS * 1000);
  process.kill(cells[1].running[0].pid, "SIGKILL");
  await pause(5000);
  cells[1].running[0] = await cells[1].start();
  await proxy.setServer("b", 1, cells[1].running[0].port);
  await pause(SECONDS * 1000);
  await load.stop();
  print("kill: the server of b was killed and started again after 5 s", load);
  for (const keys of clients)
    console.log(
      `${keys.client_id}: lost ${await countLost(keys, load.results.get(keys.client_id).items, port)}`,
    );
}

async function move(parts) {
  const { cells, port, proxy, clients } = await openBed(parts, [
    { name: "a", more: 1 },
    { name: "b" },
  ]);
  const [a, b] = cells;
  const [moving] = a.clients;
  const webhooks = new Map();
  const receiver = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request) text += piece;
    const id = request.headers["webhook-id"] ?? text;
    webhooks.set(id, (webhooks.get(id) ?? 0) + 1);
    response.end();
  });
  await new Promise((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  parts.closing.push(() => receiver.close());
  const webhook = `http://127.0.0.1:${receiver.address().port}/`;
  const load = startLoad({ clients, port, webhook });
  await pause(SECONDS * 1000);
  let routed = null;
  const { code, text } = await startCommand(
    ["clients", "move", moving.client_id, "--data", a.data, "--to", b.address, "--live", "--yes"],
    a.variables,
    (output) => {
      if (output.includes("THAT_CELL")) routed ??= proxy.setCell(moving.client_id, "b");
    },
  );
  console.log(text.trim());
  if (code !== 0) throw new Error(`the command ended with ${code}`);
  await routed;
  await pause(SECONDS * 1000);
  await load.stop();
  print("move: a client moved from a to b", load);
  const result = load.results.get(moving.client_id);
  console.log(`refused for ${refusedSeconds(result).toFixed(1)} s`);
  for (const keys of clients)
    console.log(
      `${keys.client_id}: ${load.results.get(keys.client_id).items.length} Items acknowledged, lost ${await countLost(keys, load.results.get(keys.client_id).items, port)}`,
    );
  const pool = new pg.Pool({ connectionString: b.address, max: 1 });
  const { rows } = await pool.query("select count(*)::int as n from item where client_id = $1", [
    moving.client_id,
  ]);
  const due = "select count(*)::int as n from job where name like '%webhook%'";
  while ((await pool.query(due)).rows[0].n > 0) await pause(200);
  await pool.end();
  const left = new pg.Pool({ connectionString: a.address, max: 1 });
  const here = await left.query("select count(*)::int as n from item where client_id = $1", [
    moving.client_id,
  ]);
  await left.end();
  console.log(`Items of it in b: ${rows[0].n}, in a: ${here.rows[0].n}`);
  const twice = [...webhooks.values()].filter((count) => count > 1).length;
  console.log(`${webhooks.size} webhooks received, ${twice} more than once`);
}

async function roll(parts) {
  const { cells, port, proxy, clients } = await openBed(parts, [
    { name: "a", servers: 2 },
    { name: "b", servers: 2 },
  ]);
  const later = makeLaterBuild(parts.folder, "99.0.0");
  const load = startLoad({ clients, port });
  await pause(SECONDS * 1000);
  for (const cell of cells)
    for (const n of cell.running.keys()) {
      await cell.running[n].stop();
      cell.running[n] = await cell.start(later);
      await proxy.setServer(cell.name, n + 1, cell.running[n].port);
      // The others of the cell are of the version before, on the changed schema.
      await pause(SECONDS * 1000);
    }
  await load.stop();
  print("roll: the four servers of two cells were replaced one by one by a later version", load);
  for (const { name, address } of cells) {
    const pool = new pg.Pool({ connectionString: address, max: 1 });
    const { rows } = await pool.query("select name from kysely_migration order by name");
    await pool.end();
    console.log(`${name}: ${rows.map((row) => row.name).join(", ")}`);
  }
  for (const keys of clients) {
    const { items } = load.results.get(keys.client_id);
    console.log(
      `${keys.client_id}: ${items.length} Items acknowledged, lost ${await countLost(keys, items, port)}`,
    );
  }
}

async function cost(parts) {
  const pgPid = async () =>
    Number(
      (await parts.admin.query("select pg_read_file('postmaster.pid') as text")).rows[0].text.split(
        "\n",
      )[0],
    );
  const postmaster = await pgPid();
  const { cells, port, proxy } = await openBed(parts, [{ name: "a" }, { name: "b" }]);
  const measure = async (clients, through) => {
    const cpu = () =>
      cells.reduce((sum, { running }) => sum + cpuMsOf(running[0].pid), 0) + cpuMsOfAll(postmaster);
    const [before, proxyBefore] = [cpu(), cpuMsOfAll(proxy.pid)];
    const writes = await runFor(SECONDS, clients, through);
    return {
      writes,
      ms: (cpu() - before) / writes,
      proxyMs: (cpuMsOfAll(proxy.pid) - proxyBefore) / writes,
    };
  };
  // Two cells' servers share one machine's two processors, and a turn that is interrupted costs more. So the load is the
  // same server's both times, and the other cell idles.
  const [one, routed] = [cells[0].running[0].port, port].map(
    (through) => () => measure(cells[0].clients, through),
  );
  await routed();
  await routed();
  const pairs = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const isOneFirst = pair % 2 === 0;
    const first = await (isOneFirst ? one() : routed());
    const second = await (isOneFirst ? routed() : one());
    pairs.push(isOneFirst ? { one: first, routed: second } : { one: second, routed: first });
  }
  console.table(
    pairs.map(({ one, routed }) => ({
      "ms of CPU, alone": one.ms.toFixed(2),
      "ms of CPU, as a cell": routed.ms.toFixed(2),
      "HAProxy, ms": routed.proxyMs.toFixed(2),
      ratio: (routed.ms / one.ms).toFixed(3),
    })),
  );
  const ratios = pairs.map(({ one, routed }) => routed.ms / one.ms).toSorted((a, b) => a - b);
  console.log(`median of ${PAIRS} pairs: ${ratios[(PAIRS - 1) / 2].toFixed(3)}`);
}

async function runFor(seconds, clients, port) {
  const load = startLoad({ clients, port, users: 8 / clients.length, pauseMs: 0 });
  await pause(seconds * 1000);
  await load.stop();
  return [...load.results.values()].reduce((sum, { items }) => sum + items.length, 0);
}

function print(what, { results }) {
  console.log(`\n${what}; ${new Date().toISOString()}`);
  console.table(
    [...results].map(([client, { ok, statuses, ...result }]) => ({
      client,
      ok,
      "other statuses": [...statuses].map(([status, n]) => `${status}: ${n}`).join(", ") || "none",
      "refused, s": refusedSeconds(result).toFixed(1),
    })),
  );
}

async function freePort() {
  const server = createSocket();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
