// A restore drill: a dump and a base copy of a store that is in use, and servers that read all of its Items from them.

import { statSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePorts, KEYS } from "../../../dist/bench/parts.js";
import { post, send } from "../../api/walk.mjs";
import { BINARIES } from "./programs.mjs";

const HOST = "127.0.0.1";
const BANK = { institution_id: "ins_109508", initial_products: ["transactions"] };
const USERS = 4;
const PAUSE_MS = 300;
const COUNT = "select count(*)::int as n from item_transaction";
const PULLED =
  "select count(*)::int as n from transaction_feed where status = 'HISTORICAL_UPDATE_COMPLETE'";
const PULLS_MS = 900_000;
/** About as many as a bank of the sandbox has. */
const TRANSACTIONS_OF_ITEM = 1200;
const MORE = 10;
const PERIOD = { start_date: "2000-01-01", end_date: "2099-12-31" };

/**
 * Fills the store, backs it up in both ways, restores both, and reads; returns times in s and counts. `tokens` are those
 * of all Items so far, to which it adds its own.
 */
export const drill = async ({ cluster, serve, ports, least, round, tokens }) => {
  const agent = new Agent({ keepAlive: true });
  const link = async () => {
    const { public_token } = await post(agent, ports[0], "/sandbox/public_token/create", {
      ...KEYS,
      ...BANK,
    });
    const path = "/item/public_token/exchange";
    return (await post(agent, ports[1], path, { ...KEYS, public_token })).access_token;
  };
  const leader = (await cluster.leader()).port;
  const ask = async (text) =>
    (await cluster.query(leader, text, { database: "link", ms: 60_000 }))[0];
  const repeat = async (isDone, ms) => {
    while (!(await isDone())) {
      tokens.push(await link());
      await pause(ms);
    }
  };
  const havePulled = async () => {
    await cluster.until(
      "pulls that have ended",
      async () => (await ask(PULLED)).n >= tokens.length,
      PULLS_MS,
    );
    return (await ask(COUNT)).n >= least;
  };
  for (let items = least / TRANSACTIONS_OF_ITEM; !(await havePulled()); items += MORE)
    await Promise.all(Array.from({ length: USERS }, () => repeat(() => tokens.length >= items, 0)));

  const readAll = async (port, all) => {
    const found = new Map();
    const queue = [...all];
    await Promise.all(
      Array.from({ length: USERS }, async () => {
        for (let access_token = queue.pop(); access_token; access_token = queue.pop()) {
          const body = { ...KEYS, access_token };
          const item = await send(agent, port, "/item/get", body);
          const pages = await send(agent, port, "/transactions/get", {
            ...body,
            ...PERIOD,
            options: { count: 1 },
          });
          found.set(
            access_token,
            item.status === 200
              ? (JSON.parse(pages.text).total_transactions ?? pages.text)
              : item.text,
          );
        }
      }),
    );
    return found;
  };
  const before = await readAll(ports[1], tokens);
  const times = {};
  const timed = async (name, work) => {
    const began = performance.now();
    const result = await work();
    times[name] = Number(((performance.now() - began) / 1000).toFixed(1));
    return result;
  };

  let isOver = false;
  const writing = repeat(async () => isOver, PAUSE_MS);
  const [dump, copy] = ["dump", "copy"].map((name) => join(cluster.folder, `${name}-${round}`));
  const at = (port) => ["-h", HOST, "-p", String(port), "-U", "postgres"];
  await timed("pg_dump", () =>
    cluster.programs.run("pg_dump", [...at(leader), "-Fc", "-f", dump, "link"]),
  );
  await timed("pg_basebackup", () =>
    cluster.programs.run("pg_basebackup", [
      ...at(leader),
      "-c",
      "fast",
      "-X",
      "stream",
      "-D",
      copy,
    ]),
  );
  isOver = true;
  await writing;

  const [port] = await freePorts(1);
  const settings = [
    `port=${port}`,
    "synchronous_standby_names=",
    "hot_standby=off",
    `external_pid_file=${copy}.pid`,
  ];
  const server = cluster.programs.start(`copy-${round}`, `${BINARIES}/postgres`, [
    "-D",
    copy,
    ...settings.flatMap((setting) => ["-c", setting]),
  ]);
  const outcome = {
    round,
    "Items before": before.size,
    transactions: [...before.values()].reduce((a, b) => a + b, 0),
    "dump, MB": Math.round(statSync(dump).size / 1e6),
  };
  try {
    await timed("start of the copy", () =>
      cluster.until("a copy that serves", () => cluster.query(port, "select 1")),
    );
    await cluster.query(port, "create database dumped owner link", {
      ms: 60_000,
    });
    await timed("pg_restore", () =>
      cluster.programs.run("pg_restore", [...at(port), "-j", "2", "-d", "dumped", dump]),
    );
    for (const [name, database] of [
      ["copy", "link"],
      ["dump", "dumped"],
    ]) {
      const address = `postgres://link@${HOST}:${port}/${database}`;
      const restored = await timed(`start of a server, ${name}`, () =>
        serve(`restored-${name}-${round}`, address),
      );
      const after = await timed(`read of all, ${name}`, () =>
        readAll(restored.port, before.keys()),
      );
      await restored.stop();
      const lost = [...before].filter(([token, total]) => after.get(token) !== total);
      outcome[`lost by the ${name}`] = `${lost.length} of ${before.size}`;
      for (const [token, total] of lost.slice(0, 3))
        console.log(`${name}: ${total} transactions became ${after.get(token)}`);
    }
  } finally {
    await server.stop("SIGINT");
    agent.destroy();
  }
  return { ...outcome, ...times };
};
