// Measures the API's throughput relative to its foundations: Fastify alone with the same read, and the
// store's own durable insert; the extra cost of many transactions and of an old version; and whether memory
// grows. Bare node:http shows the cost of Fastify itself. Servers are separate processes; the same client
// sends requests to each in turn.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../dist/bench/parts.js";
import { issueTokens, openStoreBeside, writeAnswers, writeTransactions } from "./api/fill.mjs";
import { ask, drive, requestOf } from "./api/load.mjs";
import { startBaseline, startService } from "./api/servers.mjs";
import { ratioRow, row } from "./measure.mjs";

const ROUNDS = 11;
const TRANSACTIONS = 50_000;
const PAGE = 500;
// The number of requests after which the server behaves like a long-running server.
const WARM_UP = 30_000;
const REQUESTS = 5000;
const PAGES = 1500;
const NEW_PAGES = 200;
const EXCHANGES = 2000;
const OLDEST = "2017-03-08";
const MEMORY_FROM = 10_000;
const MEMORY_TO = 100_000;
const MAX_GROWTH_MB = 3;

/**
 * Two processes share more connections. They distribute these in the first seconds, which do not
 * count.
 */
const MANY_CONNECTIONS = 32;
const LEAD = 20_000;
const PAIR = "auth, two processes";
const BARE = `node:http, auth, ${MANY_CONNECTIONS} connections`;
const BARE_PAIR = "node:http, auth, two processes";
const ON_POSTGRES = "auth, PostgreSQL";
const PAIR_ON_POSTGRES = "auth, two processes, PostgreSQL";

/** The rows of this benchmark: its own, or the comparison with another commit's build. */
export const bench = async ({ against } = {}) =>
  against === undefined
    ? measureApi()
    : (await import("./api/compare-builds.mjs")).compareBuilds(against);

/** The median of the rounds for each measure and each ratio. */
async function measureApi() {
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const beside = await openStoreBeside(folder);
  await writeTransactions(beside, beside.items.many, TRANSACTIONS);
  const service = await startService(folder);
  const pair = await startService(folder, {}, ["--processes", "2"]);
  const requests = requestsTo(beside);
  const answers = await fetchAnswers(service, requests, beside, folder);
  const baselines = {
    fastify: await startBaseline("fastify", answers),
    "node:http": await startBaseline("node:http", answers),
  };
  // The maximum of two processors that also run the client.
  const barePair = await startBaseline("node:http", answers, ["2"]);
  const postgres = await startOnPostgres(folder);

  await warmUp(baselines, service, requests);
  for (const { port } of [pair, barePair])
    await drive(port, 2 * WARM_UP, () => requests.auth, MANY_CONNECTIONS);
  await drive(postgres.one.port, WARM_UP, () => postgres.auth);
  await drive(postgres.pair.port, 2 * WARM_UP, () => postgres.auth, MANY_CONNECTIONS);
  const servers = { service, pair, barePair, postgres };
  const measureRound = measuring(baselines, servers, requests, beside);
  // The first round warms up.
  await measureRound();
  const rounds = [];
  while (rounds.length < ROUNDS) rounds.push(await measureRound());
  const rows = [...speedRows(rounds), ...ratioRows(rounds), await memoryRow(service, requests)];

  await service.stop();
  await pair.stop();
  await barePair.stop();
  await postgres.stop();
  for (const baseline of Object.values(baselines)) await baseline.stop();
  await beside.close();
  rmSync(folder, { recursive: true });
  return rows;
}

/** One process and two processes on a separate PostgreSQL server, and the request for them. */
async function startOnPostgres(folder) {
  const server = await startServer();
  const variables = { DATABASE_URL: server.address };
  const data = join(folder, "postgres");
  const beside = await openStoreBeside(data, variables);
  const one = await startService(data, variables);
  const pair = await startService(data, variables, ["--processes", "2"]);
  return {
    one,
    pair,
    auth: requestsTo(beside).auth,
    stop: async () => {
      await one.stop();
      await pair.stop();
      await beside.close();
      await server.stop();
    },
  };
}

