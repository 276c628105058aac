import { expect, test } from "vitest";
import {
  acceptInvitation,
  browser,
  invite,
  refuseAudit,
  signedInMember,
  signInOperator,
} from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const PASSWORD = "correct horse battery";
type App = Awaited<ReturnType<typeof testApp>>;

/**
 * An app whose client has two admins. Bob has made an invitation without an address, Ada one with
 * an address.
 */
const withInvitations = async () => {
  const app = await testApp();
  const clientId = app.keys.client_id;
  const [ada, bob] = [
    await signedInMember(app, { clientId }),
    await signedInMember(app, { clientId }),
  ];
  const token = await invite(bob.dashboard, {});
  const adas = await invite(ada.dashboard, { email: "eve@shop.example", role: "read" });
  return { app, clientId, ada, bob, token, adas };
};

const isGood = async (app: App, token: string): Promise<boolean> =>
  (await browser(app).post("invitation", { token })).status === 200;

const withdrawals = async ({ services }: App) =>
  (await services.store.audit.last(50))
    .filter(({ action }) => action === "member.withdraw_invitation")
    .map(({ subject, clientId, details }) => [subject, clientId, JSON.parse(details).because_of]);

test.each([
  ["people/remove", {}],
  ["people/role", { role: "developer" }],
])(
  "the invitations that an admin has made end with them, in the audit log, too (%s)",
  async (path, body) => {
    const { app, clientId, ada, bob, token, adas } = await withInvitations();
    const change = { member_id: bob.member.memberId, ...body };
    expect((await ada.dashboard.post(path, change)).body.invitations).toMatchObject([
      { email: "eve@shop.example", invited_by: ada.member.email },
    ]);
    expect([await isGood(app, token), await isGood(app, adas)]).toEqual([false, true]);
    expect(await withdrawals(app)).toEqual([["by link", clientId, bob.member.email]]);
  },
);

test("an admin who accepts a lower role ends the invitations that they have made", async () => {
  const { app, clientId, ada, bob, token } = await withInvitations();
  const { email } = bob.member;
  const asAdmin = await invite(ada.dashboard, { email });
  await acceptInvitation(app, browser(app), asAdmin, PASSWORD);
  expect(await isGood(app, token)).toBe(true);
  const asDeveloper = await invite(ada.dashboard, { email, role: "developer" });
  const { answer } = await acceptInvitation(app, browser(app), asDeveloper, PASSWORD);
  expect(answer.body).toMatchObject({ role: "developer" });
  expect(await isGood(app, token)).toBe(false);
  expect(await withdrawals(app)).toEqual([["by link", clientId, email]]);
});

test("a removed member of the operator leaves no invitation of theirs at any client, nor their name in its log", async () => {
  const { app, clientId, ada } = await withInvitations();
  const eve = await signedInMember(app, {});
  const token = await invite(eve.dashboard, { client_id: clientId });
  const operator = browser(app);
  await signInOperator(app, operator);
  const removal = { member_id: eve.member.memberId };
  expect((await operator.post("people/remove", removal)).status).toBe(200);
  expect(await isGood(app, token)).toBe(false);
  expect(await withdrawals(app)).toEqual([["by link", clientId, "a member of the operator"]]);
  // The client reads the entry, too.
  const { body: log } = await ada.dashboard.post("audit", {});
  expect(JSON.stringify(log)).toContain("member.withdraw_invitation");
  expect(JSON.stringify(log)).not.toContain(eve.member.email);
});

test("a client does not learn the address of an operator's member who accepts a lower role", async () => {
  const { app, clientId, ada } = await withInvitations();
  const eve = await signedInMember(app, {});
  await invite(eve.dashboard, { client_id: clientId });
  const asReader = await invite(eve.dashboard, { email: eve.member.email, role: "read" });
  const { answer } = await acceptInvitation(app, browser(app), asReader, PASSWORD);
  expect(answer.body).toMatchObject({ role: "read" });
  const [entry] = (await app.services.store.audit.last(5)).filter(
    ({ clientId, action }) => clientId && action === "member.withdraw_invitation",
  );
  expect(JSON.parse(entry?.details ?? "")).toEqual({
    role: "admin",
    because_of: "a member of the operator",
  });
  const { rows } = (await ada.dashboard.post("audit", {})).body as { rows: object[] };
  expect(rows[0]).toMatchObject({ action: "member.withdraw_invitation", address: null });
});

test("a removal without its entries in the audit log leaves member and invitations", async () => {
  const { app, ada, bob, token } = await withInvitations();
  refuseAudit(app);
  const removal = { member_id: bob.member.memberId };
  expect((await ada.dashboard.post("people/remove", removal)).status).toBe(500);
  expect((await bob.dashboard.reload()).status).toBe(200);
  expect(await isGood(app, token)).toBe(true);
});

test("the list of invitations names the member who made each, but to a client none of the operator's", async () => {
  const { app, clientId, ada, bob } = await withInvitations();
  const operator = browser(app);
  await signInOperator(app, operator);
  const eve = await signedInMember(app, {});
  await invite(eve.dashboard, { client_id: clientId, email: "dan@shop.example" });
  await invite(operator, { client_id: clientId, email: "zoe@shop.example" });
  const makers = async (dashboard: typeof operator, body: object) => {
    const { invitations } = (await dashboard.post("people", body)).body as {
      invitations: { email: string | null; invited_by: string | null }[];
    };
    return Object.fromEntries(invitations.map((one) => [one.email ?? "", one.invited_by]));
  };
  const own = { "": bob.member.email, "eve@shop.example": ada.member.email };
  const ofOperator = { "dan@shop.example": eve.member.email, "zoe@shop.example": null };
  expect(await makers(eve.dashboard, { client_id: clientId })).toEqual({ ...own, ...ofOperator });
  expect(await makers(ada.dashboard, {})).toEqual({
    ...own,
    ...{ "dan@shop.example": null, "zoe@shop.example": null },
  });
});
