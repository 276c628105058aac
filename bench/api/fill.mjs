// The data for the API's requests: an Item with ten accounts, one with many transactions, and public tokens.

import { join } from "node:path";
import SQLite from "better-sqlite3";
import { pino } from "pino";
import {
  createSandboxConnector,
  digest,
  issuePublicToken,
  NO_ENRICHMENT,
  newFeed,
  newItem,
  openServices,
  readSettings,
} from "../../dist/bench/parts.js";

const INSTITUTION = "ins_109508";
const DAY_MS = 86_400_000;
const DAYS = 700;

/**
 * Opens the store of a data folder, or the store named by variables, next to its running server.
 */
export const openStoreBeside = async (folder, variables = {}) => {
  const parts = await openServices(readSettings({ data: folder }, variables), {
    log: pino({ level: "error" }, pino.destination(2)),
  });
  const { services, client } = parts;
  const headers = {
    "service-client-id": parts.keys.client_id,
    "service-secret": parts.keys.secret,
  };
  return { ...parts, headers, items: await makeItems(services, client) };
};

async function makeItems(services, client) {
  const few = await makeItem(services, client, "few", ["auth"]);
  const many = await makeItem(services, client, "many", ["auth", "transactions"]);
  const held = await makeItem(services, client, "held", ["auth", "investments"]);
  await writeHoldings(services, held.itemId);
  return { few, many, held };
}

/** Creates an Item with ten accounts; with the investments product, investment accounts. */
export async function makeItem(services, { clientId }, itemId, products) {
  const { created } = newItem(services, {
    itemId,
    clientId,
    institutionId: INSTITUTION,
    sealedLogin: "",
    products,
    webhook: null,
    accounts: Array.from({ length: 10 }, (_, n) => ({
      ...account(`${itemId}${n}`, products.includes("investments") && INVESTMENT),
    })),
    consentExpiresAt: null,
  });
  // The Items get no jobs, so that no pull disturbs the measurement.
  await services.store.items.create({ ...created, jobs: [] });
  return { itemId, accessToken: services.vault.accessToken(services.environment, itemId, 0) };
}

const INVESTMENT = { type: "investment", subtype: "brokerage" };
/** The holdings of each of the ten accounts. */
const HOLDINGS = 50;

async function writeHoldings({ store, clock }, itemId) {
  const currency = { iso_currency_code: "USD", unofficial_currency_code: null };
  const unknown = Object.fromEntries(UNKNOWN.map((field) => [field, null]));
  const security = (id) => ({
    ...{ ...unknown, security_id: id, name: `Larkfield Fund ${id}`, ticker_symbol: id.slice(-6) },
    ...{ type: "mutual fund", close_price: 61.87, close_price_as_of: "2026-01-14", ...currency },
    ...{ is_cash_equivalent: false },
  });
  const holding = (account_id, security_id, quantity) => ({
    ...{ account_id, security_id, quantity, institution_price: 61.87, ...currency },
    ...{ institution_price_as_of: "2026-01-14", institution_price_datetime: null },
    ...{ institution_value: 61.87 * quantity, cost_basis: 60 * quantity },
    ...{ vested_quantity: null, vested_value: null, tax_lots: [] },
  });
  const accounts = (await store.items.accounts(itemId)).map(({ account: { account_id } }, at) => {
    const ids = Array.from({ length: HOLDINGS }, (_, n) => `security-${at}-${n}`.padEnd(43, "x"));
    const holdings = ids.map((id, n) => holding(account_id, id, n + 1));
    return [account_id, { securities: ids.map(security), holdings, transactions: [] }];
  });
  await store.investments.set(itemId, new Map(accounts), clock(), []);
}

const UNKNOWN = [
  ...["isin", "cusip", "sedol", "cfi_code", "figi", "institution_security_id", "institution_id"],
  ...["proxy_security_id", "subtype", "update_datetime", "market_identifier_code", "sector"],
  ...["industry", "option_contract", "fixed_income"],
];

const account = (name, kind) => ({
  account: {
    account_id: `account-${name}`.padEnd(37, "x"),
    balances: {
      available: 1497.81,
      current: 1546.75,
      limit: null,
      iso_currency_code: "USD",
      unofficial_currency_code: null,
    },
    mask: "6083",
    name: "Checking",
    official_name: "First Platypus Bank Checking",
    type: "depository",
    subtype: "checking",
    ...kind,
  },
  numbers: { ach: { account: "1111222233330000", routing: "011401533", wire_routing: null } },
  key: `key-${name}`,
  verification: null,
});

/**
 * Writes transactions of 23 months into an Item, like those of the sandbox's bank, each after an
 * edit.
 */
export const writeTransactions = async (
  { services },
  { itemId },
  count,
  edit = (facts) => ({ ...NO_ENRICHMENT, ...facts }),
) => {
  const { store, clock } = services;
  const samples = await bankTransactions(clock);
  const first = clock() - DAYS * DAY_MS;
  const transactions = Array.from({ length: count }, (_, n) => {
    const {
      key,
      accountKey: _account,
      pendingKey: _pending,
      codes: _codes,
      ...transaction
    } = samples[n % samples.length];
    const day = first + Math.floor((n * DAYS) / count) * DAY_MS;
    return edit({
      ...transaction,
      transaction_id: `${key}-${n}`.padEnd(37, "x").slice(-37),
      account_id: `account-${itemId}${n % 10}`.padEnd(37, "x"),
      category: ["Travel", "Airlines and Aviation Services"],
      date: new Date(day).toISOString().slice(0, 10),
      pending_transaction_id: null,
    });
  });
  const feed = (await store.transactions.feed(itemId)) ?? newFeed(itemId);
  const next = { status: "HISTORICAL_UPDATE_COMPLETE", pulledAt: clock() };
  const changes = { added: transactions, modified: [], removed: [] };
  if (!(await store.transactions.apply(feed, changes, next)))
    throw new Error("the transactions were not written");
};

async function bankTransactions(clock) {
  const login = {
    institutionId: INSTITUTION,
    credentials: { username: "user_good", password: "pass_good" },
    connectorState: null,
  };
  const period = { from: "2000-01-01", to: new Date(clock()).toISOString().slice(0, 10) };
  return createSandboxConnector(clock).transactions(login, period);
}

/** Adds exchangeable public tokens of an Item. Returns the number of tokens written per second. */
export const issueTokens = async ({ services, client }, { itemId }, count) => {
  const tokens = Array.from({ length: count }, () =>
    issuePublicToken(services, { itemId, clientId: client.clientId }),
  );
  const began = performance.now();
  for (const { record } of tokens) await services.store.publicTokens.issue(record);
  const perSecond = (count * 1000) / (performance.now() - began);
  return { tokens: tokens.map(({ token }) => token), perSecond };
};

/** A file of responses by path and token, for the baselines. */
export const writeAnswers = (folder, answers) => {
  const file = join(folder, "bare.db");
  const database = new SQLite(file);
  database.pragma("journal_mode = WAL");
  database.exec("create table answers (key text primary key, answer text not null)");
  const insert = database.prepare("insert into answers (key, answer) values (?, ?)");
  for (const [path, token, answer] of answers) insert.run(`${path} ${digest(token)}`, answer);
  database.close();
  return file;
};
