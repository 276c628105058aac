import { expect, test } from "vitest";
import type { Transaction } from "../../../protocol/transaction.ts";
import { sampleClient, sampleItem, sampleSecret } from "../../../testing/store-contract/samples.ts";
import {
  browser,
  refuseAudit,
  signedIn,
  signInOperator,
} from "../../../testing/test-app/dashboard.ts";
import { holdTransactions } from "../../../testing/test-app/hold-transactions.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { applyItemEvent } from "../../domain/items/apply-item-event.ts";
import { SANDBOX_LOGIN_LIFETIME_MS } from "../../domain/items/item-state.ts";

type Rows = { rows: Record<string, unknown>[]; next: string | null };

/** Creates another client with a session of its own. */
const stranger = async (app: Awaited<ReturnType<typeof signedIn>>["app"]) => {
  await app.services.store.clients.add(sampleClient({ secrets: [sampleSecret("their secret")] }));
  const other = browser(app);
  await other.signIn({ client_id: "client-1", secret: "their secret" });
  return other;
};

test("Items are listed by state, newest first, and paged without gaps", async () => {
  const { app, dashboard } = await signedIn();
  const links = [];
  for (let count = 0; count < 53; count++) links.push(await app.link());
  await app.call("/sandbox/item/reset_login", { access_token: links[0]?.access_token });
  await app.call("/item/remove", { access_token: links[1]?.access_token });
  const list = async (body: object) => (await dashboard.post("items", body)).body as Rows;
  const first = await list({});
  const second = await list({ after: first.next });
  expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 2, null]);
  const ids = [...first.rows, ...second.rows].map(({ item_id }) => item_id);
  expect(new Set(ids)).toEqual(
    new Set(links.filter((_, at) => at !== 1).map(({ item_id }) => item_id)),
  );
  expect((await list({ order: "ascending" })).rows.map(({ item_id }) => item_id)).toEqual(
    ids.toReversed().slice(0, 50),
  );
  expect((await list({ state: "error" })).rows).toMatchObject([
    { item_id: links[0]?.item_id, state: "login_required", error_code: "ITEM_LOGIN_REQUIRED" },
  ]);
  expect((await list({ state: "removed" })).rows).toMatchObject([
    { item_id: links[1]?.item_id, state: "removed", error_code: null },
  ]);
  expect((await list({ institution_id: "ins_1" })).rows).toEqual([]);
});

test("an Item whose login ends by time is listed with an error from then on", async () => {
  const { app, dashboard } = await signedIn();
  const { item_id } = await app.link();
  const broken = async () => {
    await app.runJobs();
    await dashboard.signIn();
    return ((await dashboard.post("items", { state: "error" })).body as Rows).rows;
  };
  app.advanceClock(SANDBOX_LOGIN_LIFETIME_MS - 1);
  expect(await broken()).toEqual([]);
  app.advanceClock(1);
  expect(await broken()).toMatchObject([
    { item_id, state: "login_required", error_code: "ITEM_LOGIN_REQUIRED" },
  ]);
});

test("an Item is shown without numbers, and only to its client and the operator", async () => {
  const { app, dashboard } = await signedIn();
  const { item_id, access_token } = await app.link();
  const { body } = await dashboard.post("items/show", { item_id });
  expect(body.item).toMatchObject({ item_id, institution_id: "ins_109508", state: "good" });
  expect(JSON.stringify(body)).not.toMatch(/routing|sealed|digest/);
  expect(JSON.stringify(body)).not.toContain(access_token);
  const other = await stranger(app);
  expect((await other.post("items/show", { item_id })).body.error_code).toBe("NOT_FOUND");
  expect((await other.post("items", {})).body.rows).toEqual([]);
  await signInOperator(app, other);
  expect((await other.post("items/show", { item_id })).status).toBe(200);
  expect(((await other.post("items", {})).body as Rows).rows).toMatchObject([{ item_id }]);
  const page = await other.post("items", { client_id: "client-1" });
  expect(page.body.rows).toEqual([]);
});

