import { expect, test } from "vitest";
import { mailServer } from "../../../testing/test-app/mail-server.ts";
import { png } from "../../../testing/test-app/png.ts";
import { storedValues } from "../../../testing/test-app/stored-values.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { readLogo } from "../../domain/clients/client-brand.ts";

const FIELDS = {
  client_name: "Corner Shop",
  language: "en",
  country_codes: ["US"],
  products: ["auth"],
  user: { client_user_id: "user-1", email_address: "ann@mail.example" },
};
const DAY = 86_400_000;
const LOOK = { radius: null, font: null, hasTrustPane: false, mode: "auto" } as const;

const setup = async (variables: Record<string, string> = {}, folder?: string) => {
  const app = await testApp(variables, folder);
  const create = (hosted_link: object = {}, more: object = {}) =>
    app.post("/link/token/create", { ...app.credentials, ...FIELDS, hosted_link, ...more });
  const secretOf = ({ body }: { body: Record<string, unknown> }) =>
    new URL(String(body.hosted_link_url)).hash.slice(1);
  const open = (secret: string) => app.post("/bridge/hosted/open", { secret });
  return { ...app, create, secretOf, open };
};

test("a hosted link opens its link token, names the client and its end, and changes nothing", async () => {
  const { create, secretOf, open, keys } = await setup();
  const created = await create({ completion_redirect_uri: "http://localhost:3000/thanks" });
  expect(created.status).toBe(200);
  expect(created.body.hosted_link_url).toMatch(/^http:\/\/localhost:\d+\/hosted#[0-9A-Za-z]{43}$/);
  const secret = secretOf(created);
  for (let times = 0; times < 2; times++) {
    const { status, body } = await open(secret);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      client_name: "Corner Shop",
      link_token: created.body.link_token,
      expires_at: "2026-01-15T16:00:00.000Z",
      completion_redirect_uri: "http://localhost:3000/thanks",
      words: { title: "Corner Shop asks you to connect your bank" },
    });
    expect(JSON.stringify(body)).not.toContain(keys.secret);
  }
});

test("no row of the store, no line of the log and no header has the secret of a hosted link", async () => {
  const mail = await mailServer();
  const app = await setup({ SMTP_URL: mail.url, MAIL_FROM: "accounts@acme.example" });
  const created = await app.create({ delivery_method: "email" });
  const secret = app.secretOf(created);
  const { headers } = await app.request({ url: "/hosted" });
  expect(JSON.stringify(headers)).not.toContain(secret);
  await app.open(secret);
  await app.writeUsage();
  const waiting = await storedValues(app.folder);
  await app.runJobs();
  expect(mail.received).toHaveLength(1);
  const values = [...waiting, ...(await storedValues(app.folder))];
  expect(values.join("\n")).toContain("/link/token/create");
  expect(values.join("\n")).not.toContain(secret);
  expect(app.logged.join("\n")).not.toContain(secret);
});

test("an unknown secret, and a plain link token's own text, open nothing", async () => {
  const { open, call } = await setup();
  const plain = await call("/link/token/create", FIELDS);
  for (const text of ["x", "a".repeat(43), String(plain.link_token)])
    expect((await open(text)).body.error_code).toBe("INVALID_LINK_TOKEN");
});

test("a link lives 21 days at most, and its page has the client's name, accent and logo", async () => {
  const { create, secretOf, open, keys, services, request, advanceClock } = await setup();
  const created = await create({ url_lifetime_seconds: 21 * 86_400 });
  expect(created.body.expiration).toBe("2026-02-05T12:00:00.000Z");
  const logo = readLogo(png(96, 48));
  if (typeof logo === "string") throw new Error(logo);
  await services.store.brands.set(keys.client_id, {
    ...LOOK,
    name: "Tally",
    accent: "#0b5c6b",
    logo,
  });
  advanceClock(21 * DAY - 1);
  const { body } = await open(secretOf(created));
  expect(body).toMatchObject({
    client_name: "Tally",
    accents: { light: "#0b5c6b" },
    words: { title: "Tally asks you to connect your bank" },
  });
  const { src, ...size } = Object(body.logo);
  expect(size).toEqual({ width: 96, height: 48 });
  expect((await request({ url: src })).headers["content-type"]).toBe("image/png");
  advanceClock(1);
  expect((await open(secretOf(created))).body).toMatchObject({ link_token: null, is_over: true });
});

