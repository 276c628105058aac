import { expect, test } from "vitest";
import { OpenedInvitation } from "../../../protocol/dashboard/dashboard-people.ts";
import { sampleClient, sampleSecret } from "../../../testing/store-contract/samples.ts";
import {
  acceptInvitation,
  browser,
  invite,
  openedInvitation,
  refuseAudit,
  signedInMember,
  toCode,
} from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const PASSWORD = "correct horse battery";
type App = Awaited<ReturnType<typeof testApp>>;

/** An app whose client has an invited admin, and the admin's Dashboard. */
const withAdmin = async () => {
  const app = await testApp();
  const first = browser(app);
  await first.signIn();
  const token = await invite(first, { email: "Ada@Shop.example" });
  const dashboard = browser(app);
  const { secret, answer } = await acceptInvitation(app, dashboard, token, PASSWORD);
  expect(answer.body).toMatchObject({ role: "admin", member: { email: "ada@shop.example" } });
  return { app, dashboard, secret };
};

const signIn = (
  app: App,
  secret: string,
  changes: object = {},
  dashboard = browser(app),
  headers = {},
) =>
  dashboard.post(
    "member/session",
    {
      ...{ email: "ada@shop.example", password: PASSWORD, code: toCode(app, secret) },
      ...changes,
    },
    headers,
  );

const subjects = async ({ services }: App) =>
  (await services.store.audit.last(50))
    .filter(({ action }) => action.startsWith("member."))
    .map(({ actor, action, subject, clientId }) => [
      actor.name.replace(/(^| )[\w-]{16}$/, ""),
      action,
      subject,
      clientId,
    ]);

test("an invited person becomes a member, once, and signs in by password and one-time code", async () => {
  const { app, dashboard, secret } = await withAdmin();
  const { client_id } = app.keys;
  expect((await dashboard.reload()).body).toMatchObject({ operator: false, client: { client_id } });
  app.advanceClock(60_000);
  const other = browser(app);
  expect((await signIn(app, secret, { email: " ADA@shop.example " }, other)).status).toBe(200);
  expect((await other.reload()).body).toMatchObject({ role: "admin" });
  const { body } = await other.post("people", {});
  expect(body.members).toMatchObject([
    { email: "ada@shop.example", role: "admin", signed_in_at: app.services.clock() },
  ]);
  expect(body.invitations).toEqual([]);
  expect(await subjects(app)).toEqual([
    ["", "member.invite", "ada@shop.example", client_id],
    ["invitation", "member.accept", "ada@shop.example", client_id],
    ["ada@shop.example", "member.sign_in", "ada@shop.example", client_id],
    ["ada@shop.example", "member.sign_in", "ada@shop.example", client_id],
  ]);
});

test("an invitation is refused when it was used, withdrawn or replaced, and after seven days", async () => {
  const { app, dashboard } = await withAdmin();
  const refused = async (token: string) => {
    const { body } = await browser(app).post("invitation", { token });
    expect(body.display_message).toMatch(/used or withdrawn, or is too old/);
  };
  const [used, replaced, late] = [
    await invite(dashboard, { role: "read" }),
    await invite(dashboard, { email: "bob@shop.example" }),
    await invite(dashboard, { email: "eve@shop.example" }),
  ];
  await invite(dashboard, { email: "bob@shop.example", role: "developer" });
  await refused(replaced);
  await acceptInvitation(app, browser(app), used, PASSWORD, "bea@shop.example");
  await refused(used);
  const { invitations } = (await dashboard.post("people", {})).body as {
    invitations: { invitation_id: string; email: string }[];
  };
  const bobs = invitations.find(({ email }) => email === "bob@shop.example");
  const withdrawal = { invitation_id: bobs?.invitation_id };
  expect((await dashboard.post("people/withdraw", withdrawal)).body.invitations).toHaveLength(1);
  expect((await dashboard.post("people/withdraw", withdrawal)).body.error_code).toBe("NOT_FOUND");
  app.advanceClock(7 * 24 * 3_600_000);
  await refused(late);
});

