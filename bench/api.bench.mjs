// How fast the API answers, as a share of what it is built on: a bare node:http server that reads one
// row, and the store's own durable insert; what many transactions and an old version cost beside that;
// and whether memory grows. Servers are processes of their own, asked in turn by the same client.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issueTokens, openStoreBeside, writeAnswers, writeTransactions } from "./api/fill.mjs";
import { ask, drive, requestOf } from "./api/load.mjs";
import { startBare, startService } from "./api/servers.mjs";

const ROUNDS = 11;
const TRANSACTIONS = 50_000;
const PAGE = 500;
// So many that what is measured is a server that has been running, and not one that has just begun.
const WARM_UP = 30_000;
const REQUESTS = 5000;
const PAGES = 1500;
const NEW_PAGES = 200;
const EXCHANGES = 2000;
const OLDEST = "2017-03-08";
const MEMORY_FROM = 10_000;
const MEMORY_TO = 100_000;
const MOST_GROWTH_MB = 3;

const EMPTY = { measured: "", ratio: "", promised: "", kept: "" };

/** The rows of this bench: of each measure, and of each ratio, the median of the rounds. */
export const bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-bench-"));
  const beside = await openStoreBeside(folder);
  await writeTransactions(beside, beside.items.many, TRANSACTIONS);
  const service = await startService(folder);
  const asked = requestsTo(beside);
  const bare = await startBare(await answersOf(service, asked, beside, folder));

  await warmUp(bare, service, asked);
  const measureRound = measuring(bare, service, asked, beside);
  // The first round warms up.
  await measureRound();
  const rounds = [];
  while (rounds.length < ROUNDS) rounds.push(await measureRound());
  const rows = [...speedRows(rounds), ...ratioRows(rounds), await memoryRow(service, asked)];

  await service.stop();
  await bare.stop();
  await beside.close();
  rmSync(folder, { recursive: true });
  return rows;
};

/** What is asked again and again, by name; and a page of transactions that is another one each time. */
function requestsTo({ items: { few, many }, headers }) {
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
    transactions: page(0),
    "auth, oldest": read("/auth/get", few, {}, old),
    "accounts, oldest": read("/accounts/get", few, {}, old),
    "transactions, oldest": page(0, old),
    anotherPage: () => page((pages++ * 83) % (TRANSACTIONS - PAGE)),
  };
}

/** A file of the service's answers, for the bare server to give the same ones. */
async function answersOf({ port }, asked, { items: { few, many } }, folder) {
  return writeAnswers(folder, [
    ["/auth/get", few.accessToken, await ask(port, asked.auth)],
    ["/accounts/get", few.accessToken, await ask(port, asked.accounts)],
    ["/transactions/get", many.accessToken, await ask(port, asked.transactions)],
  ]);
}

async function warmUp(bare, service, asked) {
  for (const { port } of [bare, service])
    for (const request of [asked.auth, asked.accounts]) await drive(port, WARM_UP, () => request);
  for (const name of ["auth", "accounts", "transactions"])
    await drive(service.port, REQUESTS, () => asked[`${name}, oldest`]);
}

/** A round of measures, by name: how many a second, of several connections or one after the other. */
function measuring(bare, service, asked, beside) {
  const several = ({ port }, count, request) => drive(port, count, () => request);
  const oneByOne = ({ port }, count, request) => drive(port, count, () => request, 1);
  return async () => ({
    "bare, auth": await several(bare, REQUESTS, asked.auth),
    auth: await several(service, REQUESTS, asked.auth),
    "auth, oldest": await several(service, REQUESTS, asked["auth, oldest"]),
    "bare, accounts": await several(bare, REQUESTS, asked.accounts),
    accounts: await several(service, REQUESTS, asked.accounts),
    "accounts, oldest": await several(service, REQUESTS, asked["accounts, oldest"]),
    "bare, accounts, one by one": await oneByOne(bare, PAGES, asked.accounts),
    "accounts, one by one": await oneByOne(service, PAGES, asked.accounts),
    "transactions, one by one": await oneByOne(service, PAGES, asked.transactions),
    "bare, transactions": await several(bare, PAGES, asked.transactions),
    transactions: await several(service, PAGES, asked.transactions),
    "transactions, oldest": await several(service, PAGES, asked["transactions, oldest"]),
    "transactions, another page each": await drive(service.port, NEW_PAGES, asked.anotherPage),
    ...(await measureExchange(service, beside)),
  });
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
    const perSecond = median(rounds.map((measured) => measured[name]));
    return { ...EMPTY, name, measured: `${Math.round(perSecond)} per second` };
  });
}

function ratioRows(rounds) {
  /** As fast as another measure, or as many times slower. */
  const share = (name, of) => median(rounds.map((one) => one[name] / one[of]));
  const times = (name, of) => median(rounds.map((one) => one[of] / one[name]));
  const promises = [
    ["/auth/get, of a bare server", share("auth", "bare, auth"), "at least", 0.7],
    ["/accounts/get, of a bare server", share("accounts", "bare, accounts"), "at least", 0.7],
    [
      `/transactions/get of ${PAGE} of ${TRANSACTIONS}, times /accounts/get, one by one`,
      times("transactions, one by one", "accounts, one by one"),
      "at most",
      2,
    ],
    ["exchange, of the store's own insert", share("exchange", "insert"), "at least", 0.5],
    ...["auth", "accounts", "transactions"].map((name) => [
      `/${name}/get in ${OLDEST}, times the newest`,
      times(`${name}, oldest`, name),
      "at most",
      1.25,
    ]),
  ];
  // Nothing is promised of it; it is what a caller waits who asks alone.
  const alone = share("accounts, one by one", "bare, accounts, one by one");
  const told = {
    ...EMPTY,
    name: "/accounts/get, of a bare server, one by one",
    ratio: alone.toFixed(2),
  };
  const kept = promises.map(([name, ratio, bound, required]) => ({
    ...EMPTY,
    name,
    ratio: ratio.toFixed(2),
    promised: `${bound} ${required}`,
    kept: (bound === "at least" ? ratio >= required : ratio <= required) ? "yes" : "NO",
  }));
  return [told, ...kept];
}

async function memoryRow(service, { accounts }) {
  await drive(service.port, MEMORY_FROM, () => accounts);
  const { heapMb: from } = await service.used();
  await drive(service.port, MEMORY_TO - MEMORY_FROM, () => accounts);
  const { heapMb: to } = await service.used();
  return {
    ...EMPTY,
    name: `heap after ${MEMORY_FROM} and ${MEMORY_TO} requests`,
    measured: `${from.toFixed(1)} and ${to.toFixed(1)} MB`,
    promised: `at most ${MOST_GROWTH_MB} MB more`,
    kept: to - from <= MOST_GROWTH_MB ? "yes" : "NO",
  };
}

function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
}
