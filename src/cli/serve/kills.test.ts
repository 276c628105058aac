import { once } from "node:events";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { buildCommand } from "../../testing/test-command.ts";
import { createLedger, startUsers } from "../../testing/traffic/ledger.ts";
import { createApplication } from "../../testing/traffic/link-session.ts";
import { newFolder, type RunningServer, serve } from "../../testing/traffic/serve.ts";

/** Rounds of kills; many more by hand, e.g. CRASH_ROUNDS=200 CLUSTER_KILLS=60. */
const CRASHES = Number(process.env.CRASH_ROUNDS ?? 3);
const KILLS = Number(process.env.CLUSTER_KILLS ?? 2);
const USERS = 4;
/** Only what hangs is to end by time. */
const timeout = 60_000 + (CRASHES + KILLS) * 20_000;

beforeAll(buildCommand);

const kill = async ({ child }: RunningServer) => {
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
};

const again = (data: string, { port }: RunningServer) => serve(data, ["--port", String(port)]);

const isSound = (data: string): boolean => {
  const file = new SQLite(join(data, "service-link.db"), { readonly: true });
  try {
    return file.pragma("integrity_check", { simple: true }) === "ok";
  } finally {
    file.close();
  }
};

test(`a server that is killed ${CRASHES} times under load has everything that it acknowledged, and nothing twice`, {
  timeout,
}, async () => {
  const data = newFolder();
  let server = await serve(data);
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
  const first = await serve(data);
  const servers = [first, ...(await Promise.all([1, 2, 3].map(() => serve(data))))];
  const proxy = await roundRobin(() => servers.map(({ port }) => port));
  const { work, faults, counts } = createLedger(createApplication(() => proxy.port));
  const users = startUsers(work, USERS);
  for (let round = 0; round < KILLS; round++) {
    await setTimeout(1000);
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

/** A plain proxy: each connection goes to the next server that takes it. */
async function roundRobin(ports: () => number[]) {
  let next = 0;
  const server = createServer((caller) => {
    caller.on("error", () => caller.destroy());
    const dial = (triesLeft: number): void => {
      const all = ports();
      const upstream = connect(all[next++ % all.length] ?? 0, "127.0.0.1");
      upstream.once("error", () => (triesLeft > 0 ? dial(triesLeft - 1) : caller.destroy()));
      upstream.once("connect", () => {
        upstream.removeAllListeners("error").on("error", () => caller.destroy());
        upstream.once("close", () => caller.destroy());
        caller.once("close", () => upstream.destroy());
        caller.pipe(upstream).pipe(caller);
      });
    };
    dial(3);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  return { port: typeof address === "object" && address ? address.port : 0 };
}
