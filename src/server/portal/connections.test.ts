import { expect, test } from "vitest";
import { portalBrowser } from "../../testing/test-app/portal.ts";
import { fetchReports } from "../../testing/test-app/reports.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { connect, fetchAccounts } from "./connections.fixture.ts";

type App = Awaited<ReturnType<typeof testApp>>;

type Change = { account_id: string; transaction_id: string };

/** Returns all changes after a cursor, and the next cursor. */
const syncAll = async (app: App, access_token: string, cursor?: string) => {
  const [additions, removals]: [Change[], Change[]] = [[], []];
  for (let next = cursor; ; ) {
    const page = await app.call("/transactions/sync", {
      access_token,
      count: 500,
      ...(next && { cursor: next }),
    });
    additions.push(...(page.added as Change[]));
    removals.push(...(page.removed as Change[]));
    next = String(page.next_cursor);
    if (!page.has_more) return { added: additions, removed: removals, cursor: next };
  }
};

test("a user sees which application reads which data until when", async () => {
  const app = await testApp();
  const link = await app.startLink({
    clientName: "Budget Buddy",
    countryCodes: ["GB"],
    product: ["auth", "transactions"],
    accountSelection: "disabled",
  });
  const bank = { institution_id: "ins_116834" };
  await link.bridge("institution/select", bank);
  await link.bridge("consent/give", { ...bank, version: "2026-12" });
  const login = await link.bridge("credentials/submit", {
    ...bank,
    credentials: { username: "user_good", password: "pass_good" },
  });
  const { public_token } = login.body.connection as { public_token: string };
  const { item_id } = await app.call("/item/public_token/exchange", { public_token });
  const person = portalBrowser(app);
  await person.openFromLink(String(item_id));
  await app.services.store.brands.set(app.keys.client_id, {
    ...{ name: "", accent: "#0b5c6b", mode: "auto", radius: null, font: null, hasTrustPane: false },
    logo: null,
  });
  const { email, connections } = await person.connections();
  expect([email, connections.length]).toEqual([null, 1]);
  expect(connections[0]?.brand.accent?.light).toBe("#0b5c6b");
  expect(connections[0]?.institution.logo).toMatch(/^data:image\/png;base64,/);
  expect(connections[0]).toMatchObject({
    application: "Budget Buddy",
    status: "connected",
    products: ["auth", "transactions"],
    since: "2026-01-15T12:00:00.000Z",
    until: "2026-04-15T12:00:00.000Z",
  });
  expect(connections[0]?.accounts.length).toBeGreaterThan(1);
});

test("ending a connection notifies the application once, and ends its access", async () => {
  const { person, webhooks, code, access_token, item_id, connection_id } = await connect();
  for (let n = 0; n < 2; n++) {
    const { body } = await person.post("connection/end", { connection_id });
    expect(body.connections).toMatchObject([{ status: "ended" }]);
  }
  expect(await webhooks()).toMatchObject([
    {
      webhook_code: "USER_PERMISSION_REVOKED",
      item_id,
      environment: "sandbox",
      error: { error_code: "USER_PERMISSION_REVOKED" },
    },
  ]);
  for (const path of ["/accounts/get", "/auth/get", "/transactions/sync"])
    expect(await code(path, { access_token })).toBe("USER_PERMISSION_REVOKED");
});

test("an account that is no longer shared is absent from every response, and its transactions are removed", async () => {
  const { app, person, webhooks, code, ...item } = await connect();
  const { access_token, item_id, connection_id } = item;
  const [first, second] = await fetchAccounts(app, access_token);
  const account_id = first?.account_id;
  const { processor_token } = await app.call("/processor/token/create", {
    access_token,
    account_id,
    processor: "amberpay",
  });
  const before = await syncAll(app, access_token);
  const body = await person.post("connection/stop-sharing", { connection_id, account_id });
  expect(body.status).toBe(200);
  expect(await webhooks()).toEqual([
    {
      webhook_type: "ITEM",
      webhook_code: "USER_ACCOUNT_REVOKED",
      item_id,
      account_id,
      environment: "sandbox",
    },
  ]);
  expect(await fetchAccounts(app, access_token)).toMatchObject([
    { account_id: second?.account_id },
  ]);
  for (const path of ["/accounts/get", "/auth/get", "/accounts/balance/get"])
    expect(await code(path, { access_token, options: { account_ids: [account_id] } })).toBe(
      "INVALID_ACCOUNT_ID",
    );
  const partner = await app.services.store.clients.byClientId(app.keys.client_id);
  await app.services.store.clients.setPartner(partner?.clientId ?? "", true);
  app.advanceClock(2000);
  expect(await code("/processor/auth/get", { processor_token })).toBe("INVALID_PROCESSOR_TOKEN");
  const { numbers } = await app.call("/auth/get", { access_token });
  expect(JSON.stringify(numbers)).not.toContain(account_id);

  const removedAccounts = before.added.filter((account) => account.account_id === account_id);
  expect(removedAccounts.length).toBeGreaterThan(0);
  const { removed } = await syncAll(app, access_token, before.cursor);
  const listIds = (all: Change[]) => all.map(({ transaction_id }) => transaction_id).toSorted();
  expect(listIds(removed)).toEqual(listIds(removedAccounts));
  await app.call("/transactions/refresh", { access_token });
  const after = await app.call("/transactions/get", {
    access_token,
    start_date: "2024-02-01",
    end_date: "2026-01-15",
    options: { count: 500 },
  });
  expect(JSON.stringify(after)).not.toContain(account_id);
  expect(await webhooks()).toEqual([]);
});