test("an Item is shown with its newest transactions as long as its application may read them", async () => {
  const { app, dashboard } = await signedIn();
  const { item_id, access_token } = await app.link("ins_109508", ["transactions"]);
  await app.runJobs();
  const shown = async (id: string) =>
    (await dashboard.post("items/show", { item_id: id })).body.transactions;
  const response = await app.call("/transactions/get", {
    ...{ access_token, start_date: "2000-01-01", end_date: "2099-12-31", options: { count: 25 } },
  });
  const { transactions, total_transactions } = response as {
    transactions: Transaction[];
    total_transactions: number;
  };
  expect(transactions).toHaveLength(25);
  expect(await shown(item_id)).toEqual({
    newest: transactions.map(({ counterparties: [party], ...transaction }) => ({
      transaction_id: transaction.transaction_id,
      date: transaction.date,
      name: transaction.name,
      counterparty: party ? { name: party.name, type: party.type } : null,
      category: {
        primary: transaction.personal_finance_category?.primary,
        detailed: transaction.personal_finance_category?.detailed,
        confidence_level: transaction.personal_finance_category?.confidence_level,
      },
      amount: transaction.amount,
      currency: "USD",
      pending: transaction.pending,
    })),
    total: total_transactions,
  });
  const without = await app.link();
  expect(await shown(without.item_id)).toBeNull();
  const item = await app.services.store.items.byItemId(item_id);
  if (item) await applyItemEvent(app.services, item, "REVOKED");
  expect(await shown(item_id)).toBeNull();
});

test("the operator sees no transactions of real accounts, and their application does", async () => {
  const production = { SERVICE_ENV: "production", SERVICE_LINK_MASTER_KEY: "ab".repeat(32) };
  const app = await testApp(production);
  const [operator, client] = [browser(app), browser(app)];
  await signInOperator(app, operator);
  const { keys } = (await operator.post("clients/create", { name: "Shop" })).body;
  const { client_id, secret } = keys as { client_id: string; secret: string };
  await client.signIn({ client_id, secret });
  const { item, accounts, publicToken } = sampleItem("1", {
    clientId: client_id,
    products: ["transactions"],
  });
  const own = { ...publicToken, clientId: client_id };
  await app.services.store.items.create({ item, accounts, publicToken: own });
  const shown = async (dashboard: typeof client) =>
    (await dashboard.post("items/show", { item_id: item.itemId })).body.transactions;
  expect(await shown(client)).toEqual({ newest: [], total: 0 });
  expect(await shown(operator)).toBeNull();
});

test("a refresh asks the institution, and is in the audit log", async () => {
  const { app, dashboard } = await signedIn();
  const { item_id } = await app.link("ins_109508", ["transactions"]);
  await app.runJobs();
  expect((await dashboard.post("items/refresh", { item_id })).status).toBe(200);
  const [entry] = await app.services.store.audit.last(1);
  expect(entry).toMatchObject({ action: "item.refresh", subject: item_id });
  const auth = await app.link();
  const { body } = await dashboard.post("items/refresh", { item_id: auth.item_id });
  expect(body.error_code).toBe("PRODUCTS_NOT_SUPPORTED");
});

test("a refresh pulls only after it is in the audit log, and not at all if the log refuses it", async () => {
  const { app, dashboard } = await signedIn();
  const { item_id } = await app.link("ins_109508", ["transactions"]);
  await app.runJobs();
  const updatedAt = async () => {
    await app.runJobs();
    return (await app.services.store.itemStatus.of(item_id)).transactionsUpdatedAt;
  };
  const before = await updatedAt();
  app.advanceClock(60_000);
  expect((await dashboard.post("items/refresh", { item_id })).status).toBe(200);
  expect(await updatedAt()).toBe(Number(before) + 60_000);
  refuseAudit(app);
  app.advanceClock(60_000);
  expect((await dashboard.post("items/refresh", { item_id })).status).toBe(500);
  expect(await updatedAt()).toBe(Number(before) + 60_000);
});

test("update mode opens with a link token of the Item's client, once the Item is theirs", async () => {
  const { app, dashboard } = await signedIn();
  const { item_id, access_token } = await app.link();
  const { body } = await dashboard.post("items/update", { item_id });
  const { body: session } = await app.startLink({ token: body.link_token });
  expect(session).toMatchObject({ update: true });
  const [entry] = await app.services.store.audit.last(1);
  expect(entry).toMatchObject({ action: "item.open_update_mode", subject: item_id });
  const other = await stranger(app);
  expect((await other.post("items/update", { item_id })).body.error_code).toBe("NOT_FOUND");
  await app.call("/item/remove", { access_token });
  const late = await dashboard.post("items/update", { item_id });
  expect(late.body.link_token).toBeUndefined();
});

test("update mode opens even if Link refuses the client's name", async () => {
  const { app, dashboard } = await signedIn();
  const { item_id } = await app.link();
  for (const name of ["\u202eknaB", "a\nb", "", `${"a".repeat(59)}😀 Bank`]) {
    await app.services.store.clients.setName(app.keys.client_id, name);
    const { body } = await dashboard.post("items/update", { item_id });
    const { status } = await app.startLink({ token: body.link_token });
    expect([name, status]).toEqual([name, 200]);
  }
});

