import { expect, test } from "vitest";
import {
  authenticator,
  type Changes,
  fetchChallenge,
} from "../../../testing/test-app/authenticator.ts";
import { browser, signedIn, signedInMember } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

/** A member with a passkey. */
const withPasskey = async (kind?: "ec" | "rsa") => {
  const app = await testApp();
  const { member, dashboard } = await signedInMember(app, { clientId: app.keys.client_id });
  const key = authenticator(kind);
  const challenge = await fetchChallenge(dashboard, "people/passkey/start");
  const { body } = await dashboard.post("people/passkey/add", key.make(challenge));
  expect(body.passkeys).toMatchObject([{ passkey_id: key.id, used_at: null }]);
  // A moment passes, since challenges are compared by time.
  app.advanceClock(1);
  return { app, member, dashboard, key };
};

test.each(["ec", "rsa"] as const)(
  "a member adds a passkey and signs in with it (%s)",
  async (kind) => {
    const { app, member, key } = await withPasskey(kind);
    const other = browser(app);
    const answer = await other.post("member/passkey", key.answer(await fetchChallenge(other)));
    expect(answer.body).toMatchObject({ role: "admin", member: { email: member.email } });
    expect((await other.reload()).status).toBe(200);
    const log = await app.services.store.audit.last(2);
    expect(log.map(({ action, subject }) => [action, subject])).toEqual([
      ["member.add_passkey", member.email],
      ["member.sign_in", member.email],
    ]);
  },
);

test("an answer to a challenge is good once, and for five minutes", async () => {
  const { app, key } = await withPasskey();
  const other = browser(app);
  const old = key.answer(await fetchChallenge(other));
  app.advanceClock(1);
  const answer = key.answer(await fetchChallenge(other));
  expect((await other.post("member/passkey", answer)).status).toBe(200);
  for (const again of [answer, old])
    expect((await other.post("member/passkey", again)).body.error_code).toBe("INVALID_API_KEYS");
  const late = key.answer(await fetchChallenge(other));
  app.advanceClock(5 * 60_000);
  expect((await other.post("member/passkey", late)).body.error_code).toBe("INVALID_API_KEYS");
});

const FAULTS: [name: string, changes: Changes][] = [
  ["another site's page", { origin: "https://evil.example" }],
  ["another kind of ceremony", { type: "webauthn.other" }],
  ["another site's key", { host: "evil.example" }],
  ["an absent user", { flags: 0x44 }],
  ["a user who was not verified", { flags: 0x41 }],
];

test.each(FAULTS)("a passkey is refused from %s", async (_, changes) => {
  const { app, dashboard, key } = await withPasskey();
  const other = browser(app);
  const answer = key.answer(await fetchChallenge(other), changes);
  const { body } = await other.post("member/passkey", answer);
  expect(body.error_code).toBe("INVALID_API_KEYS");
  const challenge = await fetchChallenge(dashboard, "people/passkey/start");
  const made = authenticator().make(challenge, changes);
  expect((await dashboard.post("people/passkey/add", made)).body.error_code).toBe("INVALID_FIELD");
});

test("a signature of another key, a challenge of another ceremony and a copied counter are refused", async () => {
  const { app, dashboard, key } = await withPasskey();
  const other = browser(app);
  const refused = async (body: object) =>
    expect((await other.post("member/passkey", body)).body.error_code).toBe("INVALID_API_KEYS");
  const { sealed, credential } = authenticator().answer(await fetchChallenge(other));
  await refused({ sealed, credential: { ...credential, id: key.id } });
  await refused(key.answer(await fetchChallenge(dashboard, "people/passkey/start")));
  await refused({ ...key.answer(await fetchChallenge(other)), sealed: "v2.a.b.c" });
  key.count(7);
  expect((await other.post("member/passkey", key.answer(await fetchChallenge(other)))).status).toBe(
    200,
  );
  app.advanceClock(1);
  await refused(key.answer(await fetchChallenge(other)));
});

test("a removed passkey signs in no more, and its sessions end", async () => {
  const { app, member, dashboard, key } = await withPasskey();
  const other = browser(app);
  await other.post("member/passkey", key.answer(await fetchChallenge(other)));
  const removal = { passkey_id: key.id };
  expect((await dashboard.post("people/passkey/remove", removal)).body.passkeys).toEqual([]);
  expect((await dashboard.post("people/sessions", {})).body.sessions).toMatchObject([
    { is_current: true },
  ]);
  expect((await dashboard.post("people/passkey/remove", removal)).body.error_code).toBe(
    "NOT_FOUND",
  );
  expect((await other.reload()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
  expect((await dashboard.reload()).status).toBe(200);
  const [entry] = await app.services.store.audit.last(1);
  expect(entry).toMatchObject({ action: "member.remove_passkey", subject: member.email });
  app.advanceClock(1);
  const answer = key.answer(await fetchChallenge(other));
  expect((await other.post("member/passkey", answer)).body.error_code).toBe("INVALID_API_KEYS");
});

test("a session adds and removes passkeys for ten minutes after its sign-in, and a new sign-in does again", async () => {
  const { app, member, dashboard, key } = await withPasskey();
  app.advanceClock(10 * 60_000 - 2);
  const challenge = await fetchChallenge(dashboard, "people/passkey/start");
  app.advanceClock(1);
  const removal = { passkey_id: key.id };
  for (const [path, body] of [
    ["people/passkey/start", {}],
    ["people/passkey/remove", removal],
  ] as const)
    expect((await dashboard.post(path, body)).body).toMatchObject({
      error_code: "STALE_DASHBOARD_SESSION",
      display_message: expect.stringMatching(/^Your sign-in is more than ten minutes old/),
    });
  expect(await app.services.store.members.passkeys(member.memberId)).toHaveLength(1);
  // The user was still at the browser's dialog.
  const second = authenticator();
  const { body } = await dashboard.post("people/passkey/add", second.make(challenge));
  expect(body.passkeys).toHaveLength(2);
  await dashboard.post("member/passkey", key.answer(await fetchChallenge(dashboard)));
  const { body: after } = await dashboard.post("people/passkey/remove", { passkey_id: second.id });
  expect(after.passkeys).toHaveLength(1);
  expect((await dashboard.post("people/passkey/start", {})).status).toBe(200);
});

test("a passkey is added once, by a member, and goes with the credentials that a new invitation replaces", async () => {
  const { app, member, dashboard, key } = await withPasskey();
  const again = key.make(await fetchChallenge(dashboard, "people/passkey/start"));
  const { body } = await dashboard.post("people/passkey/add", again);
  expect(body.display_message).toMatch(/added before/);
  const { store } = app.services;
  await store.members.put({ ...member, passwordHash: "another" });
  expect(await store.members.passkey(key.id)).toBeNull();
  const bySecret = (await signedIn()).dashboard;
  const refusal = await bySecret.post("people/passkey/start", {});
  expect(refusal.body.display_message).toMatch(/Only a member has passkeys/);
});
