import { expect, test } from "vitest";
import { NewPasskeyChallenge } from "../../../protocol/dashboard/dashboard-people.ts";
import {
  authenticator,
  type Changes,
  fetchChallenge,
} from "../../../testing/test-app/authenticator.ts";
import {
  acceptInvitation,
  browser,
  invite,
  signedInMember,
  toCode,
} from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

const PASSWORD = "correct horse battery";
const EMAIL = "ada@shop.example";
const START = "invitation/passkey/start";
const ACCEPT = "invitation/passkey";

/** An app whose client has an admin, and the token of the admin's invitation. */
const withInvitation = async (body: object = { email: EMAIL }) => {
  const app = await testApp();
  const admin = await signedInMember(app, { clientId: app.keys.client_id });
  return { app, admin, token: await invite(admin.dashboard, body), other: browser(app) };
};
type Invited = Awaited<ReturnType<typeof withInvitation>>;

/** Accepts an invitation with a new passkey; returns the response and the key. */
const acceptByPasskey = async ({ token, other }: Invited, changes: Changes = {}, body = {}) => {
  const key = authenticator();
  const made = key.make(await fetchChallenge(other, START, { token, ...body }), changes);
  return { key, made, answer: await other.post(ACCEPT, { token, ...made }) };
};

/** Expects that the person is no member yet, and the invitation is still valid. */
const expectStillGood = async (invited: Invited) => {
  expect(await invited.app.services.store.members.byEmail(EMAIL)).toBeNull();
  expect((await acceptByPasskey(invited)).answer.status).toBe(200);
};

test("an invited person joins by a passkey alone, and signs in by it", async () => {
  const invited = await withInvitation();
  const { app, token, other } = invited;
  const { options } = NewPasskeyChallenge.parse((await other.post(START, { token })).body);
  expect(options.user).toMatchObject({ name: EMAIL, displayName: EMAIL });
  const { key, answer } = await acceptByPasskey(invited);
  expect(answer.body).toMatchObject({ role: "admin", member: { email: EMAIL } });
  expect((await other.reload()).status).toBe(200);
  const { store } = app.services;
  const member = await store.members.byEmail(EMAIL);
  expect(member).toMatchObject({ passwordHash: null, sealedTotp: null });
  expect(await store.members.passkeys(member?.memberId ?? "")).toMatchObject([
    { credentialId: key.id, usedAt: null },
  ]);
  const log = await store.audit.last(2);
  expect(log.map(({ action, details }) => [action, JSON.parse(details).by])).toEqual([
    ["member.accept", "passkey"],
    ["member.sign_in", "invitation"],
  ]);
  app.advanceClock(1);
  const another = browser(app);
  const signIn = await another.post("member/passkey", key.answer(await fetchChallenge(another)));
  expect(signIn.body).toMatchObject({ member: { email: EMAIL } });
});

test("the user handle of a passkey is the member's id, also if the person chooses the address", async () => {
  const { app, token, other } = await withInvitation({ role: "read" });
  expect((await other.post(START, { token })).body.error_code).toBe("MISSING_FIELDS");
  const challenge = NewPasskeyChallenge.parse(
    (await other.post(START, { token, email: "Ada@Shop.example" })).body,
  );
  const made = authenticator().make(challenge);
  expect((await other.post(ACCEPT, { token, ...made })).body).toMatchObject({ role: "read" });
  const member = await app.services.store.members.byEmail(EMAIL);
  const handle = Buffer.from(challenge.options.user.id, "base64url").toString();
  expect(handle).toBe(member?.memberId);
});

test("an invitation is not accepted by a passkey from another site's page", async () => {
  const invited = await withInvitation();
  const { body } = (await acceptByPasskey(invited, { origin: "https://evil.example" })).answer;
  expect(body.display_message).toMatch(/passkey was not accepted/);
  await expectStillGood(invited);
});

test("a challenge of another invitation or ceremony, an old one and a forged one are refused", async () => {
  const invited = await withInvitation();
  const { app, admin, token, other } = invited;
  const key = authenticator();
  const theirs = await invite(admin.dashboard, { email: "bob@shop.example" });
  const old = await fetchChallenge(other, START, { token });
  app.advanceClock(5 * 60_000);
  const good = await fetchChallenge(other, START, { token });
  for (const challenge of [
    old,
    await fetchChallenge(other, START, { token: theirs }),
    await fetchChallenge(admin.dashboard, "people/passkey/start"),
    await fetchChallenge(other),
    { ...good, sealed: "v2.a.b.c" },
  ]) {
    const { body } = await other.post(ACCEPT, { token, ...key.make(challenge) });
    expect(body.display_message).toMatch(/passkey was not accepted/);
  }
  await expectStillGood(invited);
});

test("an invitation is accepted by one way: both at once and none are refused", async () => {
  const invited = await withInvitation();
  const { token, other } = invited;
  const made = authenticator().make(await fetchChallenge(other, START, { token }));
  const password = { password: PASSWORD, code: "123456" };
  for (const [path, body, code] of [
    [ACCEPT, { ...made, ...password }, "UNKNOWN_FIELDS"],
    ["invitation/accept", { ...made, ...password }, "UNKNOWN_FIELDS"],
    [ACCEPT, {}, "MISSING_FIELDS"],
    ["invitation/accept", {}, "MISSING_FIELDS"],
  ] as const)
    expect((await other.post(path, { token, ...body })).body.error_code).toBe(code);
  await expectStillGood(invited);
});