test("a brand without a name leaves the link its client_name", async () => {
  const { create, secretOf, open, keys, services } = await setup();
  const created = await create();
  await services.store.brands.set(keys.client_id, { ...LOOK, name: "", accent: "#0b5c6b" });
  expect((await open(secretOf(created))).body).toMatchObject({
    client_name: "Corner Shop",
    words: { title: "Corner Shop asks you to connect your bank" },
  });
});

test("a mail has the name of the brand, in place of the client_name of its link", async () => {
  const mail = await mailServer();
  const { create, runJobs, keys, services } = await setup({
    SMTP_URL: mail.url,
    MAIL_FROM: "accounts@acme.example",
  });
  await services.store.brands.set(keys.client_id, { ...LOOK, name: "Tally", accent: null });
  await create({ delivery_method: "email" }, { client_name: "Your Bank" });
  await runJobs();
  expect(mail.received[0]?.message).toContain("Tally asks you");
  expect(mail.received[0]?.message).not.toContain("Your Bank");
});

test.each([
  ["Shop\u2028Call +1 555 0100"],
  ["Sh\u200bop"],
  ["\u061cShop"],
  ["Shop at https://evil.example"],
  ["Open WWW.evil.example"],
])("a client_name that a mail would show as another text is refused: %j", async (client_name) => {
  const { create } = await setup();
  const { status, body } = await create({}, { client_name });
  expect([status, body.error_code]).toEqual([400, "INVALID_FIELD"]);
  expect(body.error_message).toContain("client_name");
});

test("a link of a removed client opens nothing, and a mail with it that waits is not sent", async () => {
  const mail = await mailServer();
  const { create, secretOf, open, startLink, runJobs, keys, services } = await setup({
    SMTP_URL: mail.url,
    MAIL_FROM: "accounts@acme.example",
  });
  const created = await create({ delivery_method: "email" });
  const { clients } = services.store;
  await clients.remove(keys.client_id, { onlyEmpty: false, now: services.clock() });
  expect((await open(secretOf(created))).body.error_code).toBe("INVALID_LINK_TOKEN");
  const { status, body } = await startLink({ token: created.body.link_token });
  expect([status, body.error_code]).toEqual([400, "INVALID_LINK_TOKEN"]);
  await runJobs();
  expect(mail.received).toEqual([]);
});

test("the second of two people who open one link ends the session of the first", async () => {
  const { create, startLink } = await setup();
  const { body } = await create();
  const bank = { institution_id: "ins_109508" };
  const first = await startLink({ token: body.link_token }, undefined, "a".repeat(32));
  await first.bridge("institution/select", bank);
  const second = await startLink({ token: body.link_token }, undefined, "b".repeat(32));
  expect(second.status).toBe(200);
  const credentials = { username: "user_good", password: "pass_good" };
  const refused = await first.bridge("credentials/submit", { ...bank, credentials });
  expect([refused.status, refused.body.error_code]).toEqual([400, "INVALID_LINK_SESSION"]);
  expect((await second.bridge("institution/select", bank)).status).toBe(200);
});

test("a link of several days outlives its session, until one has connected", async () => {
  const { create, startLink, advanceClock, runJobs } = await setup();
  const { body } = await create({ url_lifetime_seconds: 7 * 86_400 });
  expect(body.expiration).toBe("2026-01-22T12:00:00.000Z");
  const first = await startLink({ token: body.link_token });
  await first.bridge("institution/select", { institution_id: "ins_109508" });
  advanceClock(DAY);
  await runJobs();
  const second = await startLink({ token: body.link_token });
  expect(second.status).toBe(200);
  expect(Object(second.body.resume_point)).toMatchObject({ at: "institution" });
});

