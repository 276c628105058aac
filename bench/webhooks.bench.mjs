// Measures how fast webhooks are delivered, compared with a bare loop of the same HTTP client; and whether a
// claim costs more, or memory grows, if very many of them are pending.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { pino } from "pino";
import { Agent, request } from "undici";
import { openServices, readSettings, WORKER_LIMITS } from "../dist/bench/parts.js";
import { row } from "./measure.mjs";

const DELIVERIES = 2000;
const ROUNDS = 5;
const RECEIVERS = 8;
/** As many at a time as a worker has for so many receivers. */
const AT_ONCE = 64;
const DEPTHS = [1000, 10_000, 100_000];
const CLAIMS = 200;
/** How many go to one receiver, and how long it takes for each. */
const TO_ONE = 1000;
const LATENCY_MS = 100;

/** The rows of this bench. */
export const bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const receivers = await Promise.all(Array.from({ length: RECEIVERS }, () => receiver()));
  const parts = await openServices(readSettings({ data: folder }, {}), {
    log: pino({ level: "error" }, pino.destination(2)),
  });
  await parts.worker.runDue();
  try {
    const rows = [...(await deliveries(parts, receivers)), ...(await claims(parts, receivers))];
    return [...rows, ...(await lanes())];
  } finally {
    await parts.close();
    for (const { server } of receivers) {
      server.close();
      server.closeAllConnections();
    }
    rmSync(folder, { recursive: true });
  }
};

async function deliveries(parts, receivers) {
  const rounds = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const bare = await bareLoop(receivers);
    const result = await delivery(parts, receivers);
    // The first round warms up.
    if (round > 0) rounds.push({ bare, delivered: result });
  }
  const ratio = ({ bare, delivered }) => bare / delivered;
  const { bare, delivered } = rounds.toSorted((round, b) => ratio(round) - ratio(b))[ROUNDS >> 1];
  return [
    row("a bare loop of the same client", bare, "ms each"),
    row("a webhook, signed, sent and written down", delivered, "ms each", { than: bare }),
  ];
}

/** One slow receiver: with a lane of 8, and with one that adapts to it. */
async function lanes() {
  const narrow = await toOneReceiver({ ...WORKER_LIMITS, widestLane: WORKER_LIMITS.perLane });
  const following = await toOneReceiver(WORKER_LIMITS);
  return [
    row(`to one receiver that takes ${LATENCY_MS} ms, 8 at a time`, narrow, "ms each"),
    row("to the same, as many at a time as it bears", following, "ms each", {
      timesFaster: 2,
      than: narrow,
    }),
  ];
}

async function toOneReceiver(workerLimits) {
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const slow = await receiver(LATENCY_MS);
  const parts = await openServices(readSettings({ data: folder }, {}), {
    log: pino({ level: "error" }, pino.destination(2)),
    workerLimits,
  });
  try {
    await parts.worker.runDue();
    const { services, worker, client } = parts;
    await services.store.jobs.add(news(services, client, Array(RECEIVERS).fill(slow), TO_ONE));
    const began = performance.now();
    worker.start();
    await slow.all(TO_ONE);
    return (performance.now() - began) / TO_ONE;
  } finally {
    await parts.close();
    slow.server.close();
    slow.server.closeAllConnections();
    rmSync(folder, { recursive: true });
  }
}

async function claims({ services, client }, receivers) {
  const { store } = services;
  const rows = [];
  let waiting = 0;
  let few;
  for (const depth of DEPTHS) {
    for (; waiting < depth; waiting += 1000)
      await store.jobs.add(news(services, client, receivers, 1000));
    const time = await claimTime(services);
    few ??= time;
    const promise = depth === DEPTHS[0] ? undefined : { timesFaster: 0.5, than: few };
    rows.push(row(`a claim of ${AT_ONCE} when ${depth} wait`, time, "ms", promise));
    rows.push(row(`heap when ${depth} wait`, memory(), "MB", { limit: 100 }));
  }
  return rows;
}

/** Accepts everything, and responds after a delay in ms. */
async function receiver(latency = 0) {
  const progress = { count: 0 };
  let hear = () => {};
  const server = createServer((incoming, response) => {
    incoming.resume().on("end", () => {
      const answer = () => {
        progress.count++;
        response.end("ok");
        hear();
      };
      if (latency === 0) answer();
      else setTimeout(answer, latency);
    });
  });
  /** Resolves once so many have come. */
  const all = (count) =>
    new Promise((resolve) => {
      hear = () => progress.count >= count && resolve();
    });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, seen: progress, all, url: `http://127.0.0.1:${server.address().port}/hook` };
}

function news(services, client, receivers, count) {
  return Array.from({ length: count }, (_, n) =>
    services.webhooks.forClient(
      { clientId: client.clientId, webhook: receivers[n % RECEIVERS].url },
      { name: "ASSETS:PRODUCT_READY", assetReportId: `report-${n}`, reportType: "FULL" },
    ),
  ).flat();
}

async function bareLoop(receivers) {
  const dispatcher = new Agent();
  const body = JSON.stringify({ webhook_type: "ASSETS", padding: "x".repeat(120) });
  let remaining = DELIVERIES;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (remaining-- > 0) {
        const { url } = receivers[remaining % RECEIVERS];
        const headers = { "content-type": "application/json" };
        const answer = await request(url, { dispatcher, method: "POST", headers, body });
        await answer.body.dump();
      }
    }),
  );
  const each = (performance.now() - began) / DELIVERIES;
  await dispatcher.close();
  return each;
}

async function delivery({ services, worker, client }, receivers) {
  await services.store.jobs.add(news(services, client, receivers, DELIVERIES));
  const before = deliveryCount(receivers);
  const began = performance.now();
  await worker.runDue();
  const each = (performance.now() - began) / DELIVERIES;
  if (deliveryCount(receivers) - before !== DELIVERIES)
    throw new Error("not every webhook arrived once");
  return each;
}

function deliveryCount(receivers) {
  return receivers.reduce((sum, { seen }) => sum + seen.count, 0);
}

async function claimTime({ clock, store }) {
  const times = [];
  for (let n = 0; n < CLAIMS; n++) {
    const now = clock();
    const claim = { now, lease: "bench", leaseUntil: now + 60_000, limit: AT_ONCE, perLane: 8 };
    const began = performance.now();
    const jobs = await store.jobs.claim({ ...claim, busy: new Map() });
    times.push(performance.now() - began);
    for (const job of jobs) await store.jobs.retry(job, job.createdAt, job.createdAt);
  }
  return times.toSorted((a, b) => a - b)[CLAIMS / 2];
}

/** The memory in use, in MB. */
function memory() {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return Math.round(process.memoryUsage().heapUsed / 1e6);
}
