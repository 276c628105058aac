// A store after a busy year, written at once.
import { join } from "node:path";
import Database from "better-sqlite3";
import { SUMMARIES } from "../summaries.mjs";

const ITEMS = 100_000;
const REQUESTS = 1_000_000;
const VISITS = 100_000;
const WEBHOOKS = 200_000;
const CLIENTS = 50;
const INSTITUTIONS = 300;
const EVENTS = 200_000;
const EVENTS_OF_A_VISIT = 10;
const MONTHS = 12;
const PRODUCTS = ["auth", "transactions", "identity", "balance", "assets"];

const ERRORS = [
  "INVALID_ACCESS_TOKEN",
  "INVALID_API_KEYS",
  "INVALID_CREDENTIALS",
  "INVALID_FIELD",
  "INVALID_MFA",
  "INVALID_PUBLIC_TOKEN",
  "INSTITUTION_DOWN",
  "INSTITUTION_NOT_RESPONDING",
  "ITEM_LOGIN_REQUIRED",
  "ITEM_NOT_FOUND",
  "PRODUCT_NOT_READY",
  "RATE_LIMIT",
];

/** A SQL expression for one of some texts, which changes every `every` rows. */
const oneOf = (texts, every = 1) =>
  `case (n / ${every}) % ${texts.length} ${texts.map((text, at) => `when ${at} then '${text}'`).join(" ")} end`;

/** Fills the store of a data folder. A server has created the store, and does not run. */
export const fillStore = (folder) => {
  const db = new Database(join(folder, "service-link.db"));
  db.pragma("foreign_keys = off");
  db.pragma("synchronous = off");
  const now = Date.now();
  const first = db.prepare("select client_id from client").get().client_id;
  const clientOf = `case when n % 2 = 0 then '${first}' else 'client-' || (n % ${CLIENTS}) end`;
  // Some columns are copied from the existing row, others are listed here.
  insert(db, "client", CLIENTS, {
    ...blank(db, "client"),
    client_id: "'client-' || n",
    public_key: "'public-' || n",
    default_version: "'2020-09-14'",
    products: `'["auth"]'`,
    institutions: "'[]'",
    account_selection: "'several'",
    created_at: `${now} - n`,
  });
  insert(db, "item", ITEMS, {
    ...blank(db, "item"),
    item_id: "'item-' || n",
    client_id: clientOf,
    institution_id: `'ins_' || (109508 + n % ${INSTITUTIONS})`,
    access_token_digest: "'digest-' || n",
    products: `'["transactions"]'`,
    error: "case when n % 50 = 0 then 'ITEM_LOGIN_REQUIRED' end",
    created_at: `${now} - n * 60000`,
    logged_in_at: String(now),
    removed_at: `case when n % 20 = 0 then ${now} end`,
  });
  insert(db, "request_log", REQUESTS, {
    ...blank(db, "request_log"),
    request_id: "'request-' || n",
    client_id: clientOf,
    path: "case n % 5 when 0 then '/auth/get' else '/transactions/get' end",
    status: "case when n % 21 = 0 then 400 else 200 end",
    failed: "n % 21 = 0",
    error_code: `case when n % 21 = 0 then ${oneOf(ERRORS, 21)} end`,
    version: "'2020-09-14'",
    ms: "(n * 7919) % 300 + case when n % 997 = 0 then n % 20000 else 0 end",
    at: `${now} - n * 1000`,
    request: `'{"access_token":"…"}'`,
    response: `'{"request_id":"x"}'`,
  });
  insert(db, "link_visit", VISITS, {
    ...blank(db, "link_visit"),
    link_session_id: "'visit-' || n",
    client_id: clientOf,
    institution_id: `'ins_' || (109508 + n % ${INSTITUTIONS})`,
    reached: "n % 7 % 5",
    outcome: "case n % 7 % 5 when 4 then 'connected' else 'exited' end",
    error_code: `case n % 11 when 0 then ${oneOf(ERRORS, 11)} end`,
    started_at: `${now} - n * 20000`,
    seen_at: String(now),
  });
  insert(db, "link_event", EVENTS, {
    event_id: "'event-' || n",
    link_session_id: `'visit-' || (n / ${EVENTS_OF_A_VISIT} + 1)`,
    at: `${now} - (n / ${EVENTS_OF_A_VISIT} + 1) * 20000 + n % ${EVENTS_OF_A_VISIT}`,
    source: "case when n % 2 = 0 then 'link' else 'server' end",
    name: "case when n % 2 = 0 then 'TRANSITION_VIEW' else 'credentials/submit' end",
    detail: "case when n % 2 = 0 then 'CREDENTIAL' end",
  });
  insert(db, "webhook_delivery", WEBHOOKS, {
    ...blank(db, "webhook_delivery"),
    delivery_id: "'delivery-' || n",
    client_id: clientOf,
    item_id: `'item-' || (n % ${ITEMS})`,
    url: "'https://shop.example/hook'",
    webhook: "'ITEM:ERROR'",
    state: "case n % 101 when 0 then 'given_up' when 1 then 'waiting' else 'delivered' end",
    created_at: `${now} - n * 1000`,
    tried_since: String(now),
  });
  insert(db, "usage", 2 * ITEMS, {
    client_id: clientOf,
    product: "case when n % 2 = 0 then 'auth' else 'transactions' end",
    item_id: "'item-' || (n / 2)",
    month: `'${new Date(now).toISOString().slice(0, 7)}'`,
    count: "n % 100 + 1",
  });
  for (const statement of SUMMARIES) db.exec(statement);
  // Each day of the previous months.
  insert(db, "usage_total", (MONTHS - 1) * 30 * CLIENTS * PRODUCTS.length, {
    ...blank(db, "usage_total"),
    client_id: `case n % ${CLIENTS} when 0 then '${first}' else 'client-' || (n % ${CLIENTS}) end`,
    product: oneOf(PRODUCTS, CLIENTS),
    day: `date(${now} / 1000, 'unixepoch', '-' || (n / ${CLIENTS * PRODUCTS.length} + 31) || ' days')`,
    count: "n % 1000 + 1",
  });
  db.close();
};

/** A value for each required column. */
const blank = (db, table) =>
  Object.fromEntries(
    db
      .prepare(
        `select name, type, dflt_value as initial from pragma_table_info(?) where "notnull" = 1`,
      )
      .all(table)
      .map(({ name, type, initial }) => [name, initial ?? (/int/i.test(type) ? "0" : `'x' || n`)]),
  );

function insert(db, table, count, values) {
  const columns = Object.keys(values);
  db.exec(`
    with recursive counter(n) as (select 1 union all select n + 1 from counter where n < ${count})
    insert into "${table}" (${columns.map((name) => `"${name}"`).join(", ")})
    select ${columns.map((name) => values[name]).join(", ")} from counter
  `);
}