/** The repeated requests by name. `anotherPage` requests another page of transactions each time. */
function requestsTo({ items: { few, many, held }, headers }) {
  const period = { start_date: "2020-01-01", end_date: "2099-01-01" };
  const read = (path, { accessToken }, more, others) =>
    requestOf(path, { access_token: accessToken, ...more }, { ...headers, ...others });
  const page = (offset, others) =>
    read("/transactions/get", many, { ...period, options: { count: PAGE, offset } }, others);
  const old = { "service-version": OLDEST };
  let pages = 0;
  return {
    auth: read("/auth/get", few),
    accounts: read("/accounts/get", few),
    holdings: read("/investments/holdings/get", held),
    transactions: page(0),
    "auth, oldest": read("/auth/get", few, {}, old),
    "accounts, oldest": read("/accounts/get", few, {}, old),
    "transactions, oldest": page(0, old),
    anotherPage: () => page((pages++ * 83) % (TRANSACTIONS - PAGE)),
  };
}

/** A file of the service's responses, which the baselines return. */
async function fetchAnswers({ port }, requests, { items: { few, many } }, folder) {
  return writeAnswers(folder, [
    ["/auth/get", few.accessToken, await ask(port, requests.auth)],
    ["/accounts/get", few.accessToken, await ask(port, requests.accounts)],
    ["/transactions/get", many.accessToken, await ask(port, requests.transactions)],
  ]);
}

async function warmUp(baselines, service, requests) {
  for (const { port } of [...Object.values(baselines), service])
    for (const request of [requests.auth, requests.accounts])
      await drive(port, WARM_UP, () => request);
  for (const name of ["auth", "accounts", "transactions"])
    await drive(service.port, REQUESTS, () => requests[`${name}, oldest`]);
}

/** A round of measurements by name: requests per second, over several connections or one. */
function measuring(baselines, { service, pair, barePair, postgres }, requests, beside) {
  const several = ({ port }, count, request) => drive(port, count, () => request);
  const many = ({ port }, request, lead) =>
    drive(port, REQUESTS, () => request, MANY_CONNECTIONS, lead);
  const oneByOne = ({ port }, count, request) => drive(port, count, () => request, 1);
  const compare = async (name, count, run = several, suffix = "") => {
    const round = {};
    for (const [baseline, server] of Object.entries(baselines))
      round[`${baseline}, ${name}${suffix}`] = await run(server, count, requests[name]);
    return { ...round, [`${name}${suffix}`]: await run(service, count, requests[name]) };
  };
  return async () => ({
    ...(await compare("auth", REQUESTS)),
    [BARE]: await many(baselines["node:http"], requests.auth),
    [PAIR]: await many(pair, requests.auth, LEAD),
    [BARE_PAIR]: await many(barePair, requests.auth, LEAD),
    [ON_POSTGRES]: await several(postgres.one, REQUESTS, postgres.auth),
    [PAIR_ON_POSTGRES]: await many(postgres.pair, postgres.auth, LEAD / 4),
    "auth, oldest": await several(service, REQUESTS, requests["auth, oldest"]),
    ...(await compare("accounts", REQUESTS)),
    "accounts, oldest": await several(service, REQUESTS, requests["accounts, oldest"]),
    ...(await compare("accounts", PAGES, oneByOne, ", one by one")),
    "holdings, one by one": await oneByOne(service, PAGES, requests.holdings),
    "holdings, by CPU": await cpuOf(service, requests.holdings),
    "accounts, by CPU": await cpuOf(service, requests.accounts),
    "transactions, one by one": await oneByOne(service, PAGES, requests.transactions),
    ...(await compare("transactions", PAGES)),
    "transactions, oldest": await several(service, PAGES, requests["transactions, oldest"]),
    "transactions, another page each": await drive(service.port, NEW_PAGES, requests.anotherPage),
    ...(await measureExchange(service, beside)),
  });
}

