// Measures a server under overload: with five times the requests that it can serve, on SQLite and on
// PostgreSQL (p50 and p99 of served requests, the share of refused ones, the slowest health check), and with
// 2,600 idle connections if 2,000 are allowed, with and without TLS (new calls that get through). The server
// has a processor of its own if there are two; callers share the other one with the health checks, which have
// priority there, and with PostgreSQL. Callers ignore Retry-After.

import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { CERTIFICATE, KEY, startServer } from "../dist/bench/parts.js";
import { openStoreBeside } from "./api/fill.mjs";
import { requestOf } from "./api/load.mjs";
import { startServe } from "./api/servers.mjs";
import { ratioRow, row } from "./measure.mjs";

const CALLERS = 1200;
const FEW_REQUESTS = "200";
const TIMES = 5;
const MS = 1000 * Number(process.env.OVERLOAD_SECONDS ?? 10);
/** The time in ms in which callers connect; it is measured separately. */
const LEAD_MS = 1000;
const IDLE = 2600;
const CALLS = 235;
const MAX_CONNECTIONS = "2000";
const MAX_P99_MS = 1000;
const MAX_HEALTH_MS = 100;

const children = [];

/** The rows of this bench. */
export const bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const postgres = await startServer();
  try {
    return [
      ...(await overloadRows("SQLite", join(folder, "sqlite"), {})),
      ...(await overloadRows("PostgreSQL", join(folder, "postgres"), {
        DATABASE_URL: postgres.address,
      })),
      ...(await idleRows("HTTP", folder, {})),
      ...(await idleRows("TLS", folder, tlsFiles(folder))),
    ];
  } finally {
    for (const child of children) child.kill();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Runs a task in a separate process. Returns its result. */
async function act(options) {
  const child = fork(join(import.meta.dirname, "overload/callers.mjs"));
  children.push(child);
  pin(child.pid, 1);
  child.send(options);
  const [result] = await once(child, "message");
  if (options.act !== "idle") child.kill();
  return result;
}

/** Callers have a lower priority than health checks, which must measure the server. */
const callersAct = (options) => act({ niceness: 5, ...options });

/** Binds a process to one processor, if the machine has several and the command. */
function pin(pid, processor) {
  if (process.platform === "linux" && availableParallelism() > 1)
    execFileSync("taskset", ["-apc", String(processor), String(pid)], { stdio: "ignore" });
}

async function startPinned(folder, variables) {
  const service = await startServe(folder, variables);
  pin(service.pid, 0);
  return { ...service, server: { port: service.port, isTls: variables.TLS_CERT !== undefined } };
}

async function overloadRows(store, folder, variables) {
  const beside = await openStoreBeside(folder, variables);
  const request = requestOf(
    "/link/token/create",
    {
      client_name: "Shop",
      language: "en",
      country_codes: ["US"],
      user: { client_user_id: "one" },
      products: ["auth"],
    },
    beside.headers,
  ).toString();
  await beside.close();
  const one = await startPinned(folder, variables);
  const { server } = one;
  await callersAct({ act: "closed", server, callers: 16, request, ms: MS });
  const capacity = await callersAct({ act: "closed", server, callers: 16, request, ms: MS });
  const name = (text) => `${store}, ${text}`;
  const under = async (options) => {
    const [load, health] = await Promise.all([
      callersAct({ request, ms: MS, leadMs: LEAD_MS, server: one.server, ...options }),
      act({ act: "health", server: options.server ?? one.server, ms: MS, leadMs: LEAD_MS }),
    ]);
    return { load, health };
  };
  const rows = [row(name("what can be served"), capacity.perSecond, "per second")];
  const crowd = await under({ act: "closed", callers: CALLERS });
  rows.push(...loadRows(name(`${CALLERS} callers`), crowd, capacity));
  const rate = Math.round(TIMES * capacity.perSecond);
  const flood = await under({ act: "open", perSecond: rate });
  rows.push(...loadRows(name(`${TIMES} times as many requests`), flood, capacity));
  await one.stop();
  const few = await startPinned(folder, { ...variables, MAX_REQUESTS: FEW_REQUESTS });
  await callersAct({ act: "closed", server: few.server, callers: 16, request, ms: MS });
  const bounded = await under({ act: "closed", callers: CALLERS, server: few.server });
  rows.push(
    ...loadRows(name(`${CALLERS} callers, MAX_REQUESTS=${FEW_REQUESTS}`), bounded, capacity),
  );
  await few.stop();
  return rows;
}

function loadRows(name, { load, health }, capacity) {
  const { served, refused, lost, unsent = 0 } = load;
  return [
    row(`${name}: served, p50`, load.p50, "ms"),
    row(`${name}: served, p99`, load.p99, "ms", { max: MAX_P99_MS }),
    row(`${name}: refused, p99`, load.refusalP99, "ms"),
    row(`${name}: refused`, (100 * refused) / (served + refused), "%"),
    row(`${name}: without an answer`, lost, "requests", { max: 0 }),
    row(`${name}: lag of the callers themselves, p99`, load.lagP99, "ms"),
    row(`${name}: not sent by the bench`, unsent, "requests"),
    ratioRow(`${name}: served, of what can be`, load.perSecond / capacity.perSecond),
    row(`${name}: health, p99`, health.p99, "ms"),
    row(`${name}: health, slowest`, health.max, "ms", { max: MAX_HEALTH_MS }),
    row(`${name}: health while they connect, slowest`, health.maxConnecting, "ms"),
    row(`${name}: health, not 200`, health.lost + health.refused, "checks", { max: 0 }),
  ];
}

function tlsFiles(folder) {
  const variables = { TLS_CERT: join(folder, "cert.pem"), TLS_KEY: join(folder, "key.pem") };
  writeFileSync(variables.TLS_CERT, CERTIFICATE);
  writeFileSync(variables.TLS_KEY, KEY);
  return variables;
}

async function idleRows(protocol, folder, variables) {
  const one = await startPinned(join(folder, protocol), {
    ...variables,
    MAX_CONNECTIONS: MAX_CONNECTIONS,
  });
  const { server } = one;
  const call = requestOf("/categories/get", {}).toString();
  const health = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";
  await callersAct({ act: "idle", server, connections: IDLE, half: protocol === "HTTP" });
  const calls = await act({ act: "calls", server, count: CALLS, request: call });
  const checks = await act({ act: "calls", server, count: CALLS, request: health });
  children.pop().kill();
  for (const child of children.splice(0)) child.kill();
  await one.stop();
  const name = `${IDLE} idle connections, ${protocol}`;
  return [
    row(`${name}: new calls not served, of ${CALLS}`, calls.lost + calls.refused, "calls", {
      max: 0,
    }),
    row(`${name}: new calls, p99`, calls.p99, "ms"),
    row(`${name}: health not 200, of ${CALLS}`, checks.lost + checks.refused, "checks", {
      max: 0,
    }),
    row(`${name}: health, p99`, checks.p99, "ms"),
  ];
}
