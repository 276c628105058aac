import { expect, test } from "vitest";
import { z } from "zod";
import { DashboardAuditEntry } from "../../protocol/dashboard/dashboard-audit.ts";
import { sampleClient, sampleSecret } from "../../testing/store-contract/samples.ts";
import { browser, signedIn, signInOperator } from "../../testing/test-app/dashboard.ts";

const BANK = "ins_109508";

/** An app with two clients. Only the first client's users have used Link, and met an error. */
const twoClients = async () => {
  const { app, dashboard } = await signedIn();
  const { bridge, linkSessionId } = await app.startLink();
  await bridge("institution/select", { institution_id: BANK });
  const credentials = { username: "user_bad", password: "wrong" };
  await bridge("credentials/submit", { institution_id: BANK, credentials });
  await app.writeUsage();
  const alert = { webhook: "https://shop.example/hook", email: "ops@shop.example" };
  await dashboard.post("alert/set", { ...alert, mail_users: true });
  await app.services.store.clients.add(sampleClient({ secrets: [sampleSecret("their secret")] }));
  const other = browser(app);
  await other.signIn({ client_id: "client-1", secret: "their secret" });
  return { app, dashboard, other, linkSessionId };
};

test("a client cannot see the Link sessions of another, nor their outcomes", async () => {
  const { app, dashboard, other, linkSessionId } = await twoClients();
  const show = { link_session_id: linkSessionId };
  expect((await dashboard.post("sessions", {})).body.rows).toMatchObject([show]);
  await app.services.store.clients.setName(app.keys.client_id, "Tally");
  const { body } = await dashboard.post("sessions/show", show);
  expect(body.visit).toMatchObject({ ...show, client_name: "Tally" });
  expect((await dashboard.post("sessions/funnel", {})).body).toMatchObject({
    institutions: [{ chosen: 1 }],
    errors: [{ error_code: "INVALID_CREDENTIALS" }],
  });

  for (const body of [{}, { outcome: "running" }, { sort: "outcome", order: "ascending" }])
    expect((await other.post("sessions", body)).body.rows).toEqual([]);
  const refusal = await other.post("sessions/show", show);
  expect([refusal.status, refusal.body.error_code]).toEqual([404, "NOT_FOUND"]);
  const unknown = await other.post("sessions/show", { link_session_id: "no-such-session" });
  expect(refusal.body.display_message).toBe(unknown.body.display_message);
  const { steps, institutions, errors } = (await other.post("sessions/funnel", {})).body;
  expect([institutions, errors]).toEqual([[], []]);
  expect((steps as { count: number }[]).map(({ count }) => count)).not.toContain(1);

  await signInOperator(app, other);
  expect((await other.post("sessions", {})).body.rows).toMatchObject([show]);
  expect((await other.post("sessions", { client_id: "client-1" })).body.rows).toEqual([]);
});

test("a client cannot see the conversion of another's users", async () => {
  const { dashboard, other } = await twoClients();
  const list = { search: BANK };
  const show = { institution_id: BANK };
  expect((await dashboard.post("institutions", list)).body.rows).toMatchObject([{ chosen: 1 }]);
  expect((await dashboard.post("institutions/show", show)).body).toMatchObject({
    institution: { chosen: 1 },
    funnel: { sessions: 1, errors: [{ error_code: "INVALID_CREDENTIALS" }] },
  });

  for (const body of [list, { search: "First Platypus" }])
    expect((await other.post("institutions", body)).body.rows).toMatchObject([
      { ...show, chosen: 0, connected: 0 },
    ]);
  expect((await other.post("institutions/show", show)).body).toMatchObject({
    institution: { chosen: 0, connected: 0 },
    funnel: { sessions: 0, connected: 0, views: [], errors: [] },
    live_items: null,
    connection: null,
  });
});

test("a client sees its own entries of the audit log, and no other's, nor who the operator is", async () => {
  const { app, dashboard, other } = await twoClients();
  await dashboard.post("public-key", { enabled: false });
  await dashboard.post("version", { version: "2019-05-29" });
  const own = z.array(DashboardAuditEntry).parse((await dashboard.post("audit", {})).body.rows);
  expect(own.map(({ action }) => action)).toEqual([
    "client.set_default_version",
    "client.set_public_key",
    "client.set_alert",
    "client.create",
  ]);
  expect(own[0]).toMatchObject({
    subject: app.keys.client_id,
    address: "127.0.0.1",
    fields: [{ name: "version", before: "2020-09-14", after: "2019-05-29" }],
  });
  const sequence = own[0]?.sequence;
  expect((await dashboard.post("audit/show", { sequence })).body).toMatchObject({
    entry: own[0],
    is_intact: true,
  });
  expect((await other.post("audit", {})).body.rows).toEqual([]);
  expect((await other.post("audit", { subject: app.keys.client_id })).body.rows).toEqual([]);
  expect((await other.post("audit/show", { sequence })).body.error_code).toBe("NOT_FOUND");

  await signInOperator(app, other);
  const { client_id } = app.keys;
  await other.post("public-key", { client_id, enabled: true });
  const [seen] = z
    .array(DashboardAuditEntry)
    .parse((await dashboard.post("audit", { action: "client.set_public_key" })).body.rows);
  expect([seen?.actor_kind, seen?.actor, seen?.address]).toEqual(["operator", "", null]);
  const [known] = z
    .array(DashboardAuditEntry)
    .parse((await other.post("audit", { client_id, action: "client.set_public_key" })).body.rows);
  expect([known?.actor, known?.address]).toEqual([
    expect.stringMatching(/^operator [\w-]{16}$/),
    "127.0.0.1",
  ]);
  expect((await other.post("audit", {})).body.rows).not.toHaveLength(0);
});

test("the operator's check of the chain ends at its last entry, or says where it breaks", async () => {
  const { app, dashboard } = await twoClients();
  const operator = browser(app);
  await signInOperator(app, operator);
  const { sequence, digest } = await app.services.store.audit.head();
  expect((await operator.post("audit/verify", {})).body).toMatchObject({
    ...{ sequence, digest, problem: null, is_end: true },
  });
  const wrong = { sequence: 1, digest: "x" };
  expect((await operator.post("audit/verify", wrong)).body).toMatchObject({
    sequence: 2,
    problem: "does not follow from the one before it",
    is_end: true,
  });
  expect((await dashboard.post("audit/verify", {})).body.error_code).toBe("NOT_FOUND");
});

test("a client can neither see nor change another's outage alerts", async () => {
  const { dashboard, other } = await twoClients();
  const before = (await dashboard.post("alert/show", {})).body;
  expect(before).toMatchObject({ email: "ops@shop.example", mail_users: true });
  const none = { webhook: null, email: null, mail_users: false };
  expect((await other.post("alert/show", {})).body).toMatchObject(none);
  await other.post("alert/set", { webhook: "", email: "", mail_users: false });
  expect((await dashboard.post("alert/show", {})).body).toMatchObject({
    webhook: before.webhook,
    email: before.email,
    mail_users: true,
  });
});