test("an invitation survives a wrong code, a guessable password and an address in use", async () => {
  const { app, dashboard } = await withAdmin();
  const token = await invite(dashboard, {});
  const other = browser(app);
  const { totp } = await openedInvitation(other, token);
  const accept = (changes: object) =>
    other.post("invitation/accept", {
      ...{ token, email: "bob@shop.example", password: PASSWORD, sealed: totp.sealed },
      ...{ code: toCode(app, totp.secret), ...changes },
    });
  for (const [changes, words] of [
    [{ code: "12345x" }, /not the code that the app shows/],
    [{ password: "password1234" }, /guessed early/],
    [{ email: "ada@shop.example" }, /signs in with this e-mail address already/],
  ] as const)
    expect((await accept(changes)).body.display_message).toMatch(words);
  expect((await accept({ email: undefined })).body.error_code).toBe("MISSING_FIELDS");
  expect((await accept({ sealed: "v2.a.b.c" })).body.error_code).toBe("INVALID_FIELD");
  // Another invitation's one-time-code secret does not work either.
  const theirs = await openedInvitation(other, await invite(dashboard, { email: "x@y.example" }));
  const { secret, sealed } = theirs.totp;
  expect((await accept({ sealed, code: toCode(app, secret) })).body.error_code).toBe(
    "INVALID_FIELD",
  );
  expect(await app.services.store.members.of(app.keys.client_id)).toHaveLength(1);
  expect((await accept({})).status).toBe(200);
});

