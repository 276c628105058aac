import { expect, test } from "vitest";
import { DashboardSessions } from "../../../protocol/dashboard/dashboard-people.ts";
import { type browser, signedIn, signedInMember } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

type Dashboard = ReturnType<typeof browser>;

const fetchSessions = async (dashboard: Dashboard, body: object = {}) =>
  DashboardSessions.parse((await dashboard.post("people/sessions", body)).body).sessions;

const isOver = async (dashboard: Dashboard) =>
  (await dashboard.reload()).body.error_code === "INVALID_DASHBOARD_SESSION";

test("a member sees their own sessions, an admin those of the client, and the operator those of each client", async () => {
  const { app, dashboard: bySecret } = await signedIn();
  const clientId = app.keys.client_id;
  expect(await fetchSessions(bySecret)).toMatchObject([{ email: null, is_current: true }]);
  const [admin, reader] = [
    await signedInMember(app, { clientId }),
    await signedInMember(app, { clientId, role: "developer" }),
  ];
  const operator = await signedInMember(app, { role: "read" });
  const [ada, bob] = [admin.member.email, reader.member.email];
  const own = { is_own: true, is_current: true, browser: "Firefox on Linux", address: "127.0.0.1" };
  expect(await fetchSessions(reader.dashboard)).toMatchObject([{ email: bob, ...own }]);
  const all = await fetchSessions(admin.dashboard);
  expect(all.map(({ email }) => email).toSorted()).toEqual([ada, bob].toSorted());
  expect(await fetchSessions(operator.dashboard)).toHaveLength(1);
  expect(await fetchSessions(operator.dashboard, { client_id: clientId })).toEqual([]);
  const chief = await signedInMember(app, {});
  expect(await fetchSessions(chief.dashboard)).toHaveLength(2);
  expect(await fetchSessions(chief.dashboard, { client_id: clientId })).toHaveLength(2);
});

test("an admin signs another member out on every server, and the audit log says so", async () => {
  const app = await testApp();
  const clientId = app.keys.client_id;
  const admin = await signedInMember(app, { clientId });
  const other = await signedInMember(app, { clientId, role: "read" });
  const [mine, theirs] = [
    await fetchSessions(admin.dashboard),
    await fetchSessions(other.dashboard),
  ];
  const session_id = theirs[0]?.session_id;
  const foreign = { session_id: mine.find(({ is_current }) => is_current)?.session_id };
  expect((await other.dashboard.post("people/sign-out", foreign)).body.error_code).toBe(
    "NOT_FOUND",
  );
  expect((await admin.dashboard.post("people/sign-out", { session_id })).status).toBe(200);
  expect([await isOver(other.dashboard), await isOver(admin.dashboard)]).toEqual([true, false]);
  const { body } = await admin.dashboard.post("people/sign-out", { session_id });
  expect(body.error_code).toBe("NOT_FOUND");
  const [entry] = await app.services.store.audit.last(1);
  expect(entry).toMatchObject({
    ...{ action: "member.end_session", subject: other.member.email, clientId },
    actor: { name: expect.stringMatching(new RegExp(`^${admin.member.email} `)) },
  });
});

test("a member signs all their other sessions out, and those of no other member", async () => {
  const app = await testApp();
  const clientId = app.keys.client_id;
  const [one, other] = [
    await signedInMember(app, { clientId }),
    await signedInMember(app, { clientId }),
  ];
  const { store, clock } = app.services;
  const [session] = await store.dashboardSessions.of(clientId, clock());
  for (const name of ["phone", "laptop"])
    if (session)
      await store.dashboardSessions.open({
        ...session,
        ...{ tokenDigest: name, memberId: one.member.memberId },
      });
  const { body } = await one.dashboard.post("people/sign-out", {});
  expect(body.sessions).toHaveLength(2);
  expect([await isOver(one.dashboard), await isOver(other.dashboard)]).toEqual([false, false]);
  expect(await store.dashboardSessions.byTokenDigest("phone")).toBeNull();
});
