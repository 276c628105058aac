// Measures how long a full notification takes until it is acknowledged durably, compared with reading its
// JSON and writing as many rows; the delay for other callers meanwhile; and whether memory grows.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openStoreBeside } from "./api/fill.mjs";
import { ask, requestOf } from "./api/load.mjs";
import { startService } from "./api/servers.mjs";
import { row } from "./measure.mjs";
import { copyItem, createBaseline } from "./notifications/fill.mjs";

const PATH = "/items/accounts/notify";
const ELEMENTS = 10_000;
const ROUNDS = 20;
const MAX_TIMES = 3;
const MAX_P99_MS = 50;
const MAX_GROWTH_MB = 20;
const PAUSE_MS = 10;
const QUIET_MS = 3000;

/** Limits that refuse no measured request. */
const LIMITS = JSON.stringify(
  Object.fromEntries(
    [PATH, "/accounts/get", "/item/public_token/create"].map((path) => [
      path,
      { item: 1_000_000, client: 1_000_000 },
    ]),
  ),
);

/** The rows of this bench. */
export const bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const beside = await openStoreBeside(folder);
  const elements = copyItem(beside, join(folder, "service-link.db"), "few", ELEMENTS);
  const others = otherRequests(beside);
  await beside.close();
  const body = { notifications: elements };
  const full = requestOf(PATH, body, beside.headers);
  // Without a worker, since the pulls that follow measure only the sandbox's own work.
  const service = await startService(folder, { RATE_LIMIT_CHANGES: LIMITS }, ["--no-worker"]);
  const baseline = createBaseline(join(folder, "base.db"), JSON.stringify(body));
  try {
    return await measure(service, full, others, baseline);
  } finally {
    baseline.close();
    await service.stop();
    rmSync(folder, { recursive: true });
  }
};

function otherRequests({ items: { few }, headers }) {
  const body = { access_token: few.accessToken };
  return {
    read: requestOf("/accounts/get", body, headers),
    write: requestOf("/item/public_token/create", body, headers),
  };
}

async function measure(service, full, others, baseline) {
  const { port } = service;
  const notify = () => fetchTime(() => ask(port, full));
  // Both alternate, so that other load slows both.
  const pair = async () => ({ base: await fetchTime(baseline.run), notified: await notify() });
  const series = async (step) => {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await step());
    return rounds;
  };
  // Warms up.
  await series(pair);
  const before = await service.used();
  const rounds = await series(pair);
  const after = await service.used();
  const quiet = await waitsDuring(port, others, () => setTimeout(QUIET_MS));
  const busy = await waitsDuring(port, others, () => series(notify));
  const { base, notified } = middle(rounds, ({ base, notified }) => notified / base);
  return [
    row(`JSON.parse and ${ELEMENTS} rows in one transaction`, base, "ms"),
    row(`a full ${PATH}`, notified, "ms", {
      timesFaster: 1 / MAX_TIMES,
      than: base,
    }),
    row("a read without them, p99", p99(quiet.read), "ms"),
    row("a write without them, p99", p99(quiet.write), "ms"),
    row("a read meanwhile, p99", p99(busy.read), "ms", { max: MAX_P99_MS }),
    row("a write meanwhile, p99", p99(busy.write), "ms", { max: MAX_P99_MS }),
    row(`heap after ${ROUNDS} more`, after.heapMb - before.heapMb, "MB more", {
      max: MAX_GROWTH_MB,
    }),
    row("memory at its peak", after.peakMb, "MB"),
  ];
}

/** The latency of other callers during an action: a reader and a writer. */
async function waitsDuring(port, others, work) {
  let isOver = false;
  const caller = async (request) => {
    const waits = [];
    while (!isOver) {
      waits.push(await fetchTime(() => ask(port, request)));
      await setTimeout(PAUSE_MS);
    }
    return waits;
  };
  const callers = Object.entries(others).map(async ([name, request]) => [
    name,
    await caller(request),
  ]);
  await work();
  isOver = true;
  return Object.fromEntries(await Promise.all(callers));
}

const fetchTime = async (work) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

const middle = (list, by) => list.toSorted((a, b) => by(a) - by(b))[list.length >> 1];
const p99 = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)];
