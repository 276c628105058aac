import { expect, test } from "vitest";
import type { MemberRole } from "../../../protocol/dashboard/member-role.ts";
import { authenticator, fetchChallenge } from "../../../testing/test-app/authenticator.ts";
import {
  acceptInvitation,
  browser,
  invite,
  openedInvitation,
  setOperatorPassword,
  signedIn,
  signedInMember,
  toCode,
} from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const PASSWORD = "correct horse battery";
type App = Awaited<ReturnType<typeof testApp>>;

/** An app whose client has two admins. */
const withAdmins = async () => {
  const app = await testApp();
  const clientId = app.keys.client_id;
  const [ada, bob] = [
    await signedInMember(app, { clientId }),
    await signedInMember(app, { clientId }),
  ];
  return { app, clientId, ada, bob };
};

const accept = async (app: App, token: string, email?: string) =>
  (await acceptInvitation(app, browser(app), token, PASSWORD, email)).answer;

test("the last admin's own invitation as another role is refused, and stays good for nothing else", async () => {
  const app = await testApp();
  const clientId = app.keys.client_id;
  const { member, dashboard } = await signedInMember(app, { clientId });
  const token = await invite(dashboard, { email: member.email, role: "read" });
  expect((await accept(app, token)).body.display_message).toMatch(/last admin/);
  expect(await app.services.store.members.of(clientId)).toMatchObject([{ role: "admin" }]);
  await signedInMember(app, { clientId });
  expect((await accept(app, token)).body).toMatchObject({ role: "read" });
});

test.each([
  ["people/remove", {}],
  ["people/role", { role: "read" }],
])(
  "an invitation from before does not make a member again what they were (%s)",
  async (path, body) => {
    const { app, ada, bob } = await withAdmins();
    const token = await invite(bob.dashboard, { email: bob.member.email });
    const change = { member_id: bob.member.memberId, ...body };
    expect((await ada.dashboard.post(path, change)).body.invitations).toEqual([]);
    const { body: refusal } = await browser(app).post("invitation", { token });
    expect(refusal.display_message).toMatch(/used or withdrawn/);
  },
);

test("a member cannot use up the changes of the admin who removes them", async () => {
  const { app, clientId, ada } = await withAdmins();
  const { member, dashboard } = await signedInMember(app, { clientId, role: "read" });
  const statuses = [];
  for (let call = 0; call < 125; call++)
    statuses.push((await dashboard.post("people/passkey/remove", { passkey_id: "x" })).status);
  expect(statuses.at(-1)).toBe(429);
  const removal = { member_id: member.memberId };
  expect((await ada.dashboard.post("people/remove", removal)).status).toBe(200);
});

/** Runs a function once, after a call has found its session and before its transaction. */
const beforeTransaction = ({ services: { store } }: App, run: () => Promise<unknown>): void => {
  const { transact } = store;
  store.transact = async (...args: Parameters<typeof transact>) => {
    store.transact = transact;
    await run();
    return transact(...args) as never;
  };
};

