// A stop under load: a server of several processes gets SIGTERM while clients on connections that they keep read
// and write, and go on until an answer closes their connection, as behind a load balancer. Counts the requests that
// were sent on a connection and never answered.
//
//   npm run build && STOP_ROUNDS=20 node bench/stop.mjs

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";

const ROUNDS = Number(process.env.STOP_ROUNDS ?? 2);
const CLIENTS = 16;
const KEYS = { client_id: "stop-client", secret: "stop-secret-of-a-bench" };
const CLI = join(import.meta.dirname, "../dist/cli.js");

/** Sends one request; answers its status and whether the connection ends with it. */
const ask = (port, agent, path, body) =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: "127.0.0.1",
        port,
        path,
        method: "POST",
        agent,
        headers: { "content-type": "application/json" },
      },
      (incoming) => {
        incoming.resume();
        incoming.once("error", reject);
        incoming.once("end", () =>
          resolve({ status: incoming.statusCode, isLast: incoming.headers.connection === "close" }),
        );
      },
    );
    outgoing.once("error", reject);
    outgoing.end(JSON.stringify(body));
  });

/** Asks one after another on one connection until that is closed with an answer, or there is none to be had. */
const runClient = async (port, number, counts) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const [path, body] =
      number % 2 === 0
        ? ["/categories/get", {}]
        : [
            "/link/token/create",
            {
              ...KEYS,
              client_name: "Shop",
              language: "en",
              country_codes: ["US"],
              user: { client_user_id: `u${counts.sent}` },
              products: ["auth"],
            },
          ];
    counts.sent++;
    try {
      const { status, isLast } = await ask(port, agent, path, body);
      if (status === 200) counts.answered++;
      else counts.refused++;
      if (isLast) break;
    } catch {
      counts.dropped++;
      break;
    }
  }
  agent.destroy();
};

const total = { sent: 0, answered: 0, refused: 0, dropped: 0 };
let badExits = 0;
for (let round = 1; round <= ROUNDS; round++) {
  const folder = mkdtempSync(join(tmpdir(), "service-link-stop-"));
  const args = [CLI, "serve", "--no-demo", "--processes", "2", "--port", "0", "--data", folder];
  const server = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      ...process.env,
      DRAIN_SECONDS: "3",
      SERVICE_LINK_CLIENT_ID: KEYS.client_id,
      SERVICE_LINK_SECRET: KEYS.secret,
    },
  });
  let output = "";
  let port;
  for await (const text of server.stdout) {
    output += text;
    port = /http:\/\/[\w.]+:(\d+)/.exec(output)?.[1];
    if (port) break;
  }
  const exit = once(server, "exit");
  const clients = Array.from({ length: CLIENTS }, (_, n) => runClient(Number(port), n, total));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  server.kill("SIGTERM");
  await Promise.all(clients);
  const [code] = await exit;
  if (code !== 0) badExits++;
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  `${ROUNDS} stops at a load of ${loadavg()[0].toFixed(1)}: ${JSON.stringify(total)}, ${badExits} bad exits`,
);
if (total.dropped + total.refused + badExits > 0) process.exitCode = 1;
