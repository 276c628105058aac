import type { inserterOf } from "./inserter.ts";
import { NOW } from "./samples.ts";

/** The number of Items that `fillClient` creates: more than one batch of an erasure. */
export const ITEMS = 28;

/** The number of transactions of one Item: more than one batch of an erasure. */
const TRANSACTIONS = 1100;

/** Tables that keep rows of a removed client: the audit log, usage, requests, and uses of Link. */
export const KEPT: readonly string[] = [
  "audit_entry",
  "usage",
  "usage_total",
  "request_log",
  "request_total",
  "link_visit",
  "link_visit_item",
  "webhook_total",
  "link_visit_total",
  "link_session_total",
  "link_event",
];

/**
 * Inserts rows for a client into every table for client data. All ids begin with the client's id.
 */
export const fillClient = async (
  insert: Awaited<ReturnType<typeof inserterOf>>,
  clientId: string,
): Promise<void> => {
  const own = (name: string) => `${clientId}-${name}`;
  const client_id = clientId;
  await insert("client", {
    ...{ client_id, public_key: clientId, products: "[]", institutions: "[]", created_at: 1 },
    production_access: "granted",
    account_selection: "several",
  });
  await insert("client_secret", { client_id, secret_id: own("secret") });
  await insert("client_origin", { client_id, origin: own("origin") });
  await insert("client_redirect_uri", { client_id, uri: own("uri") });
  await insert("client_brand", { client_id });
  await insert("client_alert", { client_id });
  await insert("legacy_use", { client_id, path: own("path"), field: "user_token" });
  await insert("member", { client_id, member_id: own("member"), email: own("member") });
  await insert("member_passkey", { member_id: own("member"), credential_id: own("passkey") });
  const invitation = { invitation_id: own("invitation"), token_digest: own("invitation") };
  await insert("member_invitation", { client_id, ...invitation });
  await insert("dashboard_session", { client_id, token_digest: own("dashboard") });

  const users = ["a", "b"].map((name) => own(`user-${name}`));
  await insert(
    "end_user",
    ...users.map((user_id) => ({ client_id, user_id, client_user_id: user_id })),
  );
  for (const user_id of users) await insert("cash_flow_monitor", { user_id });
  await insert("consumer_report", { client_id, user_id: users[0], report_id: own("report") });
  await insert("report_piece", { draft_id: `consumer-report ${own("report")}`, account_id: "" });

  await insert("aggregator", { client_id, aggregator_id: own("aggregator") });

  const items = Array.from({ length: ITEMS }, (_, n) => own(`item-${n}`));
  const each = (more: (item_id: string) => object = () => ({})) =>
    items.map((item_id) => ({ item_id, ...more(item_id) }));
  await insert(
    "item",
    ...each((id) => ({ client_id, institution_id: "ins_1", access_token_digest: id })),
    { item_id: own("gone"), client_id, access_token_digest: own("gone"), removed_at: NOW },
  );
  const slots = { kind: "client", owner_id: clientId };
  await insert("live_item_total", { ...slots, slot: 3, count: ITEMS });
  // The Items of both clients are at one institution. Each client has a separate slot.
  await insert("live_item_total", {
    ...{ kind: "institution", owner_id: "ins_1", count: ITEMS },
    slot: clientId === "one" ? 1 : 2,
  });
  await insert("item_account", ...each(() => ({ account_id: own("account") })));
  await insert("cash_flow_subscription", {
    ...{ subscription_id: own("subscription"), user_id: users[0], item_id: items[0] },
  });
  await insert("statement_list", ...each());
  await insert(
    "statement",
    ...each(() => ({ account_id: own("account"), statement_id: own("statement") })),
  );
  const grantId = (item_id: string) => ({ grant_id: `grant of ${item_id}` });
  await insert("access_grant", ...items.map((id) => ({ ...grantId(id), door: "simplefin" })));
  await insert("access_grant_account", ...each(grantId));
  await insert(
    "access_grant_alias",
    ...each((id) => ({ ...grantId(id), transaction_id: own("transaction"), reader_id: "reader" })),
  );
  await insert("access_grant_use", ...items.map(grantId));
  const ofClient = { grant_id: own("grant") };
  await insert("access_grant", { ...ofClient, client_id, door: "gocardless" });
  await insert("access_grant_account", {
    ...ofClient,
    item_id: items[0],
    account_id: own("account"),
  });
  await insert("grant_link", { ...ofClient, link_id: own("link"), link_token_digest: own("link") });
  await insert("grant_agreement", { ...ofClient, agreement_id: own("agreement") });
  for (const table of ["item_status", "item_pull", "unsealed_connector_state", "transaction_feed"])
    await insert(table, ...each());
  await insert("item_contact", ...each(() => ({ language: "en" })));
  await insert("item_read", ...each(() => ({ kind: "balances" })));
  await insert("connector_state", ...each((id) => ({ sealed: id })));
  for (const table of ["public_token", "processor_token"])
    await insert(
      table,
      ...each((id) => ({ digest: id, ...(table === "public_token" && { client_id }) })),
    );
  const [first] = items;
  await insert(
    "item_transaction",
    ...Array.from({ length: TRANSACTIONS }, (_, n) => ({ item_id: first, transaction_id: `${n}` })),
  );
  await insert("removed_transaction", ...each(() => ({ removed: 1 })));
  await insert("transaction_alias", ...each(() => ({ alias: "alias" })));
  await insert("match_candidate", ...each(() => ({ before_id: "before" })));
  await insert(
    "transaction_day",
    ...each(() => ({ account_id: own("account"), date: "2026-01-01" })),
  );
  // A person belongs to no client, and is deleted once no Item is left.
  const person = { person_id: `person of ${clientId}` };
  await insert("person", { ...person, email_digest: person.person_id });
  await insert("person_item", { ...person, item_id: first });
  await insert("person_session", { item_id: first, session_digest: own("person-session") });

  const sessions = ["a", "b"].map((name) => own(`session-${name}`));
  await insert("link_token", { client_id, digest: own("link"), update_item_id: first });
  await insert(
    "link_session",
    ...sessions.map((link_session_id, n) => ({
      ...{ client_id, link_session_id, token_digest: link_session_id },
      link_token_digest: n === 0 ? own("link") : null,
    })),
  );
  for (const link_session_id of sessions) {
    await insert("oauth_redirect", {
      ...{ link_session_id, state_digest: link_session_id, ticket_digest: link_session_id },
      via: "redirect",
    });
    await insert("consent", { client_id, link_session_id, item_id: first });
    await insert("failed_sign_in", { client_id, link_session_id });
  }

  await insert("inbox_webhook", { client_id, webhook_id: own("inbox") });

  const reports = ["making", "ready", "removed"].map((status) => own(`assets-${status}`));
  for (const asset_report_id of reports) {
    const status = asset_report_id.split("-").at(-1);
    const state = JSON.stringify({ at: status, draftId: own("draft") });
    await insert("asset_report", {
      ...{ client_id, asset_report_id, token_digest: asset_report_id, status, state },
    });
    await insert("asset_report_coverage", { asset_report_id, item_id: first });
    await insert("asset_report_item", { asset_report_id, item_id: first });
    await insert("asset_report_account", {
      ...{ asset_report_id, account_id: own("account"), draft_id: own("draft") },
    });
    await insert("audit_copy", { asset_report_id, client_id, digest: asset_report_id });
  }
  await insert("report_piece", { draft_id: own("draft"), account_id: own("account") });

  const deliveries = ["a", "b"].map((name) => own(`delivery-${name}`));
  for (const delivery_id of deliveries) {
    await insert("webhook_delivery", { client_id, delivery_id, item_id: first });
    await insert("webhook_attempt", { delivery_id });
  }
  const payload = JSON.stringify({ item_id: first });
  await insert("job", { job_id: own("job"), name: "sample", lane: "sample", payload });
};

/**
 * Inserts a client's usage, requests and uses of Link, which outlive the client, and totals over
 * all clients.
 */
export const fillTraffic = async (
  insert: Awaited<ReturnType<typeof inserterOf>>,
  clientId: string,
): Promise<void> => {
  const own = (name: string) => `${clientId}-${name}`;
  const client_id = clientId;
  for (const table of KEPT.filter((name) => name.endsWith("_total") || name === "usage"))
    await insert(table, { client_id });
  await insert("request_log", { client_id, request_id: own("request") });
  const link_session_id = own("session-a");
  await insert("link_visit", { client_id, link_session_id });
  await insert("link_visit_item", { link_session_id, item_id: own("item-0") });
  await insert("link_event", { link_session_id, event_id: own("event") });
};
