// How fast webhooks are delivered, as a share of a bare loop of the same HTTP client on the same
// machine; and whether a claim costs more, or memory grows, when very many of them wait.
// Run it after a build: node bench/webhooks.mjs

import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { Agent, request } from "undici";
import { openWorld } from "../dist/server/open-world.js";
import { readSettings } from "../dist/server/settings.js";

const DELIVERIES = 2000;
const ROUNDS = 5;
const RECEIVERS = 8;
/** As many at a time as a worker has for so many receivers. */
const AT_ONCE = 64;
const DEPTHS = [1000, 10_000, 100_000];
const CLAIMS = 200;

const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
const receivers = await Promise.all(Array.from({ length: RECEIVERS }, receiver));
const opened = await openWorld(readSettings(["--data", folder], {}), {
  log: pino({ level: "error" }, pino.destination(2)),
});
const { world, worker, client } = opened;
const { store } = world;
await worker.runDue();

console.log(
  `${DELIVERIES} webhooks to ${RECEIVERS} receivers, ${AT_ONCE} at a time, ${ROUNDS} rounds`,
);
const rounds = [];
for (let round = 0; round <= ROUNDS; round++) {
  const bare = await bareLoop();
  const delivered = await delivery();
  // The first round warms up.
  if (round > 0) rounds.push({ bare, delivered, ratio: delivered / bare });
}
const { bare, delivered, ratio } = median(rounds);
console.log(`  a bare loop   ${Math.round(bare)} per second`);
console.log(
  `  delivered     ${Math.round(delivered)} per second (${(ratio * 100).toFixed(0)}% of it)`,
);

console.log(`\nA claim of ${AT_ONCE}, the median of ${CLAIMS}`);
let waiting = 0;
for (const depth of DEPTHS) {
  for (; waiting < depth; waiting += 1000) await store.jobs.add(news(1000));
  console.log(
    `  ${String(depth).padStart(7)} wait   ${await claimTime()} ms, ${memory()} MB of heap`,
  );
}

await opened.close();
for (const { server } of receivers) {
  server.close();
  server.closeAllConnections();
}
rmSync(folder, { recursive: true });

/** Takes everything at once. */
async function receiver() {
  const seen = { count: 0 };
  const server = createServer((incoming, response) => {
    incoming.resume().on("end", () => {
      seen.count++;
      response.end("ok");
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, seen, url: `http://127.0.0.1:${server.address().port}/hook` };
}

function news(count) {
  return Array.from({ length: count }, (_, n) =>
    world.webhooks.tell(
      { clientId: client.clientId, webhook: receivers[n % RECEIVERS].url },
      { webhook: "ASSETS:PRODUCT_READY", assetReportId: `report-${n}`, reportType: "FULL" },
    ),
  ).flat();
}

async function bareLoop() {
  const dispatcher = new Agent();
  const body = JSON.stringify({ webhook_type: "ASSETS", padding: "x".repeat(120) });
  let left = DELIVERIES;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) {
        const { url } = receivers[left % RECEIVERS];
        const headers = { "content-type": "application/json" };
        const answer = await request(url, { dispatcher, method: "POST", headers, body });
        await answer.body.dump();
      }
    }),
  );
  const perSecond = (DELIVERIES * 1000) / (performance.now() - began);
  await dispatcher.close();
  return perSecond;
}

async function delivery() {
  await store.jobs.add(news(DELIVERIES));
  const before = arrived();
  const began = performance.now();
  await worker.runDue();
  const perSecond = (DELIVERIES * 1000) / (performance.now() - began);
  if (arrived() - before !== DELIVERIES) throw new Error("not every webhook arrived once");
  return perSecond;
}

function arrived() {
  return receivers.reduce((sum, { seen }) => sum + seen.count, 0);
}

async function claimTime() {
  const times = [];
  for (let n = 0; n < CLAIMS; n++) {
    const now = world.clock();
    const claim = { now, lease: "bench", leaseUntil: now + 60_000, most: AT_ONCE, mostPerLane: 8 };
    const began = performance.now();
    const jobs = await store.jobs.claim({ ...claim, busy: new Map() });
    times.push(performance.now() - began);
    for (const job of jobs) await store.jobs.retry(job, job.createdAt);
  }
  return times.toSorted((a, b) => a - b)[CLAIMS / 2].toFixed(2);
}

function memory() {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().heapUsed / 1e6);
}

function median(list) {
  return list.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(list.length / 2)];
}
