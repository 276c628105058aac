// Measures the processor time of a server that sends enriched transactions, compared with the same ones of which no
// rule knows anything, and how long /transactions/enrich takes.
import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { enrichTransaction, loadKnowledge, NO_ENRICHMENT } from "../dist/bench/parts.js";
import { makeItem, openStoreBeside, writeTransactions } from "./api/fill.mjs";
import { startService } from "./api/servers.mjs";
import { post, send } from "./api/walk.mjs";
import { measure, ratioRow, row } from "./measure.mjs";

const STORED = 4000;
const PAGE = 500;
const READS = 20;
const ROUNDS = 40;
const MAX_RATIO = 1.15;
const MAX_ENRICH_MS = 50;

/** The rows of this bench. */
export const bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const items = await fill(folder);
  const service = await startService(folder);
  const agent = new Agent({ keepAlive: true });
  try {
    const { headers } = items;
    const call = (path, body) => send(agent, service.port, path, body, headers);
    const rows = [];
    for (const [name, request] of Object.entries(READ_KINDS))
      rows.push(...(await compare(service, name, (token, n) => call(...request(token, n)), items)));
    const transactions = descriptions(items.samples);
    const enrich = () =>
      post(
        agent,
        service.port,
        "/transactions/enrich",
        { account_type: "depository", transactions },
        headers,
      );
    const { p50 } = await measure(enrich, [1]);
    return [...rows, row("100 by /transactions/enrich", p50, "ms", { max: MAX_ENRICH_MS })];
  } finally {
    agent.destroy();
    await service.stop();
    rmSync(folder, { recursive: true });
  }
};

/** Writes the same transactions to two Items, and enriches them in one. */
async function fill(folder) {
  const beside = await openStoreBeside(folder);
  const knowledge = await loadKnowledge();
  const samples = [];
  try {
    const enriched = beside.items.many;
    const plain = await makeItem(beside.services, beside.client, "plain", ["transactions"]);
    await writeTransactions(beside, plain, STORED, (facts) => ({ ...NO_ENRICHMENT, ...facts }));
    await writeTransactions(beside, enriched, STORED, (facts) => {
      samples.push(facts);
      return enrichTransaction(knowledge, facts);
    });
    return {
      plain: plain.accessToken,
      enriched: enriched.accessToken,
      headers: beside.headers,
      samples,
    };
  } finally {
    await beside.close();
  }
}

const period = () => {
  const day = (daysAgo) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  return { start_date: day(720), end_date: day(0) };
};

/** The requests by access token and number. */
const READ_KINDS = {
  "one page of /transactions/get": (access_token) => [
    "/transactions/get",
    { access_token, ...period(), options: { count: PAGE } },
  ],
  "other pages of /transactions/get": (access_token, n) => [
    "/transactions/get",
    { access_token, ...period(), options: { count: PAGE, offset: (n * 11) % (STORED - PAGE) } },
  ],
  "a page of /transactions/sync": (access_token) => [
    "/transactions/sync",
    { access_token, count: PAGE },
  ],
};

/**
 * The processor time of a page in ms, and its bytes. The two kinds alternate. The median of
 * neighbours' ratios counts, since other programs slow both kinds.
 */
async function compare(service, name, read, tokens) {
  const rounds = [];
  const bytes = {};
  for (let round = 0; round <= ROUNDS; round++) {
    const cost = {};
    for (const kind of round % 2 ? ["plain", "enriched"] : ["enriched", "plain"]) {
      const before = await service.used();
      for (let n = 0; n < READS; n++) {
        const { status, text } = await read(tokens[kind], round * READS + n);
        if (status !== 200) throw new Error(`${name}: ${status} ${text.slice(0, 300)}`);
        bytes[kind] = text.length;
      }
      const after = await service.used();
      cost[kind] = (after.cpuMs.before - before.cpuMs.after) / READS;
    }
    // The first round warms up.
    if (round > 0) rounds.push({ ...cost, ratio: cost.enriched / cost.plain });
  }
  const medianOf = (field) =>
    rounds.map((cost) => cost[field]).toSorted((a, b) => a - b)[ROUNDS >> 1];
  return [
    row(`${name}, plain`, medianOf("plain"), "ms CPU"),
    row(`${name}, enriched`, medianOf("enriched"), "ms CPU"),
    ratioRow(`${name}, CPU`, medianOf("ratio"), { atMost: MAX_RATIO }),
    ratioRow(`${name}, bytes`, bytes.enriched / bytes.plain),
  ];
}

const descriptions = (samples) =>
  samples.slice(0, 100).map(({ original_description, name, amount }, n) => ({
    id: String(n),
    description: original_description ?? name,
    amount: Math.abs(amount),
    direction: amount < 0 ? "INFLOW" : "OUTFLOW",
    iso_currency_code: "USD",
  }));
