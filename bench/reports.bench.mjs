// Measures the effect of the largest Asset Report on others: one of 99 Items over 731 days is generated and
// rendered, and read ten times at once as JSON, in the oldest version and as a PDF, while another client
// requests accounts.

import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { startService } from "./api/servers.mjs";
import { row } from "./measure.mjs";

const ITEMS = Number(process.env.BENCH_ITEMS ?? 99);
const DAYS = 731;
const READERS = 10;
const PAUSE_MS = 10;
const MAX_P99_MS = 50;
const MAX_RSS_MB = 300;
const KEYS = { client_id: "bench-client", secret: "bench-secret-of-thirty-letters-1" };

/** The rows of this bench. */
export const bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const service = await startService(folder, {
    SERVICE_LINK_CLIENT_ID: KEYS.client_id,
    SERVICE_LINK_SECRET: KEYS.secret,
    SERVICE_LINK_PUBLIC_KEY: "bench-public-key-of-thirty-let-1",
    RATE_LIMIT_CHANGES: JSON.stringify(UNLIMITED),
  });
  try {
    return await measureOn(service);
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
};

async function measureOn(service) {
  const call = (path, body) => post(service.port, path, { ...KEYS, ...body });
  const tokens = [];
  const rows = [];
  const peak = async () => {
    const { phasePeakMb } = await service.used();
    rows.push(row("  memory at most meanwhile", phasePeakMb, "MB"));
  };
  for (let n = 0; n < ITEMS; n++) tokens.push(await link(call));
  rows.push(row("Items linked", ITEMS, ""));
  await peak();
  const measurePhase = async (name, work) => {
    const stop = askMeanwhile(() => call("/accounts/get", { access_token: tokens[0] }));
    const began = performance.now();
    const bytes = await work();
    const seconds = (performance.now() - began) / 1000;
    const { p50, p99 } = await stop();
    const size = bytes === undefined ? "" : `, ${Math.round(bytes / 1e6)} MB each`;
    rows.push(row(`${name}${size}`, seconds, "s"));
    rows.push(row("  others meanwhile, p50", p50, "ms"));
    const promise = name.startsWith("ten") ? { max: MAX_P99_MS } : undefined;
    rows.push(row("  others meanwhile, p99", p99, "ms", promise));
    await peak();
  };
  let token;
  await measurePhase("make", async () => {
    token = await make(call, tokens);
  });
  const readers =
    (path, body, headers, count = READERS) =>
    () =>
      readAtOnce(
        service.port,
        path,
        { ...body, asset_report_token: token },
        { headers, readers: count },
      );
  await measurePhase("ten reads", readers("/asset_report/get"));
  await measurePhase(
    "ten reads with insights",
    readers("/asset_report/get", { include_insights: true }),
  );
  await measurePhase(
    "ten reads of the oldest version",
    readers("/asset_report/get", {}, { "service-version": "2017-03-08" }),
  );
  // The PDF is already rendered, or this read renders it.
  await measurePhase("one PDF", readers("/asset_report/pdf/get", {}, {}, 1));
  await measurePhase("ten PDFs", readers("/asset_report/pdf/get"));
  const { peakMb } = await service.used();
  rows.push(row("memory at most in all", peakMb, "MB", { max: MAX_RSS_MB }));
  return rows;
}

const UNLIMITED = Object.fromEntries(
  ["/accounts/get", "/asset_report/get", "/asset_report/pdf/get"].map((path) => [
    path,
    { item: 1_000_000, client: 1_000_000 },
  ]),
);

async function post(port, path, body) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const json = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(`${path}: ${json.error_message}`), json);
  return json;
}

async function link(call) {
  const { public_token } = await call("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["transactions", "assets"],
  });
  return (await call("/item/public_token/exchange", { public_token })).access_token;
}

/** Requests a report, and waits until it is ready and rendered. */
async function make(call, access_tokens) {
  const { asset_report_token } = await call("/asset_report/create", {
    access_tokens,
    days_requested: DAYS,
  });
  for (;;)
    try {
      await call("/asset_report/audit_copy/create", { asset_report_token });
      return asset_report_token;
    } catch (refusal) {
      if (refusal.error_code !== "PRODUCT_NOT_READY") throw refusal;
      await setTimeout(500);
    }
}

/** Sends requests in a loop. The returned function stops the loop, and returns the p50 and p99. */
function askMeanwhile(ask) {
  const times = [];
  let isStopped = false;
  const asking = (async () => {
    while (!isStopped) {
      const began = performance.now();
      await ask();
      times.push(performance.now() - began);
      await setTimeout(PAUSE_MS);
    }
  })();
  return async () => {
    isStopped = true;
    await asking;
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
    return { p50: at(0.5), p99: at(0.99) };
  };
}

async function readAtOnce(port, path, body, { headers = {}, readers }) {
  const worker = new Worker(new URL("./reports/readers.mjs", import.meta.url), {
    workerData: {
      url: `http://127.0.0.1:${port}${path}`,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ ...KEYS, ...body }),
      readers,
    },
  });
  const [bytes] = await once(worker, "message");
  return bytes;
}