test("reports made earlier stay as they are until the connection is erased", async () => {
  const { app, person, connection_id, access_token } = await connect(["assets"]);
  const reports = fetchReports(app);
  const asset_report_token = await reports.createReady([access_token]);
  const report = async () => {
    const { body } = await app.post("/asset_report/get", {
      ...{ ...app.credentials, asset_report_token },
    });
    return body.error_code ?? JSON.stringify(body.report);
  };
  const before = await report();
  const [account] = await fetchAccounts(app, access_token);
  const account_id = account?.account_id ?? "";
  expect(before).toContain(account_id);
  await person.post("connection/stop-sharing", { connection_id, account_id });
  expect(await report()).toBe(before);
  await person.post("connection/end", { connection_id });
  expect(await report()).toBe(before);
  await person.post("connection/erase", { connection_id });
  expect(await report()).not.toContain(account_id);
});

test("/consent/events/get has the consent, each change of it and its end, once", async () => {
  const { app, person, access_token, item_id, connection_id } = await connect(["auth"]);
  const [account] = await fetchAccounts(app, access_token);
  const account_id = account?.account_id;
  await person.post("connection/stop-sharing", { connection_id, account_id });
  for (let n = 0; n < 2; n++) await person.post("connection/end", { connection_id });
  const shared = ["account_balance_info", "account_routing_number"];
  expect((await app.call("/consent/events/get", { access_token })).consent_events).toMatchObject([
    {
      ...{ item_id, event_type: "CONSENT_GRANTED", event_code: "USER_AGREEMENT" },
      ...{ initiator: "END_USER", consented_data_scopes: shared },
    },
    { event_type: "CONSENT_UPDATED", event_code: "ACCOUNT_SCOPES", consented_data_scopes: shared },
    { event_type: "CONSENT_REVOKED", event_code: "REVOCATION", consented_data_scopes: [] },
  ]);
});

test("a connection ends with the last of its accounts", async () => {
  const { app, person, webhooks, code, access_token, connection_id } = await connect(["auth"]);
  const accounts = await fetchAccounts(app, access_token);
  for (const { account_id } of accounts)
    await person.post("connection/stop-sharing", { connection_id, account_id });
  // Webhooks arrive in no guaranteed order.
  const codes = (await webhooks()).map(({ webhook_code }) => webhook_code).toSorted();
  expect(codes.length).toBe(accounts.length);
  expect(codes.at(-1)).toBe("USER_PERMISSION_REVOKED");
  expect(codes.slice(0, -1).every((code) => code === "USER_ACCOUNT_REVOKED")).toBe(true);
  expect(await code("/accounts/get", { access_token })).toBe("USER_PERMISSION_REVOKED");
});

test("a user downloads all stored data of a connection, and no secret", async () => {
  const { app, person, access_token, connection_id } = await connect(["auth", "transactions"]);
  await app.runJobs();
  const { status, headers, body } = await person.get("data");
  expect([status, headers["content-disposition"]]).toEqual([
    200,
    'attachment; filename="connections.json"',
  ]);
  expect(body.connections).toMatchObject([{ connection_id, products: ["auth", "transactions"] }]);
  const [connection] = body.connections;
  const { total_transactions } = await app.call("/transactions/get", {
    access_token,
    start_date: "2024-01-01",
    end_date: "2026-01-15",
  });
  expect(total_transactions).toBeGreaterThan(500);
  expect(connection.transactions).toHaveLength(Number(total_transactions));
  expect(connection.accounts).toMatchObject(await fetchAccounts(app, access_token));
  expect(connection.numbers.ach.length).toBeGreaterThan(0);
  expect(JSON.stringify(body)).not.toMatch(/pass_good|access-sandbox|sealed/);
});

test("a user's actions are in the audit log without their data", async () => {
  const { app, person, access_token, connection_id } = await connect(["auth"]);
  const [account] = await fetchAccounts(app, access_token);
  await person.post("connection/stop-sharing", {
    connection_id,
    account_id: account?.account_id,
  });
  await person.get("data");
  await person.post("connection/end", { connection_id });
  await person.post("connection/erase", { connection_id });
  const entries = await app.services.store.audit.last(4);
  expect(entries.map(({ actor, action, subject }) => [actor.kind, action, subject])).toEqual([
    ["user", "connection.stop_sharing", connection_id],
    ["user", "connection.download", connection_id],
    ["user", "connection.end", connection_id],
    ["user", "connection.erase", connection_id],
  ]);
});

test("repeating an action changes nothing and adds nothing to the audit log", async () => {
  const { app, person, connection_id } = await connect(["auth"]);
  const before = (await app.services.store.audit.head()).sequence;
  for (let again = 0; again < 5; again++) await person.post("connection/end", { connection_id });
  expect((await app.services.store.audit.head()).sequence).toBe(before + 1);
  const statuses = [];
  for (let again = 0; again < 5; again++) statuses.push((await person.get("data")).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect((await app.services.store.audit.head()).sequence).toBe(before + 4);
});