test.each([
  [
    { completion_redirect_uri: "https://shop.example/x" },
    {},
    /completion_redirect_uri must be regis/,
  ],
  [{ is_mobile_app: true }, {}, /completion_redirect_uri must be present with is_mobile_app/],
  [{ url_lifetime_seconds: 59 }, {}, /url_lifetime_seconds/],
  [{ url_lifetime_seconds: 21 * 86_400 + 1 }, {}, /url_lifetime_seconds/],
  [{ delivery_method: "email" }, {}, /this server sends no mail, since it has no SMTP_URL/],
  [{ delivery_method: "email" }, { user: { client_user_id: "a" } }, /user.email_address/],
  [{}, { redirect_uri: "http://localhost:3000/back" }, /redirect_uri must be left out/],
])("hosted_link %j with %j is refused", async (hosted, more, message) => {
  const { create } = await setup();
  const { status, body } = await create(hosted, more);
  expect(status).toBe(400);
  expect(body.error_message).toMatch(message);
});

test("a mail brings the address, has no text of the client in its subject, and is throttled", async () => {
  const mail = await mailServer();
  const { create, secretOf, runJobs } = await setup({
    SMTP_URL: mail.url,
    MAIL_FROM: "accounts@acme.example",
  });
  const split = await create({ delivery_method: "email" }, { client_name: "Shop\r\nBcc: all@x" });
  expect(split.body.error_message).toContain("client_name");
  const created = await create({ delivery_method: "email" }, { client_name: "<b>Shop" });
  expect(created.body.expiration).toBe("2026-01-22T12:00:00.000Z");
  await runJobs();
  expect(mail.received).toHaveLength(1);
  const { message = "", to } = mail.received[0] ?? {};
  const [head = "", body = ""] = message.split(/\r\n\r\n(.*)/s);
  expect(to).toEqual(["ann@mail.example"]);
  expect(head).toMatch(/^Subject: service-link: a request to connect your bank\r?$/m);
  expect(head).not.toMatch(/Shop/);
  const text = body.replace(/=\r\n/g, "");
  expect(text).toContain(secretOf(created));
  expect(text).toContain("&lt;b&gt;Shop asks you to connect your bank");
  expect(text).toContain("The link works until January 22, 2026 at 12:00");
  expect(text).toContain("service-link connects bank accounts for <b>Shop, and sends this email");
  await create({ delivery_method: "email" });
  const third = await create({ delivery_method: "email" });
  expect([third.status, third.body.error_code]).toEqual([429, "RATE_LIMIT"]);
});

test("a mail brings the logo of its client along", async () => {
  const mail = await mailServer();
  const { create, runJobs, services, keys } = await setup({
    SMTP_URL: mail.url,
    MAIL_FROM: "accounts@acme.example",
  });
  const logo = readLogo(png(96, 48));
  if (typeof logo === "string") throw new Error(logo);
  const { brands } = services.store;
  await brands.set(keys.client_id, { ...LOOK, name: "Tally", accent: null, logo });
  await create({ delivery_method: "email" });
  await runJobs();
  const messages = () => mail.received.map(({ message }) => message.replaceAll("\r\n", ""));
  expect(messages()[0]).toContain(logo.png.toString("base64"));
  expect(messages()[0]).toContain('">Tally</p>');
  expect(messages()[0]).not.toContain("cid:mark");
});

test("a recipient gets ten mails of a client in 24 hours, also after a restart of the server", async () => {
  const mail = await mailServer();
  const variables = { SMTP_URL: mail.url, MAIL_FROM: "accounts@acme.example" };
  const first = await setup(variables);
  const mailed = { delivery_method: "email" };
  for (let sent = 0; sent < 10; sent++) {
    expect((await first.create(mailed)).status).toBe(200);
    first.advanceClock(30_000);
  }
  const { create, advanceClock } = await setup(variables, first.folder);
  advanceClock(10 * 30_000);
  for (let times = 0; times < 2; times++) {
    const { status, body, headers } = await create(mailed);
    expect(status).toBe(429);
    expect(body).toMatchObject({
      error_code: "RATE_LIMIT",
      error_message: expect.stringMatching(
        /^a client sends 10 mails in 24 hours to one recipient;/,
      ),
    });
    expect(Number(headers["retry-after"])).toBeGreaterThan(86_000);
  }
  const another = { user: { client_user_id: "b", email_address: "bob@mail.example" } };
  expect((await create(mailed, another)).status).toBe(200);
  expect((await create()).status).toBe(200);
  advanceClock(DAY + 10 * 60_000);
  expect((await create(mailed)).status).toBe(200);
});