test("a removed or demoted admin's call that is under way changes nothing", async () => {
  const { app, clientId, bob } = await withAdmins();
  const { store, clock } = app.services;
  const call = () => bob.dashboard.post("people/invite", { email: "eve@x.example", role: "admin" });
  beforeTransaction(app, () => store.members.setRole(bob.member.memberId, "developer"));
  expect((await call()).body.error_code).toBe("UNAUTHORIZED_ROUTE_ACCESS");
  await store.members.setRole(bob.member.memberId, "admin");
  beforeTransaction(app, () => store.members.remove(bob.member.memberId));
  expect((await call()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
  expect(await store.members.invitations(clientId, clock())).toEqual([]);
});

test("a secret's call that is under way as the first member joins changes nothing", async () => {
  const { app, dashboard } = await signedIn();
  const clientId = app.keys.client_id;
  beforeTransaction(app, () => signedInMember(app, { clientId }));
  const { body } = await dashboard.post("people/invite", { email: "", role: "admin" });
  expect(body.error_code).toBe("INVALID_DASHBOARD_SESSION");
});

test("a call that is under way as its session's passkey is removed, or its secret ends, changes nothing", async () => {
  const { app, key, credentialId } = await withPasskey("admin");
  const { store, clock } = app.services;
  const clientId = app.keys.client_id;
  app.advanceClock(1);
  const byPasskey = browser(app);
  await byPasskey.post("member/passkey", key.answer(await fetchChallenge(byPasskey)));
  const { memberId = "" } = (await store.members.passkey(credentialId)) ?? {};
  beforeTransaction(app, () => store.members.removePasskey(memberId, credentialId));
  const { body } = await byPasskey.post("people/invite", { email: "", role: "admin" });
  expect(body.error_code).toBe("INVALID_DASHBOARD_SESSION");
  expect(await store.members.invitations(clientId, clock())).toEqual([]);

  const { app: other, dashboard } = await signedIn();
  beforeTransaction(other, () =>
    other.services.store.clients.changeSecrets(other.keys.client_id, () => []),
  );
  const { body: refusal } = await dashboard.post("people/invite", { email: "", role: "admin" });
  expect(refusal.error_code).toBe("INVALID_DASHBOARD_SESSION");
});

test("a stolen session does not take its member over: a new sign-in is needed to invite a member again", async () => {
  const { app, clientId, ada, bob } = await withAdmins();
  const invited = async (email: string) =>
    (await ada.dashboard.post("people/invite", { email, role: "admin" })).body;
  app.advanceClock(10 * 60_000 - 1);
  expect((await invited(ada.member.email)).url).toBeDefined();
  app.advanceClock(1);
  for (const { member } of [ada, bob])
    expect((await invited(member.email)).error_code).toBe("STALE_DASHBOARD_SESSION");
  const { invitations } = await invited("eve@shop.example");
  expect(invitations).toHaveLength(2);
  const again = await signedInMember(app, { clientId });
  const body = { email: bob.member.email, role: "read" };
  expect((await again.dashboard.post("people/invite", body)).status).toBe(200);
});

test("links without an address do not replace each other", async () => {
  const { app, ada } = await withAdmins();
  const tokens = [await invite(ada.dashboard, {}), await invite(ada.dashboard, { role: "read" })];
  const roles = [];
  for (const token of tokens) roles.push((await openedInvitation(browser(app), token)).role);
  expect(roles).toEqual(["admin", "read"]);
});

test("an invitation's owner cannot take the hashing from others by addresses in use", async () => {
  const { app, ada, bob } = await withAdmins();
  await setOperatorPassword(app);
  const operator = browser(app);
  const signIn = await operator.post("operator/session", { password: PASSWORD });
  const cookie = String(signIn.headers["set-cookie"])
    .split(/,(?=service)/)
    .map((text) => text.split(";")[0])
    .join("; ");
  const token = await invite(ada.dashboard, {});
  const { totp } = await openedInvitation(browser(app), token);
  const body = { token, email: bob.member.email, password: PASSWORD, sealed: totp.sealed };
  const attempt = () =>
    browser(app).post("invitation/accept", { ...body, code: toCode(app, totp.secret) });
  const attempts = [attempt(), attempt(), attempt()];
  // These guesses run while the invitation is opened.
  await openedInvitation(browser(app), token);
  const again = await operator.post("operator/session", { password: PASSWORD }, { cookie });
  expect(again.status).toBe(200);
  for (const { body } of await Promise.all(attempts)) expect(body.error_code).toBe("INVALID_FIELD");
  for (let more = 0; more < 8; more++) await attempt();
  expect((await attempt()).status).toBe(429);
});

test("a body with U+0000 is refused, whatever the store", async () => {
  const { app, ada } = await withAdmins();
  const statuses = [];
  for (const [path, body] of [
    ["people/remove", { member_id: "\0" }],
    ["people/passkey/remove", { passkey_id: "\0" }],
    ["items/show", { item_id: "\0" }],
    ["member/session", { email: "a\0@x.example", password: "p", code: "1" }],
    ["session", { client_id: "\0", secret: "s" }],
  ] as const)
    statuses.push((await ada.dashboard.post(path, body)).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400]);
  expect((await app.post("/item/get", { client_id: "\0", secret: "s" })).status).toBe(400);
});

const withPasskey = async (role: MemberRole = "read") => {
  const app = await testApp();
  const clientId = app.keys.client_id;
  const { dashboard } = await signedInMember(app, { clientId, role });
  const key = authenticator();
  const made = key.make(await fetchChallenge(dashboard, "people/passkey/start"));
  expect((await dashboard.post("people/passkey/add", made)).status).toBe(200);
  return { app, key, credentialId: made.credential.id };
};

test("a member's script cannot sign in without end by a passkey", async () => {
  const { app, key } = await withPasskey();
  const statuses = [];
  for (let count = 0; count < 12; count++) {
    app.advanceClock(1);
    const answer = key.answer(await fetchChallenge(browser(app)));
    statuses.push((await browser(app).post("member/passkey", answer)).status);
  }
  expect([statuses.at(0), statuses.at(-1)]).toEqual([200, 429]);
});

test("a passkey's count is taken once, even by answers at once", async () => {
  const { app, credentialId } = await withPasskey();
  const { members } = app.services.store;
  const now = app.services.clock();
  const use = (counter: number, after: number) =>
    members.usePasskey(credentialId, { counter, challengedAt: now + after, usedAt: now });
  const uses = [];
  for (const [counter, after] of [
    [0, 1],
    [0, 2],
    [9, 3],
    [9, 4],
    [7, 5],
    [0, 6],
    [10, 7],
  ] as const)
    uses.push(await use(counter, after));
  expect(uses).toEqual([true, true, true, false, false, false, true]);
});

test("another sign-in ends the browser's session before it", async () => {
  const { app, dashboard } = await signedIn();
  const before = dashboard.cookie() ?? "";
  await dashboard.signIn();
  expect((await dashboard.reload()).status).toBe(200);
  const { body } = await browser(app).post("me", {}, { cookie: before });
  expect(body.error_code).toBe("INVALID_DASHBOARD_SESSION");
});
