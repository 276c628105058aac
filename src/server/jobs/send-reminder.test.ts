import { expect, test } from "vitest";
import { LoginForm } from "../../protocol/link/login-form.ts";
import { appWithMail } from "../../testing/test-app/portal.ts";
import { DAY_MS } from "../domain/calendar.ts";
import { DEADLINE_JOB } from "../domain/items/item-deadline.ts";
import type { ItemContact } from "../domain/items/reminder.ts";
import { logIn } from "../domain/link/login.ts";
import { newItem } from "../domain/link/new-item.ts";
import { shareableAccountsOf } from "../domain/link/shareable-accounts.ts";
import { emailDigest, sealEmail } from "../domain/portal-users/email.ts";
import { itemDeadline } from "./deadlines.ts";

const EMAIL = "ann@mail.example";
const BRITISH = { institution_id: "ins_116834" };
const GOOD = { username: "user_good", password: "pass_good" };

/**
 * An app with mail whose client has switched reminders on, and a British Item whose consent ends in
 * some days.
 */
const setup = async ({
  days = 20,
  isOn = true,
  language = "en" as ItemContact["language"],
} = {}) => {
  const mailed = await appWithMail({ SERVICE_BRAND: "Acme" });
  const { app, server } = mailed;
  const { services, keys } = app;
  const { clock, store } = services;
  const alert = { clientId: keys.client_id, webhook: null, email: null, mailUsers: false };
  await store.alerts.set({ ...alert, remindUsers: isOn });
  const login = await logIn(services, BRITISH.institution_id, GOOD);
  if (login.at !== "accounts") throw new Error("user_good is let in");
  const { created } = newItem(services, {
    ...login,
    clientId: keys.client_id,
    applicationName: "Corner Shop",
    products: ["transactions"],
    webhook: null,
    accounts: shareableAccountsOf(services, login.accounts, ["transactions"], false).accounts,
    consentExpiresAt: clock() + days * DAY_MS,
    contact: {
      language,
      email: { digest: emailDigest(services, EMAIL), sealed: sealEmail(services, EMAIL) },
    },
  });
  await store.items.create(created);
  const { itemId } = created.item;
  const pass = async (days: number) => {
    app.advanceClock(days * DAY_MS);
    for (let turn = 0; turn < 3; turn++) await app.runJobs();
    return server.received.splice(0).map(({ to, message }) => ({ to, ...parseMail(message) }));
  };
  const open = (secret: string) => app.post("/bridge/hosted/open", { secret });
  /** Signs in by a mail's link; returns the response. */
  const renew = async (link_token: unknown) => {
    const link = await app.startLink({ token: link_token });
    const { form } = link.body.resume_point as { form: unknown };
    const { consent } = LoginForm.parse(form);
    await link.bridge("consent/give", { ...BRITISH, version: consent?.version });
    return link.bridge("credentials/submit", { ...BRITISH, credentials: GOOD });
  };
  return { ...mailed, itemId, pass, open, renew };
};

/** Returns the relevant parts of a mail. */
const parseMail = (message: string) => {
  const text = message.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  const header = (name: string) =>
    new RegExp(`^${name}:(.*(?:\r\n[ \t].*)*)`, "im")
      .exec(text)?.[1]
      ?.replaceAll(/\r\n\s+/g, " ")
      .trim();
  return {
    text,
    subject: header("Subject") ?? "",
    secret: /\/hosted#([\w-]+)/.exec(text)?.[1] ?? "",
    optOut: /<(http\S+)>/.exec(header("List-Unsubscribe") ?? "")?.[1] ?? "",
    oneClick: header("List-Unsubscribe-Post"),
  };
};

const stopPath = (url: string) => url.slice(url.indexOf("/reminders"));

test("a person is mailed 14, 7 and 1 days before their consent ends, each once", async () => {
  const { pass, app } = await setup();
  expect(await pass(0)).toEqual([]);
  expect(await pass(5.9)).toEqual([]);
  const [first, ...more] = await pass(0.1);
  expect(more).toEqual([]);
  expect(first?.to).toEqual([EMAIL]);
  expect(first?.subject).toBe("Acme: the access to your accounts ends soon");
  expect(first?.text).toContain(
    "Corner Shop may read your accounts at Royal Platypus Bank until February 4, 2026.",
  );
  expect(first?.oneClick).toBe("List-Unsubscribe=One-Click");
  expect(await pass(6.9)).toEqual([]);
  expect(await pass(0.1)).toHaveLength(1);
  expect(await pass(6)).toHaveLength(1);
  expect(await pass(0.9)).toEqual([]);
  expect(app.logged.join("\n")).not.toMatch(/ann@mail/i);
});

test("a reminder is in the language of its person's Link session", async () => {
  const { pass } = await setup({ language: "fr" });
  const [mail] = await pass(6);
  expect(mail?.text).toContain("Corner Shop peut consulter vos comptes chez Royal Platypus Bank");
});

test("a client without the switch has its users reminded of nothing", async () => {
  const { pass } = await setup({ isOn: false });
  expect(await pass(6)).toEqual([]);
  expect(await pass(7)).toEqual([]);
});

