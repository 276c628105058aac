// A store as a busy year leaves it, written at once.
import { join } from "node:path";
import Database from "better-sqlite3";
import { SUMMARIES } from "../summaries.mjs";

const ITEMS = 100_000;
const REQUESTS = 1_000_000;
const VISITS = 100_000;
const WEBHOOKS = 200_000;
const CLIENTS = 50;

/** Fills the store of a data folder; a server has made it, and does not run. */
export const fillStore = (folder) => {
  const db = new Database(join(folder, "service-link.db"));
  db.pragma("foreign_keys = off");
  db.pragma("synchronous = off");
  const now = Date.now();
  const first = db.prepare("select client_id from client").get().client_id;
  const clientOf = `case when n % 2 = 0 then '${first}' else 'client-' || (n % ${CLIENTS}) end`;
  // What a row copies from the one that is there, and what it has of its own.
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
    institution_id: "'ins_' || (109508 + n % 10)",
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
    status: "case when n % 1000 = 0 then 400 else 200 end",
    failed: "n % 1000 = 0",
    version: "'2020-09-14'",
    ms: "n % 300",
    at: `${now} - n * 1000`,
    request: `'{"access_token":"…"}'`,
    response: `'{"request_id":"x"}'`,
  });
  insert(db, "link_visit", VISITS, {
    ...blank(db, "link_visit"),
    link_session_id: "'visit-' || n",
    client_id: clientOf,
    institution_id: "'ins_' || (109508 + n % 10)",
    reached: "n % 5",
    outcome: "case n % 5 when 4 then 'connected' else 'exited' end",
    error_code: "case n % 7 when 0 then 'INVALID_CREDENTIALS' end",
    started_at: `${now} - n * 20000`,
    seen_at: String(now),
  });
  insert(db, "webhook_delivery", WEBHOOKS, {
    ...blank(db, "webhook_delivery"),
    delivery_id: "'delivery-' || n",
    client_id: clientOf,
    item_id: `'item-' || (n % ${ITEMS})`,
    url: "'https://shop.example/hook'",
    webhook: "'ITEM:ERROR'",
    state: "case when n % 100 = 0 then 'given_up' else 'delivered' end",
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
  db.close();
};

/** A value for each column that must have one. */
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
