import { expect, test, vi } from "vitest";
import { appWithMail, portalBrowser } from "../../testing/test-app/portal.ts";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { createReconfirmableItem } from "../../testing/test-app/reconfirmable-item.ts";
import { DAY_MS } from "../domain/calendar.ts";
import { emailDigest, sealEmail } from "../domain/portal-users/email.ts";

const EMAIL = "ann@mail.example";

/**
 * An app with mail, and an Item whose consent ends in 90 days without a reconfirmation. The bank's
 * own end is later.
 */
const setup = async ({ bankDays = 1000 as number | null } = {}) => {
  const mailed = await appWithMail({ SERVICE_BRAND: "Acme" });
  const { app, server } = mailed;
  const { services, keys } = app;
  const { clock, store } = services;
  const receiver = await testReceiver();
  const alert = { clientId: keys.client_id, webhook: null, email: null, mailUsers: false };
  await store.alerts.set({ ...alert, remindUsers: true });
  const { item_id: itemId, access_token } = await createReconfirmableItem(app, {
    webhook: receiver.url,
    reconfirmableUntil: bankDays && clock() + bankDays * DAY_MS,
    contact: {
      language: "en",
      email: { digest: emailDigest(services, EMAIL), sealed: sealEmail(services, EMAIL) },
    },
  });
  const pass = async (days: number) => {
    app.advanceClock(days * DAY_MS);
    for (let turn = 0; turn < 3; turn++) await app.runJobs();
    return server.received.splice(0).map(({ message }) => {
      const text = message.replaceAll("=\r\n", "").replaceAll("=3D", "=");
      return { text, secret: /\/hosted#([\w-]+)/.exec(text)?.[1] ?? "" };
    });
  };
  const item = async () => (await app.call("/item/get", { access_token })).item;
  const audited = async () => {
    const { rows } = await store.audit.page({
      ...{ clientId: null, actor: null, from: null, until: null, before: null },
      ...{ action: "connection.reconfirm", subject: itemId, limit: 10 },
    });
    return rows.map(({ actor, clientId }) => ({ actor, clientId }));
  };
  const inDays = (days: number) => new Date(clock() + days * DAY_MS).toISOString();
  return { ...mailed, itemId, access_token, pass, item, audited, inDays, receiver };
};

test("the mail and its page ask for the user's yes, which renews the consent without a sign-in", async () => {
  const { app, pass, item, audited, inDays, itemId } = await setup();
  const before = await app.services.store.items.byItemId(itemId);
  expect(await pass(75.9)).toEqual([]);
  const [mail, ...more] = await pass(0.1);
  expect(more).toEqual([]);
  expect(mail?.text).toContain("needs your yes, and no sign-in at your bank");
  const secret = mail?.secret ?? "";
  const page = (await app.post("/bridge/hosted/open", { secret })).body;
  expect(page).toMatchObject({
    reconfirms: true,
    words: { button: "Yes, go on" },
    connection: { institution: "British Bank, a yes each 90 days" },
  });
  // A program that opens mails gives no reconfirmation.
  expect(await audited()).toEqual([]);
  const answer = await app.post("/bridge/hosted/reconfirm", { secret });
  expect(answer.body).toMatchObject({ until: inDays(90) });
  expect(await item()).toMatchObject({ error: null, consent_expiration_time: inDays(90) });
  expect(await audited()).toEqual([
    { actor: { kind: "user", name: `link ${itemId}` }, clientId: app.keys.client_id },
  ]);
  const after = await app.services.store.items.byItemId(itemId);
  expect(after?.loggedInAt).toBe(before?.loggedInAt);
  // The link is used up, and the old deadlines send nothing.
  expect((await app.post("/bridge/hosted/open", { secret })).body.link_token).toBeNull();
  const again = await app.post("/bridge/hosted/reconfirm", { secret });
  expect(again.body.error_code).toBe("INVALID_LINK_TOKEN");
  expect(await pass(14)).toEqual([]);
  expect(await item()).toMatchObject({ error: null });
});

test("reads stop on day 90 with a reason of their own, until the application brings the user's yes", async () => {
  const { app, pass, item, audited, inDays, access_token, receiver } = await setup();
  await pass(89.9);
  receiver.received.length = 0;
  expect(await item()).toMatchObject({ error: null });
  await pass(0.1);
  const reason = "the user has not reconfirmed the consent within 90 days";
  expect((await item()) as object).toMatchObject({
    error: { error_code: "ITEM_LOGIN_REQUIRED", error_message: expect.stringContaining(reason) },
    update_type: "user_present_required",
  });
  const errors = () =>
    receiver.received.flatMap(({ body }) => (body.webhook_code === "ERROR" ? [body.error] : []));
  expect(errors()).toMatchObject([{ error_message: expect.stringContaining(reason) }]);
  const read = await app.post("/accounts/balance/get", { ...app.credentials, access_token });
  expect(read.body).toMatchObject({
    error_code: "ITEM_LOGIN_REQUIRED",
    error_message: expect.stringContaining(reason),
  });
  await app.call("/consent/reconfirm", { access_token });
  expect(await item()).toMatchObject({ error: null, consent_expiration_time: inDays(90) });
  expect(await audited()).toMatchObject([{ actor: { kind: "client", name: app.keys.client_id } }]);
  await pass(0);
  const codes = receiver.received.map(({ body }) => body.webhook_code);
  expect(codes).toContain("LOGIN_REPAIRED");
  expect((await app.call("/accounts/balance/get", { access_token })).accounts).not.toEqual([]);
  const { consent_events } = await app.call("/consent/events/get", { access_token });
  expect((consent_events as object[]).at(-1)).toMatchObject({
    ...{ event_type: "CONSENT_UPDATED", event_code: "USER_AGREEMENT", initiator: "END_USER" },
  });
});

test("the user says yes on the account site, from 14 days before the end on", async () => {
  const { app, pass, itemId, inDays, audited } = await setup();
  const person = portalBrowser(app);
  const connection = async () => {
    await person.openFromLink(itemId);
    return (await person.connections()).connections[0];
  };
  await pass(75);
  expect((await connection())?.reconfirms).toBeUndefined();
  await pass(15);
  expect(await connection()).toMatchObject({
    ...{ status: "paused", ended: "NOT_RECONFIRMED", reconfirms: true },
  });
  await person.post("connection/reconfirm", { connection_id: itemId });
  const after = await connection();
  expect(after).toMatchObject({ status: "connected", until: inDays(90) });
  expect(after?.ended).toBeUndefined();
  expect(await audited()).toHaveLength(1);
});

test("a yes that is not due changes nothing, and two at once are one", async () => {
  const { app, pass, item, access_token, inDays, audited } = await setup();
  const { store } = app.services;
  const yes = () => app.post("/consent/reconfirm", { ...app.credentials, access_token });
  const end = inDays(90);
  for (let round = 0; round < 3; round++) {
    app.advanceClock(1);
    const { status, body } = await yes();
    expect(status).toBe(200);
    expect(body.item).toMatchObject({ error: null, consent_expiration_time: end });
  }
  expect(await audited()).toEqual([]);
  const reconfirm = vi.spyOn(store.items, "reconfirm");
  const [mail] = await pass(76);
  const secret = mail?.secret ?? "";
  const link = () => app.post("/bridge/hosted/reconfirm", { secret });
  await Promise.all([link(), link(), yes(), yes()]);
  const stored = await Promise.all(reconfirm.mock.results.map(({ value }) => value));
  expect(stored.filter(Boolean)).toHaveLength(1);
  expect(await audited()).toHaveLength(1);
  expect(await item()).toMatchObject({ consent_expiration_time: inDays(90) });
});

test("a yes renews no consent beyond the bank's own end, and none that only a sign-in renews", async () => {
  const { pass, app, item, access_token, inDays } = await setup({ bankDays: 120 });
  await pass(80);
  await app.call("/consent/reconfirm", { access_token });
  expect(await item()).toMatchObject({ consent_expiration_time: inDays(40) });
  const refused = async () =>
    (await app.post("/consent/reconfirm", { ...app.credentials, access_token })).body;
  expect(await refused()).toMatchObject({ error_code: "INVALID_FIELD" });
  const [mail] = await pass(26);
  expect(mail?.text).toContain("sign in there once more");
  await pass(14);
  expect(await refused()).toMatchObject({
    error_code: "ITEM_LOGIN_REQUIRED",
    error_message: expect.stringContaining("the consent has expired"),
  });
});

test("a yes mends no login that the bank has refused, and no connection that its user has ended", async () => {
  const { app, pass, itemId, access_token } = await setup();
  const refused = async () =>
    (await app.post("/consent/reconfirm", { ...app.credentials, access_token })).body.error_code;
  await app.call("/sandbox/item/reset_login", { access_token });
  expect(await refused()).toBe("ITEM_LOGIN_REQUIRED");
  await pass(90);
  expect(await refused()).toBe("ITEM_LOGIN_REQUIRED");
  const person = portalBrowser(app);
  await person.openFromLink(itemId);
  await person.post("connection/end", { connection_id: itemId });
  expect(await refused()).toBe("USER_PERMISSION_REVOKED");
});
