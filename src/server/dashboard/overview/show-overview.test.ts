import { expect, test } from "vitest";
import type { DashboardOverview } from "../../../protocol/dashboard/dashboard-overview.ts";
import { LoginResponse } from "../../../protocol/link/bridge.ts";
import { browser, signedIn, signInOperator } from "../../../testing/test-app/dashboard.ts";
import { testReceiver } from "../../../testing/test-app/receiver.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

type Browser = ReturnType<typeof browser>;

const overview = async (page: Browser, body: object = {}): Promise<DashboardOverview> =>
  (await page.post("overview", body)).body as DashboardOverview;

test("every request is counted, also with the log switched off and those with wrong keys", async () => {
  const app = await testApp({ REQUEST_LOG: "off" });
  const dashboard = browser(app);
  await dashboard.signIn();
  const operator = browser(app);
  await signInOperator(app, operator);
  const body = { institution_id: "ins_109508", country_codes: ["US"] };
  for (let count = 0; count < 150; count++) await app.call("/institutions/get_by_id", body);
  await app.post("/item/get", { ...app.credentials, access_token: "x" });
  await app.post("/item/get", { ...app.credentials, secret: "wrong", access_token: "x" });
  await app.post("/item/get", "{");
  await app.writeUsage();
  const { points } = await overview(dashboard);
  expect(points).toHaveLength(24);
  expect(points.at(-1)).toMatchObject({ succeeded: 150, refused: 1, failed: 0 });
  expect(points.at(-1)?.p95).toBeGreaterThan(0);
  expect(points.at(-2)).toMatchObject({ succeeded: 0, p50: null, p95: null });
  expect((await overview(operator)).points.at(-1)).toMatchObject({ succeeded: 150, refused: 3 });
  const month = await overview(dashboard, { period: "month" });
  expect([month.points.length, month.points.at(-1)?.succeeded]).toEqual([30, 150]);
  app.advanceClock(3_600_000);
  await dashboard.signIn();
  expect((await overview(dashboard)).points.at(-2)).toMatchObject({ succeeded: 150 });
});

test("Link sessions are counted by outcome on the hour of their beginning, also with the log switched off", async () => {
  const app = await testApp({ REQUEST_LOG: "off" });
  const dashboard = browser(app);
  await dashboard.signIn();
  await app.startLink();
  const { bridge } = await app.startLink();
  const institution_id = "ins_109508";
  await bridge("institution/select", { institution_id });
  const left = await app.startLink();
  await app.writeUsage();
  const sessions = async (body: object = {}) => (await overview(dashboard, body)).session_points;
  expect((await sessions()).at(-1)).toMatchObject({ connected: 0, exited: 0, open: 3 });
  // The beginning of a session counts, not its end.
  app.advanceClock(3_600_000);
  await dashboard.signIn();
  await left.bridge("session/exit", { status: null });
  const credentials = { username: "user_good", password: "pass_good" };
  const { body } = await bridge("credentials/submit", { institution_id, credentials });
  const { request_id: _, ...fields } = body;
  const account_ids = LoginResponse.parse(fields).selection?.accounts.map(({ id }) => id);
  expect((await bridge("accounts/select", { account_ids })).status).toBe(200);
  await app.writeUsage();
  const hours = await sessions();
  expect(hours).toHaveLength(24);
  expect(hours.at(-2)).toMatchObject({ connected: 1, exited: 1, open: 1 });
  expect(hours.at(-1)).toMatchObject({ connected: 0, exited: 0, open: 0 });
  expect((await sessions({ period: "month" })).at(-1)).toMatchObject({ connected: 1, open: 1 });
  expect((await dashboard.post("sessions/funnel", {})).body).toMatchObject({
    points: await sessions({ period: "month" }),
  });
});

test("the first page says what is broken, and a new client's steps tick themselves", async () => {
  const { app, dashboard } = await signedIn();
  const before = await overview(dashboard);
  expect(before.steps).toEqual({
    ...{ called: false, linked: false, notified: false, production: false },
  });
  expect(before.broken_items).toEqual({ count: 0, more: false });
  expect(before.expiring_items).toEqual([]);
  const receiver = await testReceiver();
  const { access_token } = await app.link("ins_109508", ["auth"], { webhook: receiver.url });
  await app.call("/sandbox/item/reset_login", { access_token });
  await app.post("/item/get", { ...app.credentials, access_token: "x" });
  await app.writeUsage();
  await app.runJobs();
  const during = await overview(dashboard);
  const none = { count: 0, more: false };
  expect((await dashboard.post("attention", {})).body).toMatchObject({
    ...{ items: { count: 1, more: false }, webhooks: none, clients: none },
  });
  expect(during.broken_items.count).toBe(1);
  expect(during.errors).toEqual([{ error_code: "INVALID_ACCESS_TOKEN", count: 1 }]);
  expect(during.steps).toMatchObject({ called: true, linked: false, notified: true });
});

test("jobs that crashed are counted for the operator, over all clients alone", async () => {
  const app = await testApp();
  const { store, clock } = app.services;
  await app.runJobs();
  const lost = () => ({ now: clock(), lease: `at ${clock()}`, leaseUntil: clock() });
  const claim = () => store.jobs.claim({ ...lost(), limit: 100, perLane: 100, busy: new Map() });
  const work = { name: "sample", payload: {}, lane: "lane" };
  await store.jobs.add([{ ...work, jobId: "job", dueAt: clock(), createdAt: clock() }]);
  await claim();
  await claim();
  for (let losses = 0; losses < 3; losses++) {
    expect(await store.jobs.claimSuspect(lost())).toMatchObject({ jobId: "job" });
    await app.runJobs();
    app.advanceClock(300_000);
  }
  const dashboard = browser(app);
  await dashboard.signIn();
  const operator = browser(app);
  await signInOperator(app, operator);
  expect((await overview(dashboard)).crashed_jobs).toBe(null);
  const client_id = app.keys.client_id;
  expect((await overview(operator, { client_id })).crashed_jobs).toBe(null);
  expect((await overview(operator)).crashed_jobs).toEqual({ count: 1, more: false });
});

test("the checklist says what production lacks, and hides the server from clients outside the sandbox", async () => {
  const { dashboard } = await signedIn();
  expect((await dashboard.post("production-checklist", {})).body).toMatchObject({
    ...{ keys: false, redirect_uris: false },
    server: {
      ...{ tls: null, master_key: false, backed_up_at: null },
      ...{ backup_by_command: true, mail: false },
    },
  });
  const production = await testApp({
    ...{ SERVICE_ENV: "production", SERVICE_LINK_MASTER_KEY: "ab".repeat(32) },
  });
  const client = browser(production);
  await client.signIn();
  expect((await client.post("production-checklist", {})).body.server).toBeNull();
  const operator = browser(production);
  await signInOperator(production, operator);
  const { client_id } = production.keys;
  const asked = await operator.post("production-checklist", { client_id });
  expect(asked.body.server).toMatchObject({ master_key: true });
});