test("a known passkey is refused, and an invitation that ended during the ceremony", async () => {
  const invited = await withInvitation();
  const { app, admin, token, other } = invited;
  const key = authenticator();
  const start = () => fetchChallenge(other, START, { token });
  await admin.dashboard.post(
    "people/passkey/add",
    key.make(await fetchChallenge(admin.dashboard, "people/passkey/start")),
  );
  const known = await other.post(ACCEPT, { token, ...key.make(await start()) });
  expect(known.body.display_message).toMatch(/added before/);
  const underWay = authenticator().make(await start());
  const { made, answer } = await acceptByPasskey(invited);
  expect(answer.status).toBe(200);
  for (const again of [made, underWay])
    expect((await other.post(ACCEPT, { token, ...again })).body.display_message).toMatch(
      /used or withdrawn/,
    );
  expect(await app.services.store.members.of(app.keys.client_id)).toHaveLength(2);
});

test("an address in use is refused before the ceremony and after it", async () => {
  const { app, token, other } = await withInvitation({});
  const made = authenticator().make(await fetchChallenge(other, START, { token, email: EMAIL }));
  const { member } = await signedInMember(app, { clientId: app.keys.client_id });
  await app.services.store.members.put({ ...member, memberId: "another", email: EMAIL });
  for (const [path, body] of [
    [START, { email: EMAIL }],
    [ACCEPT, made],
  ] as const)
    expect((await other.post(path, { token, ...body })).body.display_message).toMatch(
      /signs in with this e-mail address already/,
    );
  expect((await other.post("invitation", { token })).status).toBe(200);
});

test("a passkey that was made before its member joined is refused", async () => {
  const { app, token, other, admin } = await withInvitation();
  const made = authenticator().make(await fetchChallenge(other, START, { token }));
  await app.services.store.members.put({ ...admin.member, memberId: "another", email: EMAIL });
  const { body } = await other.post(ACCEPT, { token, ...made });
  expect(body.display_message).toMatch(/this page is too old/);
  expect((await other.post("invitation", { token })).status).toBe(200);
});

test("another site's page neither starts nor accepts a passkey", async () => {
  const invited = await withInvitation();
  const { token, other } = invited;
  const made = authenticator().make(await fetchChallenge(other, START, { token }));
  for (const [path, body] of [
    [START, {}],
    [ACCEPT, made],
  ] as const) {
    const headers = { origin: "https://evil.example" };
    const { body: refusal } = await other.post(path, { token, ...body }, headers);
    expect(refusal.error_code).toBe("INVALID_ORIGIN");
  }
  await expectStillGood(invited);
});

test("ten refused passkeys a minute are all that an address has", async () => {
  const invited = await withInvitation();
  const flags = { flags: 0x41 };
  for (let count = 0; count < 10; count++)
    expect((await acceptByPasskey(invited, flags)).answer.status).toBe(400);
  expect((await invited.other.post(START, { token: invited.token })).status).toBe(429);
});

test("a member who accepts by a passkey has no password any more, and by a password no passkey", async () => {
  const invited = await withInvitation();
  const { app, admin, token, other } = invited;
  const { secret } = await acceptInvitation(app, other, token, PASSWORD);
  const { store } = app.services;
  const { memberId = "" } = (await store.members.byEmail(EMAIL)) ?? {};
  const again = async () => ({
    ...invited,
    ...{ token: await invite(admin.dashboard, { email: EMAIL }), other: browser(app) },
  });
  const { key, answer } = await acceptByPasskey(await again());
  expect(answer.body).toMatchObject({ member: { member_id: memberId } });
  expect((await other.reload()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");

  app.advanceClock(60_000);
  const signIn = async (email: string) => {
    const given = { email, password: PASSWORD, code: toCode(app, secret) };
    const { request_id, ...body } = (await browser(app).post("member/session", given)).body;
    return body;
  };
  const refusal = await signIn(EMAIL);
  expect(refusal.error_code).toBe("INVALID_API_KEYS");
  expect(await signIn("nobody@shop.example")).toEqual(refusal);
  for (let guess = 1; guess < 5; guess++) await signIn(EMAIL);
  expect((await signIn(EMAIL)).error_code).toBe("RATE_LIMIT");

  const byPassword = await again();
  await acceptInvitation(app, byPassword.other, byPassword.token, PASSWORD);
  expect((await byPassword.other.reload()).status).toBe(200);
  expect(await store.members.passkey(key.id)).toBeNull();
  expect((await store.members.byId(memberId))?.passwordHash).not.toBeNull();
});

test("the last passkey of a member without a password stays", async () => {
  const invited = await withInvitation();
  const { app, other } = invited;
  const { key } = await acceptByPasskey(invited);
  const { body: before } = await other.post("people/passkeys", {});
  expect(before).toMatchObject({ has_password: false, passkeys: [{ passkey_id: key.id }] });
  const removal = { passkey_id: key.id };
  const refused = await other.post("people/passkey/remove", removal);
  expect(refused.body.display_message).toMatch(/^This is your only way to sign in/);
  const unknown = await other.post("people/passkey/remove", { passkey_id: "unknown" });
  expect(unknown.body.error_code).toBe("NOT_FOUND");
  const second = authenticator();
  const challenge = await fetchChallenge(other, "people/passkey/start");
  await other.post("people/passkey/add", second.make(challenge));
  expect((await other.post("people/passkey/remove", removal)).status).toBe(200);
  const { memberId = "" } = (await app.services.store.members.byEmail(EMAIL)) ?? {};
  expect(await app.services.store.members.passkeys(memberId)).toMatchObject([
    { credentialId: second.id },
  ]);
});
