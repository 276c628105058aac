// Stops under load: a server of two processes gets SIGTERM while clients on keep-alive connections read,
// create link tokens, and go through Link with webhooks and pulls after it, and continue until a response
// closes their connection, as behind a load balancer. Counts the requests that were sent on a connection and
// got no response, or were refused. Then the server starts again: each public token that a client received
// has to become an access token, whose Item is read.
//
//   npm run build && STOP_ROUNDS=20 node bench/trials/stop.mjs
//   npx vite build --mode bench && STOP_STORE=postgres node bench/trials/stop.mjs

import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startServe } from "../api/servers.mjs";
import { post, send, walkLink } from "../api/walk.mjs";

const ROUNDS = Number(process.env.STOP_ROUNDS ?? 2);
const CLIENTS = 18;
const KEYS = { client_id: "stop-client", secret: "stop-secret-of-a-bench" };

const readCategories = (call) => call("/categories/get", {});

const createLinkToken = (call) =>
  call("/link/token/create", {
    ...KEYS,
    client_name: "Shop",
    language: "en",
    country_codes: ["US"],
    user: { client_user_id: randomUUID() },
    products: ["auth"],
  });

const total = { sent: 0, answered: 0, refused: 0, dropped: 0 };
const publicTokens = [];

const connectBank = async (call) => {
  publicTokens.push(await walkLink(call, KEYS));
};

const ACTS = [readCategories, createLinkToken, connectBank];

/** Sends requests on one connection, until a response closes it or no connection can be made. */
const runClient = async (port, number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let isClosed = false;
  const call = async (path, body, headers) => {
    if (isClosed) throw new Error("this connection has had its last answer");
    total.sent++;
    const answer = await send(agent, port, path, body, headers).catch((failure) => {
      total.dropped++;
      isClosed = true;
      throw failure;
    });
    isClosed = answer.isLast;
    total[answer.status === 200 ? "answered" : "refused"]++;
    return JSON.parse(answer.text);
  };
  while (!isClosed)
    await ACTS[number % ACTS.length](call).catch((failure) => {
      if (!isClosed) throw failure;
    });
  agent.destroy();
};

const folder = mkdtempSync(join(tmpdir(), "service-link-stop-"));
const postgres =
  process.env.STOP_STORE === "postgres"
    ? await (await import("../../dist/bench/parts.js")).startServer()
    : undefined;
const start = () =>
  startServe(
    folder,
    {
      ...(postgres && { DATABASE_URL: postgres.address }),
      DRAIN_SECONDS: "3",
      SERVICE_LINK_CLIENT_ID: KEYS.client_id,
      SERVICE_LINK_SECRET: KEYS.secret,
    },
    ["--processes", "2"],
  );

let badExits = 0;
let lost = 0;
try {
  for (let round = 1; round <= ROUNDS; round++) {
    const server = await start();
    const clients = Array.from({ length: CLIENTS }, (_, n) => runClient(server.port, n));
    await pause(1000);
    const [code] = await Promise.all([server.stop(), ...clients]);
    if (code !== 0) badExits++;
  }
  const server = await start();
  const agent = new Agent({ keepAlive: true });
  const api = (path, body) => post(agent, server.port, path, { ...KEYS, ...body });
  for (const public_token of publicTokens)
    try {
      const { access_token } = await api("/item/public_token/exchange", { public_token });
      await api("/item/get", { access_token });
    } catch (failure) {
      if (lost++ === 0) console.error(failure);
    }
  agent.destroy();
  await server.stop();
} finally {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  `${ROUNDS} stops on ${postgres ? "PostgreSQL" : "SQLite"} at a load of ${loadavg()[0].toFixed(1)}: ` +
    `${JSON.stringify(total)}, ${badExits} bad exits, ${lost} of ${publicTokens.length} Items lost`,
);
if (total.dropped + total.refused + badExits + lost > 0) process.exitCode = 1;
