// Measures two servers under load while their database fails over: one behind a balancer, one that knows both
// hosts. The primary is killed, exchanged with its standby, or cut off; no packet passes for 70 s; the proxies are
// restarted. FAILOVER_ROUNDS of each (20), FAILOVER_KINDS such as kill,cut. With FAILOVER_STANDBY=asynchronous it
// shows the loss of such a standby, also of one that is FAILOVER_LAG_MS behind. Linux only.

import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import {
  DISTURBANCES,
  KEYS,
  runFailovers,
  startCluster,
  startReceiver,
} from "../dist/bench/parts.js";
import { startServe } from "./api/servers.mjs";
import { row } from "./measure.mjs";

const {
  FAILOVER_ROUNDS: ROUNDS = "20",
  FAILOVER_KINDS: KINDS = Object.keys(DISTURBANCES).join(),
  FAILOVER_STANDBY: STANDBY = "synchronous",
  FAILOVER_LAG_MS: LAG_MS = "0",
} = process.env;

const TIMES = {
  noticeMs: 1000,
  silenceMs: 70_000,
  restartMs: 1000,
  lagMs: Number(LAG_MS),
};
const SHORT_SETTLE_MS = 2000;
/** Connections to a silent server end at their deadlines, which must have passed. */
const SETTLE_MS = { cut: 8000 };

/** The rows of this bench. */
export const bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const cluster = await startCluster({ isSynchronous: STANDBY === "synchronous" });
  const receiver = await startReceiver();
  const servers = [];
  try {
    for (const DATABASE_URL of Object.values(cluster.addresses))
      servers.push(
        await startServe(folder, {
          DATABASE_URL,
          SERVICE_LINK_CLIENT_ID: KEYS.client_id,
          SERVICE_LINK_SECRET: KEYS.secret,
          LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
        }),
      );
    const ports = servers.map(({ port }) => port);
    const rows = [];
    for (const kind of KINDS.split(",")) {
      const outcome = await runFailovers({
        cluster,
        ports,
        receiver,
        kind,
        disturb: () => DISTURBANCES[kind](cluster, TIMES),
        rounds: Number(ROUNDS),
        settleMs: SETTLE_MS[kind] ?? SHORT_SETTLE_MS,
      });
      rows.push(...toRows(kind, outcome));
    }
    return rows;
  } finally {
    for (const server of servers) await server.stop();
    receiver.close();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

function toRows(kind, outcome) {
  const { faults, lostWebhooks, statuses } = outcome;
  const calls = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  console.error(`${kind}: ${calls.join(", ")}; load ${loadavg()[0].toFixed(1)}`);
  for (const fault of new Set([...faults, ...lostWebhooks])) console.error(`${kind}: ${fault}`);
  const most = (name, value, unit, max) => row(`${kind}: ${name}`, value, unit, { max });
  return [
    most(`differences from ${outcome.exchanges} acknowledged exchanges`, faults.length, "", 0),
    most(`webhooks not delivered, of ${outcome.webhooks}`, lostWebhooks.length, "", 0),
    most("internal errors", outcome.internalErrors, "calls", 0),
    row(`${kind}: until the database can be used`, outcome.ownMs, "ms"),
    most("errors after that, at most", outcome.errorsMs, "ms", 2000),
    most("the longest call", outcome.longestMs, "ms", 6000),
    most("the longest health check", outcome.healthMs, "ms", 50),
    most("connections to the standby at the end", outcome.connectionsOnStandby, "", 0),
  ];
}
