import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { beforeAll, expect, test } from "vitest";
import { storeVariables } from "../../testing/postgres/test-databases.ts";
import { buildCommand } from "../../testing/test-command.ts";
import { createLedger, startUsers } from "../../testing/traffic/ledger.ts";
import { createApplication } from "../../testing/traffic/link-session.ts";
import { roundRobin } from "../../testing/traffic/round-robin.ts";
import { kill, newFolder, type RunningServer, serve } from "../../testing/traffic/serve.ts";

/**
 * The rounds of kills. A longer run by hand sets CRASH_ROUNDS=200 CLUSTER_KILLS=60, or
 * TEST_STORE=postgres.
 */
const CRASHES = Number(process.env.CRASH_ROUNDS ?? 3);
const KILLS = Number(process.env.CLUSTER_KILLS ?? 2);
const USERS = 4;
/** Only a hanging test is to end by time. */
const timeout = 60_000 + (CRASHES + KILLS) * 20_000;

beforeAll(buildCommand);

const start = async (data: string, options: string[] = []) =>
  serve(data, options, await storeVariables(data));

const again = (data: string, { port }: RunningServer) => start(data, ["--port", String(port)]);

/** PostgreSQL checks its own files. */
const isSound = (data: string): boolean => {
  if (process.env.TEST_STORE === "postgres") return true;
  const file = new SQLite(join(data, "service-link.db"), { readonly: true });
  try {
    return file.pragma("integrity_check", { simple: true }) === "ok";
  } finally {
    file.close();
  }
};

test(`a server that is killed ${CRASHES} times under load has every acknowledged write, once`, {
  timeout,
}, async () => {
  const data = newFolder();
  let server = await start(data);
  const { work, faults, counts } = createLedger(createApplication(() => server.port));
  for (let round = 0; round < CRASHES; round++) {
    const users = startUsers(work, USERS);
    await setTimeout(50 + Math.random() * 400);
    await kill(server);
    server = await again(data, server);
    await users.end();
    expect(await faults()).toEqual([]);
  }
  expect(await server.stop()).toBe(0);
  expect(isSound(data)).toBe(true);
  if (CRASHES > 3) console.info(`${CRASHES} crashes: ${JSON.stringify(counts())}`);
});

test(`no Link session is lost while one of four processes is killed ${KILLS} times`, {
  timeout,
}, async () => {
  const data = newFolder();
  const first = await start(data);
  const servers = [first, ...(await Promise.all([1, 2, 3].map(() => start(data))))];
  const proxy = await roundRobin(() => servers.map(({ port }) => port));
  const { work, faults, counts } = createLedger(createApplication(() => proxy.port));
  const users = startUsers(work, USERS);
  for (let round = 0; round < KILLS; round++) {
    await setTimeout(300);
    const victim = servers[round % 4] ?? first;
    await kill(victim);
    servers[round % 4] = await again(data, victim);
  }
  await users.end();
  expect(await faults()).toEqual([]);
  expect(counts().sessions).toBeGreaterThan(KILLS);
  expect(await Promise.all(servers.map(({ stop }) => stop()))).toEqual([0, 0, 0, 0]);
  expect(isSound(data)).toBe(true);
  if (KILLS > 2) console.info(`${KILLS} kills: ${JSON.stringify(counts())}`);
});