test("another invitation of a member replaces their credentials and ends their sessions", async () => {
  const { app, dashboard, secret } = await withAdmin();
  const token = await invite(dashboard, { email: "ada@shop.example" });
  const again = browser(app);
  expect((await openedInvitation(again, token)).is_member).toBe(true);
  app.advanceClock(60_000);
  const answer = await acceptInvitation(app, again, token, "another horse battery");
  expect((await dashboard.reload()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
  expect((await again.reload()).status).toBe(200);
  app.advanceClock(60_000);
  expect((await signIn(app, secret)).body.error_code).toBe("INVALID_API_KEYS");
  const password = "another horse battery";
  expect((await signIn(app, answer.secret, { password })).status).toBe(200);
  expect(await app.services.store.members.of(app.keys.client_id)).toHaveLength(1);
});

test("a one-time code is good once, and a wrong part of a sign-in looks like an unknown member", async () => {
  const { app, secret } = await withAdmin();
  app.advanceClock(60_000);
  expect((await signIn(app, secret)).status).toBe(200);
  const answers = [];
  for (const changes of [
    {},
    { code: "12345x" },
    { password: "wrong" },
    { email: "nobody@shop.example" },
  ])
    answers.push((await signIn(app, secret, changes)).body);
  const [first] = answers;
  expect(first).toMatchObject({
    error_code: "INVALID_API_KEYS",
    display_message: "The e-mail address, the password or the code is wrong.",
  });
  for (const { request_id, ...body } of answers)
    expect(body).toEqual({ ...first, request_id: undefined });
});

test("five guesses a minute at a member's sign-in are all that strangers have, and the log names who is locked out", async () => {
  const { app, dashboard, secret } = await withAdmin();
  app.advanceClock(60_000);
  const stranger = browser(app);
  for (let guess = 0; guess < 5; guess++)
    expect((await signIn(app, secret, { code: "000000" }, stranger)).status).toBe(400);
  expect((await signIn(app, secret, {}, stranger)).status).toBe(429);
  const log = await subjects(app);
  expect(log.at(-1)).toEqual([
    "127.0.0.1",
    "member.lock_out",
    "ada@shop.example",
    app.keys.client_id,
  ]);
  expect((await dashboard.reload()).status).toBe(200);
});

test("a hundred wrong codes with the right password end sign-ins by code, but not in a browser known to the owner", async () => {
  const { app, secret } = await withAdmin();
  const { members } = app.services.store;
  app.advanceClock(60_000);
  const { headers } = await signIn(app, secret);
  const known = String(headers["set-cookie"])
    .split(",")
    .find((text) => text.includes("browser"));
  const cookie = known?.split(";")[0] ?? "";
  const { memberId = "" } = (await members.byEmail("ada@shop.example")) ?? {};
  for (let count = 0; count < 99; count++) await members.countWrongCode(memberId);
  app.advanceClock(60_000);
  expect((await signIn(app, secret, { code: "000000" })).body.display_message).toMatch(/is wrong/);
  expect(await members.byId(memberId)).toMatchObject({ wrongCodes: 100 });
  expect((await signIn(app, secret)).body.display_message).toMatch(/^Too many codes were wrong/);
  expect((await signIn(app, secret, { password: "wrong" })).body.display_message).toMatch(
    /password or the code is wrong/,
  );
  expect(await members.byId(memberId)).toMatchObject({ wrongCodes: 100 });
  expect((await signIn(app, secret, {}, browser(app), { cookie })).status).toBe(200);
  app.advanceClock(60_000);
  expect((await signIn(app, secret)).status).toBe(200);
});

test("a client's last admin stays, unless the operator removes them", async () => {
  const { app, dashboard } = await withAdmin();
  const { members } = (await dashboard.post("people", {})).body as {
    members: { member_id: string }[];
  };
  const member_id = members[0]?.member_id;
  for (const [path, body] of [
    ["people/role", { role: "read" }],
    ["people/remove", {}],
  ] as const) {
    const { body: refusal } = await dashboard.post(path, { member_id, ...body });
    expect(refusal.display_message).toMatch(/last admin/);
  }
  const bob = await signedInMember(app, { clientId: app.keys.client_id, role: "read" });
  const promotion = { member_id: bob.member.memberId, role: "admin", expected: { role: "read" } };
  expect((await dashboard.post("people/role", promotion)).status).toBe(200);
  expect((await dashboard.post("people/role", promotion)).body.error_code).toBe("STALE_FIELD");
  expect((await dashboard.post("people/remove", { member_id })).status).toBe(200);
  expect((await dashboard.reload()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
  const operator = await signedInMember(app, {});
  const last = { member_id: bob.member.memberId, client_id: app.keys.client_id };
  expect((await operator.dashboard.post("people/remove", last)).body.members).toEqual([]);
});

test("people of the operator and of each client are apart", async () => {
  const { app, dashboard } = await withAdmin();
  const other = sampleClient({ secrets: [sampleSecret("their secret")] });
  await app.services.store.clients.add(other);
  const theirs = await signedInMember(app, { clientId: other.clientId });
  const operator = await signedInMember(app, {});
  for (const id of [theirs.member.memberId, operator.member.memberId])
    for (const path of ["people/remove", "people/role"]) {
      const body = { member_id: id, ...(path === "people/role" && { role: "read" }) };
      expect((await dashboard.post(path, body)).body.error_code).toBe("NOT_FOUND");
    }
  const fetchInvitation = async (body: object) =>
    OpenedInvitation.parse(
      (await browser(app).post("invitation", { token: await invite(operator.dashboard, body) }))
        .body,
    ).owner;
  expect(await fetchInvitation({ email: "new@ops.example" })).toBe("service-link");
  expect(await fetchInvitation({ client_id: app.keys.client_id })).toBe("First client");
  expect((await operator.dashboard.post("people", {})).body.invitations).toHaveLength(1);
  // An address belongs to one member of the whole server.
  const token = await invite(theirs.dashboard, { email: "ada@shop.example" });
  expect((await openedInvitation(browser(app), token)).is_member).toBe(false);
  const { answer } = await acceptInvitation(app, browser(app), token, PASSWORD);
  expect(answer.body.error_code).toBe("INVALID_FIELD");
});

test("a change of people without its entry in the audit log is not made", async () => {
  const { app, dashboard } = await withAdmin();
  const token = await invite(dashboard, { email: "bob@shop.example" });
  refuseAudit(app);
  const body = { email: "eve@shop.example", role: "read" };
  expect((await dashboard.post("people/invite", body)).status).toBe(500);
  const { answer } = await acceptInvitation(app, browser(app), token, PASSWORD);
  expect(answer.status).toBe(500);
  const { store, clock } = app.services;
  expect(await store.members.of(app.keys.client_id)).toHaveLength(1);
  expect(await store.members.invitations(app.keys.client_id, clock())).toHaveLength(1);
});