/** The requests per second of the server's CPU time, sent one by one. */
async function cpuOf(service, request) {
  const { cpuMs: before } = await service.used();
  await drive(service.port, PAGES, () => request, 1);
  const { cpuMs: after } = await service.used();
  return (PAGES * 1000) / (after.before - before.after);
}

async function measureExchange({ port }, beside) {
  const { tokens, perSecond } = await issueTokens(beside, beside.items.few, EXCHANGES);
  const exchange = await drive(port, EXCHANGES, (n) =>
    requestOf("/item/public_token/exchange", { public_token: tokens[n] }, beside.headers),
  );
  return { exchange, insert: perSecond };
}

function speedRows(rounds) {
  return Object.keys(rounds[0]).map((name) => {
    const perSecond = median(rounds.map((round) => round[name]));
    return row(name, perSecond, "per second");
  });
}

function ratioRows(rounds) {
  /** As fast as another measure, or as many times slower. */
  const share = (name, of) => median(rounds.map((round) => round[name] / round[of]));
  const times = (name, of) => median(rounds.map((round) => round[of] / round[name]));
  // Some ratios have no promise: Fastify's own cost, and the latency of a single caller.
  return [
    ratioRow("/auth/get, of bare node:http", share("auth", "node:http, auth")),
    ratioRow("/auth/get by two processes, of bare node:http", share(PAIR, BARE)),
    ratioRow("bare node:http by two processes, of one", share(BARE_PAIR, BARE)),
    ratioRow("/auth/get on PostgreSQL, of bare node:http", share(ON_POSTGRES, "node:http, auth")),
    ratioRow(
      "/auth/get on PostgreSQL by two processes, of bare node:http",
      share(PAIR_ON_POSTGRES, BARE),
    ),
    ratioRow("/accounts/get, of bare node:http", share("accounts", "node:http, accounts")),
    ratioRow(
      "/accounts/get, of Fastify alone, one by one",
      share("accounts, one by one", "fastify, accounts, one by one"),
    ),
    ratioRow("/auth/get, of Fastify alone", share("auth", "fastify, auth"), { atLeast: 0.6 }),
    ratioRow("/accounts/get, of Fastify alone", share("accounts", "fastify, accounts"), {
      atLeast: 0.6,
    }),
    ratioRow(
      `/transactions/get of ${PAGE} of ${TRANSACTIONS}, times /accounts/get, one by one`,
      times("transactions, one by one", "accounts, one by one"),
      { atMost: 2 },
    ),
    ratioRow(
      "/investments/holdings/get of 500, times /accounts/get, one by one",
      times("holdings, one by one", "accounts, one by one"),
    ),
    ratioRow(
      "/investments/holdings/get of 500, times /accounts/get, in the server's CPU",
      times("holdings, by CPU", "accounts, by CPU"),
      { atMost: 1.3 },
    ),
    ratioRow("exchange, of the store's own insert", share("exchange", "insert"), { atLeast: 0.5 }),
    ...["auth", "accounts", "transactions"].map((name) =>
      ratioRow(`/${name}/get in ${OLDEST}, times the newest`, times(`${name}, oldest`, name), {
        atMost: 1.25,
      }),
    ),
  ];
}

async function memoryRow(service, { accounts }) {
  await drive(service.port, MEMORY_FROM, () => accounts);
  const { heapMb: from } = await service.used();
  await drive(service.port, MEMORY_TO - MEMORY_FROM, () => accounts);
  const { heapMb: to } = await service.used();
  return row(`heap after ${MEMORY_TO} requests, more than after ${MEMORY_FROM}`, to - from, "MB", {
    max: MAX_GROWTH_MB,
  });
}

function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
}
