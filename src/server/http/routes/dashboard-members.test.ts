import { expect, test } from "vitest";
import { browser, signedIn, signedInMember } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

test("a client's secret opens no session once the client has a member, and its sessions end", async () => {
  const { app, dashboard } = await signedIn();
  const clientId = app.keys.client_id;
  const { member } = await signedInMember(app, { clientId });
  expect((await dashboard.reload()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
  const refusal = await dashboard.signIn();
  expect(refusal.body).toMatchObject({
    error_code: "UNAUTHORIZED_ROUTE_ACCESS",
    display_message: expect.stringMatching(/has members, who sign in by themselves/),
  });
  expect(refusal.headers["set-cookie"]).toBeUndefined();
  // The secret still authorizes API calls, and opens sessions again after the last member's
  // removal.
  expect(await app.call("/institutions/get", INSTITUTIONS)).toHaveProperty("institutions");
  await app.services.store.members.remove(member.memberId);
  expect((await dashboard.signIn()).status).toBe(200);
});

const INSTITUTIONS = { count: 1, offset: 0, country_codes: ["US"] };

test("a member's session knows its role, and a changed role or a removal holds at once on every server", async () => {
  const app = await testApp();
  const beside = await testApp({}, app.folder);
  const clientId = app.keys.client_id;
  const { member, dashboard } = await signedInMember(app, { clientId, role: "developer" });
  const { body } = await dashboard.reload();
  expect(body).toMatchObject({
    ...{ operator: false, role: "developer", client: { client_id: clientId } },
    member: { member_id: member.memberId, email: member.email },
  });
  const cookie = dashboard.cookie();
  const change = () =>
    browser(beside).post("origin/allow", { origin: "https://shop.example" }, { cookie });
  expect((await change()).status).toBe(200);
  await app.services.store.members.setRole(member.memberId, "read");
  expect((await change()).body).toMatchObject({
    error_code: "UNAUTHORIZED_ROUTE_ACCESS",
    display_message: "Your role is “read”. This needs the role “developer”.",
  });
  await app.services.store.members.remove(member.memberId);
  expect((await change()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
});

test("a member's changes are in the audit log under their address, and a client sees no operator's", async () => {
  const app = await testApp();
  const clientId = app.keys.client_id;
  const { member, dashboard } = await signedInMember(app, { clientId });
  await dashboard.post("origin/allow", { origin: "https://shop.example" });
  const operator = await signedInMember(app, {});
  const body = { client_id: clientId, origin: "https://other.example" };
  expect((await operator.dashboard.post("origin/allow", body)).status).toBe(200);
  const { rows } = (await dashboard.post("audit", {})).body as { rows: { actor: string }[] };
  expect(rows.slice(0, 2).map(({ actor }) => actor)).toEqual([
    "",
    expect.stringMatching(new RegExp(`^${member.email} [\\w-]{16}$`)),
  ]);
});

test("an operator's member sees all clients, and no member of a client does", async () => {
  const app = await testApp();
  const operator = await signedInMember(app, { role: "read" });
  expect((await operator.dashboard.post("clients", {})).body.rows).toHaveLength(1);
  const { dashboard } = await signedInMember(app, { clientId: app.keys.client_id });
  expect((await dashboard.post("clients", {})).body.error_code).toBe("NOT_FOUND");
});

test("a member is gone with their client", async () => {
  const app = await testApp();
  const clientId = app.keys.client_id;
  const { member, dashboard } = await signedInMember(app, { clientId });
  const operator = await signedInMember(app, {});
  const removal = { id: clientId, confirm: clientId, with_items: true };
  expect((await operator.dashboard.post("clients/remove", removal)).status).toBe(200);
  expect(await app.services.store.members.byEmail(member.email)).toBeNull();
  expect((await dashboard.reload()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
});
