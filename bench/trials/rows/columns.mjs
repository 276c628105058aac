// The contents of a filled store: a number of transactions, and the other tables in proportion.

const DAY_MS = 86_400_000;
const DAYS = 730;
const CLIENTS = 200;
const TRANSACTIONS_OF_ITEM = 500;
const ACCOUNTS_OF_ITEM = 2;

/** An id of a kind and a number: as long as the server's, and in no order. */
const id = (kind, n) => `md5('${kind}' || (${n}))`;
const longId = (kind, n) => `${id(kind, n)} || 'xxxxx'`;
const digest = (kind, n) => `${id(kind, n)} || 'xxxxxxxxxxx'`;
/** Half of all belongs to one client. */
const client = (n) =>
  `case when ${n} % 2 = 0 then 'client-0' else 'client-' || (${n} / 2 % ${CLIENTS}) end`;
const institution = (n) => `'ins_' || (109508 + (${n} * 7919) % 500)`;

/** How many rows each table gets, by how many transactions there are. */
export const countsOf = (transactions) => {
  const items = transactions / 25;
  const withTransactions = transactions / TRANSACTIONS_OF_ITEM;
  return {
    client: CLIENTS,
    end_user: items / 10,
    item: items,
    item_account: items * ACCOUNTS_OF_ITEM,
    item_status: items,
    connector_state: withTransactions,
    transaction_feed: withTransactions,
    item_transaction: transactions,
    transaction_day: transactions / 10,
    removed_transaction: transactions / 100,
    consent: items,
    public_token: items / 50,
    link_token: items / 20,
    link_session: items / 20,
    oauth_redirect: items / 20,
    link_visit: transactions / 50,
    link_event: transactions / 10,
    request_log: Number(process.env.ROWS_REQUESTS ?? transactions / 25),
    webhook_delivery: transactions / 12.5,
    webhook_attempt: transactions / 12.5,
    usage: transactions / 12.5,
    job: items + withTransactions,
    person: items / 20,
    person_item: items / 10,
    asset_report: items / 100,
    asset_report_coverage: items / 50,
  };
};

