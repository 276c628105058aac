// Measures the processor time and the memory of a server that sends 10,000 transactions by SimpleFIN's /accounts, compared
// with the same ones by /transactions/sync.
import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claimGrant, enrichTransaction, loadKnowledge, makeGrant } from "../dist/bench/parts.js";
import { openStoreBeside, writeTransactions } from "./api/fill.mjs";
import { startService } from "./api/servers.mjs";
import { post } from "./api/walk.mjs";
import { ratioRow, row } from "./measure.mjs";

const STORED = 10_000;
const PAGE = 500;
const ROUNDS = 15;
const MAX_RATIO = 1.5;
const MAX_GROWTH_MB = 30;
const DAY_MS = 86_400_000;
const NEW_GRANT = {
  door: "simplefin",
  clientId: null,
  name: "Bench",
  fromDate: null,
  until: null,
};

/** The rows of this bench. */
export const bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const { accessToken, headers, keys } = await fill(folder);
  const service = await startService(folder, { DOORS: "simplefin" });
  const agent = new Agent({ keepAlive: true });
  try {
    const reads = {
      door: () => readAccounts(service.port, keys),
      sync: () => syncAll(agent, service.port, accessToken, headers),
    };
    const rounds = [];
    let first = null;
    for (let round = 0; round <= ROUNDS; round++) {
      const cost = {};
      for (const kind of round % 2 ? ["door", "sync"] : ["sync", "door"]) {
        const before = await service.used();
        const count = await reads[kind]();
        if (count !== STORED) throw new Error(`${kind}: ${count} transactions`);
        const after = await service.used();
        cost[kind] = after.cpuMs.before - before.cpuMs.after;
        cost.heap = after.heapMb;
      }
      // The first round warms up.
      if (round > 0) rounds.push({ ...cost, ratio: cost.door / cost.sync });
      first ??= cost.heap;
    }
    const medianOf = (field) =>
      rounds.map((cost) => cost[field]).toSorted((a, b) => a - b)[ROUNDS >> 1];
    return [
      row("10,000 by /simplefin/accounts", medianOf("door"), "ms CPU"),
      row("10,000 by /transactions/sync", medianOf("sync"), "ms CPU"),
      ratioRow("the door, of its CPU", medianOf("ratio"), { atMost: MAX_RATIO }),
      row("memory after the last, more than after the first", rounds.at(-1).heap - first, "MB", {
        max: MAX_GROWTH_MB,
      }),
    ];
  } finally {
    agent.destroy();
    await service.stop();
    rmSync(folder, { recursive: true });
  }
};

/**
 * Creates an Item with transactions of the last 80 days, and the keys of a grant of its accounts.
 */
async function fill(folder) {
  const beside = await openStoreBeside(folder);
  try {
    const { services, items, headers } = beside;
    const knowledge = await loadKnowledge();
    let count = 0;
    await writeTransactions(beside, items.many, STORED, (facts) => {
      const daysAgo = 80 - Math.floor((80 * count++) / STORED);
      const date = new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
      return enrichTransaction(knowledge, { ...facts, date, pending: false });
    });
    const { itemId, accessToken } = items.many;
    const accounts = (await services.store.items.accounts(itemId)).map(({ account }) => ({
      itemId,
      accountId: account.account_id,
    }));
    const request = { ...NEW_GRANT, accounts };
    const { secret: claimToken } = await makeGrant(services, request, {
      kind: "operator",
      name: "bench",
    });
    const keys = await claimGrant(services, claimToken, "127.0.0.1");
    return { accessToken, headers, keys };
  } finally {
    await beside.close();
  }
}

async function readAccounts(port, { grantId, secret }) {
  const response = await fetch(`http://127.0.0.1:${port}/simplefin/accounts`, {
    headers: { authorization: `Basic ${Buffer.from(`${grantId}:${secret}`).toString("base64")}` },
  });
  const { accounts } = await response.json();
  return accounts.reduce((sum, { transactions }) => sum + transactions.length, 0);
}

async function syncAll(agent, port, access_token, headers) {
  let count = 0;
  for (let cursor = "", hasMore = true; hasMore; ) {
    const body = { access_token, cursor, count: PAGE };
    const page = await post(agent, port, "/transactions/sync", body, headers);
    count += page.added.length;
    cursor = page.next_cursor;
    hasMore = page.has_more;
  }
  return count;
}