test("webhooks are listed by state, waiting ones first, page by page", async () => {
  const { app, dashboard } = await signedIn();
  const { deliveries } = app.services.store;
  const states = ["delivered", "given_up", "waiting"] as const;
  for (let n = 0; n < 60; n++)
    await deliveries.record(
      {
        ...{ deliveryId: `delivery-${n}`, clientId: n < 54 ? app.keys.client_id : "another" },
        ...{ itemId: null, url: "https://shop.example/", webhook: "LINK:EVENTS", sealedBody: "" },
        ...{ createdAt: n, firstTriedAt: n, nextTryAt: null, state: states[n % 3] ?? "waiting" },
      },
      { at: n, ms: 1, status: 500, failure: null, excerpt: "", headers: null },
    );
  const list = async (body: object) =>
    (await dashboard.post("webhooks", { sort: "state", ...body })).body as Rows;
  const first = await list({});
  const second = await list({ after: first.next });
  const rows = [...first.rows, ...second.rows];
  expect(rows.map(({ state }) => state)).toEqual(
    states.toReversed().flatMap((state) => Array(18).fill(state)),
  );
  expect(rows.slice(0, 3).map(({ delivery_id }) => delivery_id)).toEqual([
    "delivery-53",
    "delivery-50",
    "delivery-47",
  ]);
  expect((await list({ state: "given_up" })).rows).toHaveLength(18);
  expect((await list({ order: "ascending" })).rows[0]).toMatchObject({ delivery_id: "delivery-0" });
});

test("webhooks are listed, shown without tokens, and replayed by their own client only", async () => {
  const { app, dashboard } = await signedIn();
  const { access_token, item_id } = await app.link("ins_109508", ["auth"], {
    webhook: "http://127.0.0.1:9/hook?key=s3cret",
  });
  await app.call("/sandbox/item/fire_webhook", { access_token, webhook_code: "DEFAULT_UPDATE" });
  await app.runJobs();
  const list = (await dashboard.post("webhooks", { item_id })).body as Rows;
  expect(list.rows[0]).toMatchObject({ item_id, state: "waiting", status: null });
  expect(JSON.stringify(list)).not.toContain("s3cret");
  const delivery_id = String(list.rows[0]?.delivery_id);
  await app.services.store.clients.setName(app.keys.client_id, "Tally");
  const { body } = await dashboard.post("webhooks/show", { delivery_id });
  expect(body.delivery).toMatchObject({ client_name: "Tally" });
  expect(JSON.parse(String(body.body))).toMatchObject({ item_id });
  expect(body.attempts).toHaveLength(1);
  expect((await dashboard.post("webhooks/replay", { delivery_id })).body.display_message).toBe(
    "It is still being tried; there is nothing to replay.",
  );
  const other = await stranger(app);
  expect((await other.post("webhooks", { sort: "state" })).body.rows).toEqual([]);
  for (const path of ["webhooks/show", "webhooks/replay"])
    expect((await other.post(path, { delivery_id })).body.error_code).toBe("NOT_FOUND");
  app.advanceClock(25 * 60 * 60 * 1000);
  await app.runJobs();
  await dashboard.signIn();
  const { audit, jobs } = app.services.store;
  const { sequence } = await audit.head();
  const before = await jobs.count("deliver-webhook");
  holdTransactions(app.services, 2);
  const replays = await Promise.all(
    [1, 2].map(() => dashboard.post("webhooks/replay", { delivery_id })),
  );
  expect(replays.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(replays.find(({ status }) => status === 200)?.body.delivery).toMatchObject({
    state: "waiting",
  });
  expect(await jobs.count("deliver-webhook")).toBe(before + 1);
  expect((await audit.head()).sequence).toBe(sequence + 1);
});

test("the institutions of a client's Items, or of all live ones, are listed by name, unless they are too many", async () => {
  const { app, dashboard } = await signedIn();
  for (const institution of ["ins_109511", "ins_109508", "ins_109508"]) await app.link(institution);
  const other = await stranger(app);
  const operator = browser(app);
  await signInOperator(app, operator);
  const of = async (session: typeof dashboard) =>
    (await session.post("items/institutions", {})).body.institutions;
  const { directory } = app.services;
  const both = ["ins_109508", "ins_109511"]
    .map((id) => ({ id, name: directory.get(id).name }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  expect(await of(dashboard)).toEqual(both);
  expect(await of(operator)).toEqual(both);
  expect(await of(other)).toEqual([]);
  for (let at = 0; at < 200; at++) {
    const { item, ...rest } = sampleItem(`${at}`, { institutionId: `ins_${at}` });
    await app.services.store.items.create({ ...rest, item: { ...item, clientId: "client-1" } });
  }
  expect(await of(other)).toHaveLength(200);
  expect(await of(operator)).toBe(null);
});