test("a worker that was away sends the latest reminder alone", async () => {
  const { pass } = await setup();
  expect(await pass(19)).toHaveLength(1);
});

test("a link of a reminder is not used up by opening, and ends when its Item is renewed by another one", async () => {
  const { pass, open, renew, app, itemId } = await setup();
  const [first] = await pass(6);
  const [second] = await pass(7);
  for (let times = 0; times < 3; times++)
    expect((await open(first?.secret ?? "")).body.link_token).not.toBeNull();
  const { body } = await open(first?.secret ?? "");
  expect(body.connection).toEqual({
    institution: app.services.directory.get(BRITISH.institution_id).name,
    accounts: expect.arrayContaining(["Savings ••••\u00a07396"]),
    dates: "Shared since January 15, 2026, until February 4, 2026",
  });
  const until = new Date(app.services.clock() + 90 * DAY_MS).toISOString();
  expect((await renew(body.link_token)).body).toMatchObject({ connection: { until } });
  for (const mail of [first, second])
    expect((await open(mail?.secret ?? "")).body).toMatchObject({
      link_token: null,
      connection: { dates: "Shared since January 15, 2026, until April 28, 2026" },
      words: { done: { title: "The access is renewed" } },
    });
  const item = await app.services.store.items.byItemId(itemId);
  expect(item?.consentExpiresAt).toBe(app.services.clock() + 90 * DAY_MS);
  // The old end passes without a reminder.
  expect(await pass(6)).toEqual([]);
});

test("the link of a reminder works for 14 days", async () => {
  const { pass, open } = await setup();
  const [mail] = await pass(6);
  await pass(13.9);
  expect((await open(mail?.secret ?? "")).body).toMatchObject({ is_over: false });
  await pass(0.1);
  const over = { is_over: true, link_token: null, connection: null };
  expect((await open(mail?.secret ?? "")).body).toMatchObject(over);
});

test("a person is mailed once a day after a login broke, unless it mended", async () => {
  const { pass, app, itemId, renew, open } = await setup({ days: 300 });
  const { vault } = app.services;
  const access_token = vault.accessToken("sandbox", itemId, 0);
  await app.call("/sandbox/item/reset_login", { access_token });
  expect(await pass(0.9)).toEqual([]);
  const [mail, ...more] = await pass(0.1);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("Acme: the access to your accounts has stopped");
  expect(mail?.text).toContain("Corner Shop has been unable to read your accounts");
  expect(await pass(3)).toEqual([]);
  const { body } = await open(mail?.secret ?? "");
  await renew(body.link_token);
  await app.call("/sandbox/item/reset_login", { access_token });
  app.advanceClock(DAY_MS / 2);
  const { public_token } = await app.call("/item/public_token/create", { access_token });
  await renew(public_token);
  expect(await pass(5)).toEqual([]);
});

test("a sandbox login that ends after 30 days is a broken login", async () => {
  const { pass } = await setup({ days: 300 });
  expect(await pass(30)).toEqual([]);
  expect(await pass(1)).toHaveLength(1);
});

test("one press ends the reminders to an address, and opening its page does not", async () => {
  const { pass, app } = await setup();
  const [mail] = await pass(6);
  const url = stopPath(mail?.optOut ?? "");
  const page = await app.request({ method: "GET", url });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain("Stop the reminders");
  expect(await pass(7)).toHaveLength(1);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const press = await app.request({
    ...{ method: "POST", url, headers: form },
    payload: "List-Unsubscribe=One-Click",
  });
  expect(press.statusCode).toBe(200);
  expect(press.body).toContain("Reminders are off");
  expect(await pass(6)).toEqual([]);
  await app.request({ method: "POST", url, headers: form, payload: "undo=1" });
  expect(await pass(0.5)).toEqual([]);
});

test("a page that no mail has an address of responds 404", async () => {
  const { app } = await setup();
  for (const token of ["", "x", "v2.0.a.b", "%00", "a".repeat(5000)])
    for (const method of ["GET", "POST"] as const) {
      const url = `/reminders/stop?token=${token}`;
      expect((await app.request({ method, url })).statusCode).toBe(404);
    }
});

test("a deadline that several processes run sends one mail", async () => {
  const { app, itemId } = await setup({ days: 14 + 1 / 24 });
  const { services } = app;
  app.advanceClock(DAY_MS / 24);
  const payload = { item_id: itemId, deadline: "consent_reminder", at: services.clock() } as const;
  const context = { ...services, job: { jobId: "1", attempts: 1, createdAt: services.clock() } };
  const runs = Array.from({ length: 4 }, () => itemDeadline.run(payload, context));
  await Promise.allSettled(runs);
  expect(await services.store.jobs.count("send-mail")).toBe(1);
  expect(await services.store.jobs.count(DEADLINE_JOB)).toBeGreaterThan(0);
});

test("the Item of a removed connection has no contact", async () => {
  const { app, pass, itemId } = await setup();
  const access_token = app.services.vault.accessToken("sandbox", itemId, 0);
  await app.call("/item/remove", { access_token });
  expect(await app.services.store.reminders.recipient(itemId)).toBeNull();
  expect(await pass(6)).toEqual([]);
});
