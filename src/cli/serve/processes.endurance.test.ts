import { once } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { beforeAll, expect, test } from "vitest";
import { freePorts } from "../../testing/free-ports.ts";
import { buildCommand, runCommand, toContents } from "../../testing/test-command.ts";
import { type Answer, post } from "../../testing/traffic/call.ts";
import { createApplication } from "../../testing/traffic/link-session.ts";
import {
  fetchChildren,
  newFolder,
  type RunningServer,
  serve,
} from "../../testing/traffic/serve.ts";

beforeAll(buildCommand);

/** Waits until a server has `count` processes. */
const untilProcesses = async (server: RunningServer, count: number) => {
  for (;;) {
    const children = await fetchChildren(server);
    if (children.length === count) return children;
    await setTimeout(20);
  }
};

/**
 * Makes `count` concurrent calls, each on a separate connection, and repeats lost calls. Expects
 * that all calls so far shared one limit of one call per minute.
 */
const createLimitCheck = (port: number) => {
  const start = Date.now();
  let passes = 0;
  const call = (): Promise<Answer> =>
    post(port, "/categories/get", {}, { isNew: true }).catch(call);
  return async (count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, call));
    passes += answers.filter(({ status }) => status === 200).length;
    expect(passes).toBeGreaterThan(0);
    expect(passes).toBeLessThanOrEqual(1 + Math.floor((Date.now() - start) / 60_000));
  };
};

const CLOSE = { headers: { connection: "close" } };

/** As the Dashboard does. */
const storeBrand = (folder: string, name: string): void => {
  const database = new SQLite(join(folder, "service-link.db"));
  database.prepare("insert into mark (name, value) values ('brand', ?)").run(name);
  database.close();
};

test("several processes share one limit, replace one that is killed, and stop without losing a request", async () => {
  const [metricsPort] = await freePorts(1);
  const variables = {
    RATE_LIMIT_CHANGES: '{"/categories/get":{"client":1}}',
    METRICS_ADDRESS: `${metricsPort}`,
  };
  const folder = newFolder();
  const server = await serve(folder, ["--processes", "3", "--rate-limits"], variables);
  const children = await untilProcesses(server, 3);

  const checkLimit = createLimitCheck(server.port);
  await checkLimit(40);
  const [victim = 0] = children;
  storeBrand(folder, "Acme");
  process.kill(victim, "SIGKILL");
  await checkLimit(10);
  while ((await fetchChildren(server)).includes(victim)) await setTimeout(20);
  await untilProcesses(server, 3);
  expect(server.log()).toContain('"msg":"a process ended, and is replaced"');
  const fetchScript = async () => {
    const script = await fetch(`http://127.0.0.1:${server.port}/link.js`, CLOSE);
    return script.text();
  };
  // All processes have the same brand until all are restarted.
  for (const script of await Promise.all(Array.from({ length: 12 }, fetchScript)))
    expect(script).not.toContain("Acme");

  const { link, exchange, call } = createApplication(() => server.port);
  const access_token = await exchange(await link());
  expect((await call("/auth/get", { access_token })).accounts).toHaveLength(2);

  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toContain('endpoint="/auth/get",version="2020-09-14",status="200"} 1');
  expect(metrics).toContain('service_link_jobs_pending{job="item-deadline"} 1');

  const socket = connect(server.port, "127.0.0.1");
  const body = JSON.stringify({ client_id: "nobody", secret: "x" });
  socket.write(
    `POST /item/get HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  // A process has received the request's head, and waits for its body.
  expect(String((await once(socket, "data"))[0])).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  socket.write(body.slice(0, 5));
  const end = server.stop();
  await setTimeout(100);
  const answer = once(socket, "data");
  socket.write(body.slice(5));
  expect(String((await answer)[0])).toContain("INVALID_API_KEYS");
  expect(await end).toBe(0);
});

/** The open sockets of a process, as in `/proc`, without a socket that has just closed. */
const listSockets = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/fd`)
    .map((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`);
      } catch {
        return "";
      }
    })
    .filter((link) => link.startsWith("socket:"));

/** Waits until a process listens at a port of 127.0.0.1. */
const untilListening = async (pid: number, port: number): Promise<void> => {
  const address = `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")} 00000000:0000 0A`;
  const line = readFileSync("/proc/net/tcp", "utf8").split("\n");
  const inode = line
    .find((line) => line.includes(address))
    ?.trim()
    .split(/ +/)[9];
  while (!listSockets(pid).includes(`socket:[${inode}]`)) await setTimeout(20);
};

test("connections that all belong to one process are rebalanced while they are used, and no request is lost", async () => {
  const server = await serve(newFolder(), ["--processes", "2"]);
  const [, idle = 0] = await untilProcesses(server, 2);
  let documents = 0;
  // Each request names another client, so the server renders the document again. This takes longer
  // than the test.
  const read = async (): Promise<number> => {
    const query = `origin=http://localhost:3000&product=auth&clientName=${documents++}`;
    const answer = await fetch(`http://127.0.0.1:${server.port}/link.html?${query}`);
    await answer.arrayBuffer();
    return answer.status;
  };
  await untilListening(idle, server.port);
  process.kill(idle, "SIGSTOP");
  const { length } = listSockets(idle);
  const statuses = new Set(await Promise.all(Array.from({ length: 8 }, read)));
  process.kill(idle, "SIGCONT");
  const readOn = async () => {
    while (listSockets(idle).length < length + 2) statuses.add(await read());
  };
  await Promise.all(Array.from({ length: 8 }, readOn));
  expect([...statuses]).toEqual([200]);
  expect(await server.stop()).toBe(0);
});

test("a failed start is reported once, for any number of processes", async () => {
  const data = newFolder();
  await (await serve(data)).stop();
  const before = toContents(data);
  const result = await runCommand(["serve", "--processes", "3", "--port", "0", "--data", data], {
    variables: { SERVICE_ENV: "development", SERVICE_LINK_MASTER_KEY: "0".repeat(64) },
  });
  expect(result).toMatchObject({ code: 1, out: "" });
  expect(result.err).toMatch(/^service-link: the data in [^\n]+ is of sandbox[^\n]+\n$/);
  expect(toContents(data)).toEqual(before);
});
