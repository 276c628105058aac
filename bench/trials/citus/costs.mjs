// The cost of a call by each way to its data: PostgreSQL's CPU time on every node, and the time of the call.

import { setTimeout as pause } from "node:timers/promises";

const ROUNDS = Number(process.env.CITUS_ROUNDS ?? 5);
const CALLS = Number(process.env.CITUS_CALLS ?? 400);
const MAX_WAIT_MS = 60_000;
const PERIOD = { start_date: "2024-01-01", end_date: "2099-12-31", options: { count: 100 } };

/** Each prepares `count` inputs, and has one call with an input. */
const KINDS = {
  "read: /auth/get": {
    prepare: ({ items }, count) => Array.from({ length: count }, (_, n) => items[n % items.length]),
    run: ({ call }, access_token) => call("/auth/get", { access_token }),
  },
  "read: /transactions/get of 100": {
    share: 0.25,
    prepare: ({ history }, count) => Array(count).fill(history),
    run: ({ call }, access_token) => call("/transactions/get", { access_token, ...PERIOD }),
  },
  "write: an access token is replaced": {
    prepare: (_, count) => Array(count).fill(null),
    run: async (bucket) => {
      const body = { access_token: bucket.items[0] };
      const { new_access_token } = await bucket.call("/item/access_token/invalidate", body);
      bucket.items[0] = new_access_token;
    },
  },
  "write: a public token is exchanged": {
    prepare: async (bucket, count) => {
      const tokens = [];
      while (tokens.length < count) tokens.push(await bucket.newPublicToken());
      return tokens;
    },
    run: ({ call }, public_token) => call("/item/public_token/exchange", { public_token }),
  },
  "write: a new Item": {
    prepare: (_, count) => Array(count).fill(null),
    run: (bucket) => bucket.newPublicToken(),
  },
  "write: a new Item with its pull": {
    share: 0.05,
    hasJobs: true,
    prepare: (_, count) => Array(count).fill(null),
    run: async (bucket) => {
      const { access_token } = await bucket.newItem(["transactions"]);
      await awaitTransactions(bucket, access_token);
    },
  },
};

/** Waits until an Item has its history; returns its access token. */
export const awaitTransactions = async (bucket, access_token) => {
  for (const end = performance.now() + MAX_WAIT_MS; performance.now() < end; ) {
    const { status, text } = await bucket.send("/transactions/sync", { access_token });
    const done = status === 200 && JSON.parse(text).transactions_update_status;
    if (done === "HISTORICAL_UPDATE_COMPLETE") return access_token;
    await pause(100);
  }
  throw new Error(`${bucket.name}: an Item has no transactions after ${MAX_WAIT_MS} ms`);
};

const cpuOf = (nodes) =>
  Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, node.cpuMs()]));

/** Measures beds in turns: `{ name, bucket, nodes }`; returns a row for each kind of call and bed. */
export const measureCosts = async (beds, say) => {
  const rows = [];
  for (const [kind, { prepare, run, share = 1, hasJobs = false }] of Object.entries(KINDS)) {
    say(kind);
    // A worker asks for jobs all the time, which is no cost of a call.
    if (hasJobs) for (const bed of beds) bed.bucket = await bed.open();
    const count = Math.ceil(CALLS * share);
    const samples = beds.map(() => []);
    for (let round = 0; round <= ROUNDS; round++)
      for (const [index, { bucket, nodes }] of beds.entries()) {
        const inputs = await prepare(bucket, count);
        const times = [];
        const before = cpuOf(nodes);
        for (const input of inputs) {
          const start = performance.now();
          await run(bucket, input);
          times.push(performance.now() - start);
        }
        const after = cpuOf(nodes);
        const cpu = Object.fromEntries(
          Object.keys(after).map((name) => [name, after[name] - before[name]]),
        );
        // The first round warms up.
        if (round > 0) samples[index].push({ cpu, ms: median(times), count });
      }
    for (const [index, { name }] of beds.entries()) rows.push(rowOf(kind, name, samples[index]));
  }
  return rows;
};

function rowOf(kind, bed, samples) {
  const nodes = Object.keys(samples[0].cpu);
  const cpu = Object.fromEntries(
    nodes.map((node) => [node, median(samples.map((sample) => sample.cpu[node] / sample.count))]),
  );
  const all = median(
    samples.map((sample) => nodes.reduce((sum, node) => sum + sample.cpu[node], 0) / sample.count),
  );
  return { kind, bed, ms: median(samples.map(({ ms }) => ms)), cpu, all };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