/** The value of each column in row `n`, from 0; other columns have a default or a filling. */
export const listColumns = (now, counts) => {
  const { item: items, transaction_feed: fed } = counts;
  const item = (n) => longId("item", n);
  /** Evenly over the last days, the oldest first. */
  const time = (table, days) =>
    `${now} - ${days * DAY_MS}::bigint + n * ${days * DAY_MS}::bigint / ${counts[table]}`;
  const date = (n, count) =>
    `to_char(date '2024-11-22' + (${n} * ${DAYS} / ${count})::int, 'YYYY-MM-DD')`;
  return {
    client: {
      client_id: "'client-' || n",
      public_key: "'public-' || n",
      default_version: "'2020-09-14'",
      products: `'["auth","transactions"]'`,
      institutions: "'[]'",
      account_selection: "'several'",
      production_access: "'granted'",
    },
    end_user: {
      user_id: longId("user", "n"),
      client_id: client("n"),
      client_user_id: id("cu", "n"),
    },
    item: {
      item_id: item("n"),
      client_id: client("n"),
      user_id: `case when n % 10 = 0 then ${longId("user", "n / 10")} end`,
      client_user_id: id("cu", "n / 2"),
      institution_id: institution("n"),
      access_token_digest: digest("token", "n"),
      products: `'["auth","transactions"]'`,
      webhook: "'https://shop.example/hook'",
      sealed_login: "repeat(md5(n::text), 8)",
      error: "case when n % 200 = 7 then 'ITEM_LOGIN_REQUIRED' end",
      created_at: time("item", DAYS),
      logged_in_at: time("item", DAYS),
      removed_at: `case when n % 20 = 1 then ${now} end`,
    },
    item_account: {
      item_id: item("n / 2"),
      account_id: longId("account", "n"),
      position: "n % 2",
      account: `'{"account_id":"' || ${longId("account", "n")} || '","name":"' || md5(n::text) || '"}'`,
      numbers: "'{}'",
    },
    item_status: { item_id: item("n"), transactions_updated_at: String(now) },
    connector_state: { item_id: item("n"), sealed: "repeat(md5(n::text), 6)", revision: "1" },
    transaction_feed: {
      item_id: item("n"),
      status: "'HISTORICAL_UPDATE_COMPLETE'",
      last_change: String(2 * TRANSACTIONS_OF_ITEM),
      revision: "1",
      pulled_at: String(now),
    },
    // In the order of their days, so that those of one Item lie far apart.
    item_transaction: {
      item_id: item(`n % ${fed}`),
      transaction_id: longId("transaction", "n"),
      account_id: longId("account", `(n % ${fed}) * 2 + n / ${fed} % 2`),
      date: date("n", counts.item_transaction),
      added: `n / ${fed} + 1`,
      changed: `n / ${fed} + case when n % 50 = 0 then ${TRANSACTIONS_OF_ITEM} else 1 end`,
      body: `'{"amount":' || n % 1000 || ',"name":"' || md5(n::text) || '"}'`,
    },
    transaction_day: {
      item_id: item(`n / 1000`),
      account_id: `case when n % 2 = 0 then '' else ${longId("account", "n / 1000 * 2")} end`,
      date: date("n % 1000 / 2", 500),
      count: "1",
    },
    removed_transaction: {
      item_id: item(`n % ${fed}`),
      removed: `${TRANSACTIONS_OF_ITEM} + n / ${fed} + 1`,
      transaction_id: longId("gone", "n"),
      account_id: longId("account", `(n % ${fed}) * 2`),
      added: "1",
    },
    consent: {
      link_session_id: longId("session", "n"),
      item_id: item("n"),
      client_id: client("n"),
      institution_id: institution("n"),
      scope: `'["auth"]'`,
    },
    public_token: {
      digest: digest("public", "n"),
      item_id: item("n"),
      client_id: client("n"),
      expires_at: time("public_token", 8),
    },
    link_token: {
      digest: digest("link", "n"),
      client_id: client("n"),
      config: "repeat(md5(n::text), 8)",
      expires_at: time("link_token", 7),
    },
    link_session: {
      link_session_id: longId("session", "n"),
      token_digest: digest("session", "n"),
      client_id: client("n"),
      config: "repeat(md5(n::text), 8)",
      link_token_digest: digest("link", "n"),
      step: `'{"at":"institution"}'`,
      guard: "'{}'",
      expires_at: `${now} + ${DAY_MS}`,
    },
    oauth_redirect: {
      state_digest: digest("state", "n"),
      ticket_digest: digest("ticket", "n"),
      link_session_id: longId("session", "n"),
      via: "'window'",
      expires_at: `${now} + n`,
    },
    link_visit: {
      link_session_id: longId("session", "n"),
      client_id: client("n"),
      institution_id: institution("n"),
      reached: "n % 5",
      outcome: "case n % 5 when 4 then 'connected' else 'exited' end",
      error_code: "case n % 7 when 0 then 'INVALID_CREDENTIALS' end",
      started_at: time("link_visit", 31),
      seen_at: time("link_visit", 31),
    },
    link_event: {
      event_id: longId("event", "n"),
      link_session_id: longId("session", "n / 5"),
      at: time("link_event", 31),
      source: "'link'",
      name: "'TRANSITION_VIEW'",
      detail: "'CREDENTIAL'",
    },
    request_log: {
      request_id: `substr(${id("request", "n")}, 1, 15)`,
      client_id: client("n"),
      path: "case n % 5 when 0 then '/auth/get' else '/transactions/get' end",
      status: "case when n % 1000 = 0 then 400 else 200 end",
      failed: "(n % 1000 = 0)::int",
      version: "'2020-09-14'",
      at: time("request_log", 31),
      request: `'{"access_token":"…"}'`,
      response: "repeat(md5(n::text), 4)",
    },
    webhook_delivery: {
      delivery_id: longId("delivery", "n"),
      client_id: client("n"),
      item_id: item(`n % ${items}`),
      url: "'https://shop.example/hook'",
      webhook: "'TRANSACTIONS:SYNC_UPDATES_AVAILABLE'",
      sealed_body: "repeat(md5(n::text), 8)",
      created_at: time("webhook_delivery", 31),
      tried_since: time("webhook_delivery", 31),
      state: "case when n % 1000 = 3 then 'given_up' else 'delivered' end",
    },
    webhook_attempt: {
      delivery_id: longId("delivery", "n"),
      delivery_created_at: time("webhook_delivery", 31),
      number: "1",
      at: time("webhook_attempt", 31),
      status: "200",
    },
    usage: {
      client_id: client(`(n / 4 % ${items})`),
      product: "case when n % 2 = 0 then 'auth' else 'transactions' end",
      item_id: item(`(n / 4 % ${items})`),
      month: "case when n % 4 < 2 then '2026-10' else '2026-11' end",
      count: "n % 100 + 1",
    },
    job: {
      job_id: id("job", "n"),
      name: `case when n < ${items} then 'item-deadline' else 'pull-transactions' end`,
      payload: `'{"item_id":"' || ${item(`n % ${items}`)} || '"}'`,
      lane: `case when n < ${items} then 'item-deadline' else 'institution ' || ${institution("n")} end`,
      due_at: `${now} + ${DAY_MS} + n`,
    },
    person: {
      person_id: longId("person", "n"),
      email_digest: digest("email", "n"),
      created_at: String(now),
    },
    person_item: { item_id: item(`n * 10 % ${items}`), person_id: longId("person", "n / 2") },
    asset_report: {
      asset_report_id: longId("report", "n"),
      client_id: client("n"),
      token_digest: digest("report", "n"),
      item_ids: `'["' || ${item("n * 2")} || '","' || ${item("n * 2 + 1")} || '"]'`,
      status: "'ready'",
      state: `'{"at":"ready","generatedAt":0,"warnings":[]}'`,
    },
    asset_report_coverage: {
      item_id: item("n"),
      asset_report_id: longId("report", "n / 2"),
    },
  };
};
