import { expect, test } from "vitest";
import type { DashboardInstitutionDetails } from "../../../protocol/dashboard/dashboard-overview.ts";
import { sampleInstitution } from "../../../testing/store-contract/institutions.ts";
import { signedIn, signInOperator } from "../../../testing/test-app/dashboard.ts";
import { plainBank } from "../../connectors/token-banks/plain-bank.fixture.ts";

const BANK = "ins_109508";
const HOUR = 3_600_000;

test("an institution is shown with its health by the hour and its outages, without volumes", async () => {
  const { app, dashboard } = await signedIn();
  const { outages } = app.services.store;
  const now = app.services.clock();
  const count = { institutionId: BANK, kind: "item_logins", from: now } as const;
  await outages.add([
    { ...count, succeeded: 1, failed: 3 },
    { ...count, from: now - HOUR, succeeded: 4, failed: 0 },
    { ...count, from: now - 25 * HOUR, succeeded: 0, failed: 99 },
  ]);
  await outages.begin({ ...count, beganAt: now - 5, endedAt: null }, []);
  const show = async (institution_id: string) =>
    (await dashboard.post("institutions/show", { institution_id })).body;
  const body = (await show(BANK)) as DashboardInstitutionDetails;
  expect(body.institution).toMatchObject({ name: "First Platypus Bank", down_since: now - 5 });
  const [logins, ...others] = body.kinds;
  expect(logins).toMatchObject({ kind: "item_logins", success_rate: 5 / 8, down_since: now - 5 });
  expect(logins?.hours.slice(-2).map((hour) => hour.success_rate)).toEqual([1, 0.25]);
  expect(logins?.hours).toHaveLength(24);
  expect(others.map(({ success_rate }) => success_rate)).toEqual([null, null, null]);
  expect(body.outages).toEqual([{ kind: "item_logins", began_at: now - 5, ended_at: null }]);
  expect((await dashboard.post("institutions", { search: BANK })).body.rows).toMatchObject([
    { down_since: now - 5, logo: null, color: expect.stringMatching(/^#[0-9a-f]{6}$/) },
  ]);
  expect((await show("ins_0")).error_code).toBe("NOT_FOUND");
});

test("a bank by its users' own tokens is shown with its address to the operator alone", async () => {
  const { app, dashboard } = await signedIn();
  const description = plainBank("http://127.0.0.1:9/api");
  await app.services.store.institutions.put([
    sampleInstitution("ins_700001", { name: "Lantern Bank", description }),
  ]);
  const own = { protocol: "token", base: "http://127.0.0.1:9/api", requests_per_day: null };
  const show = async () =>
    (await dashboard.post("institutions/show", { institution_id: "ins_700001" })).body;
  expect((await show()).own_token).toBe(null);
  await signInOperator(app, dashboard);
  expect(await show()).toMatchObject({
    ...{ own_token: own, connection: null },
    institution: { name: "Lantern Bank", oauth: false, is_own: true },
  });
});

test("an institution's funnel shows where users leave by view, with the errors that they met", async () => {
  const { app, dashboard } = await signedIn();
  const signIn = async (password: string) => {
    const { bridge } = await app.startLink();
    const event = (event_name: string, view_name = "") => ({
      event_name,
      event_metadata: { ...(view_name && { view_name }), timestamp: new Date(at++).toISOString() },
    });
    let at = app.services.clock();
    await bridge("institution/select", { institution_id: BANK });
    const credentials = { username: "user_good", password };
    await bridge("credentials/submit", { institution_id: BANK, credentials });
    await bridge("session/events", {
      events: [
        event("OPEN"),
        event("TRANSITION_VIEW", "SELECT_INSTITUTION"),
        event("TRANSITION_VIEW", "CREDENTIAL"),
        event("TRANSITION_VIEW", "ERROR"),
      ],
    });
  };
  await signIn("error_INSTITUTION_DOWN");
  await signIn("error_INSTITUTION_DOWN");
  await app.writeUsage();
  const { funnel } = (await dashboard.post("institutions/show", { institution_id: BANK }))
    .body as DashboardInstitutionDetails;
  expect(funnel).toMatchObject({
    sessions: 2,
    connected: 0,
    errors: [{ error_code: "INSTITUTION_DOWN", count: 2 }],
  });
  expect(funnel.views).toContainEqual({ view_name: "CREDENTIAL", seen: 2, left: 0 });
  expect(funnel.views).toContainEqual({ view_name: "ERROR", seen: 2, left: 2 });
});

test("outage alerts are a client's own setting, validated and audited", async () => {
  const { app, dashboard } = await signedIn();
  const set = async (changes: object) =>
    (await dashboard.post("alert/set", { webhook: "", email: "", mail_users: false, ...changes }))
      .body;
  expect((await dashboard.post("alert/show", {})).body).toMatchObject({
    webhook: null,
    email: null,
    sends_mail: false,
  });
  for (const changes of [
    { webhook: "http://169.254.169.254/x" },
    { webhook: "shop" },
    { email: "ann" },
  ])
    expect((await set(changes)).error_code).toBe("INVALID_FIELD");
  const webhook = "https://shop.example/hook?key=s3cret";
  expect(await set({ webhook, email: "ops@shop.example", mail_users: true })).toMatchObject({
    webhook,
    email: "ops@shop.example",
    mail_users: true,
  });
  const [entry] = await app.services.store.audit.last(1);
  expect(entry).toMatchObject({ action: "client.set_alert", subject: app.keys.client_id });
  expect(JSON.stringify(entry)).not.toContain("s3cret");
  expect(await set({})).toMatchObject({ webhook: null, email: null, mail_users: false });
  const [last] = await app.services.store.audit.last(1);
  expect(JSON.parse(last?.details ?? "")).toMatchObject({
    ...{ webhook_before: "https://shop.example/hook?…", webhook: null },
    ...{ email_before: "set", email: null, mail_users_before: true, mail_users: false },
  });
  expect(await app.services.store.alerts.all()).toHaveLength(1);
  await signInOperator(app, dashboard);
});
