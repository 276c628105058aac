import { expect, test } from "vitest";
import { appWithMail, portalBrowser, toSecret } from "../../testing/test-app/portal.ts";
import { testApp } from "../../testing/test-app/test-app.ts";

const MINUTE = 60_000;
const ANN = "ann@mail.example";

const connectionIds = async (person: ReturnType<typeof portalBrowser>) =>
  (await person.connections()).connections.map(({ connection_id }) => connection_id).toSorted();

test("the connections of one confirmed address are shown together, and a mail opens them again", async () => {
  const { app, confirm, lastMail, addressIn } = await appWithMail();
  const [first, second, foreign] = [
    await app.link(),
    await app.link("ins_109509"),
    await app.link(),
  ];
  const person = portalBrowser(app);
  for (const { item_id } of [first, second]) {
    await person.openFromLink(item_id);
    expect((await confirm(person, ` ${ANN.toUpperCase()} `)).body.email).toBe(ANN);
  }
  const somebody = portalBrowser(app);
  await somebody.openFromLink(foreign.item_id);
  await confirm(somebody, "bob@mail.example");
  const ids = [first.item_id, second.item_id].toSorted();
  expect([await connectionIds(person), await connectionIds(somebody)]).toEqual([
    ids,
    [foreign.item_id],
  ]);

  app.advanceClock(2 * MINUTE);
  const elsewhere = portalBrowser(app);
  const { status } = await elsewhere.post("sign-in", { email: ANN, language: "fr" });
  expect(status).toBe(200);
  const mail = await lastMail();
  expect(mail).toContain("To: ann@mail.example");
  const address = addressIn(mail);
  expect(address).toMatch(/\/account#mail\./);
  await elsewhere.post("open", { address: toSecret(address) });
  expect(await connectionIds(elsewhere)).toEqual(ids);
  expect((await elsewhere.connections()).email).toBe(ANN);
  expect(app.logged.join("\n")).not.toMatch(/ann@mail/i);
});

test("an unconfirmed address gets no mail, and the response is the same", async () => {
  const { app, server, confirm, lastMail } = await appWithMail();
  const { item_id } = await app.link();
  const person = portalBrowser(app);
  await person.openFromLink(item_id);
  await person.post("email", { email: "mistyped@mail.example", language: "en" });
  await lastMail();
  await confirm(person, ANN);
  app.advanceClock(2 * MINUTE);
  server.received.length = 0;
  const shapes = [];
  for (const email of [ANN, "mistyped@mail.example", "nobody@mail.example"]) {
    const { status, body } = await person.post("sign-in", { email, language: "en" });
    shapes.push([status, Object.keys(body)]);
  }
  await app.runJobs();
  await app.runJobs();
  expect(shapes).toEqual(Array(3).fill([200, ["request_id"]]));
  expect(server.received.map(({ to }) => to)).toEqual([[ANN]]);
});

test("a code is valid in its own session, for ten minutes, and for five attempts", async () => {
  const { app, lastMail, codeIn } = await appWithMail();
  const { item_id } = await app.link();
  const [person, other] = [portalBrowser(app), portalBrowser(app)];
  for (const browser of [person, other]) await browser.openFromLink(item_id);
  const confirm = async (browser: typeof person, code: string) =>
    (await browser.post("email/confirm", { code })).body.error_code;
  await person.post("email", { email: ANN, language: "en" });
  const code = codeIn(await lastMail());
  expect(code).toMatch(/^\d{8}$/);
  expect(await confirm(other, code)).toBe("INVALID_OTP");
  const wrong = code === "00000000" ? "00000001" : "00000000";
  for (let n = 0; n < 5; n++) expect(await confirm(person, wrong)).toBe("INVALID_OTP");
  expect(await confirm(person, code)).toBe("INVALID_OTP");

  await person.post("email", { email: ANN, language: "en" });
  const flooded = codeIn(await lastMail());
  const guesses = Array.from({ length: 60 }, () => confirm(person, wrong));
  expect(new Set(await Promise.all([...guesses, confirm(person, flooded)]))).toEqual(
    new Set(["INVALID_OTP"]),
  );

  await person.post("email", { email: ANN, language: "en" });
  const late = codeIn(await lastMail());
  app.advanceClock(10 * MINUTE);
  expect(await confirm(person, late)).toBe("INVALID_OTP");

  for (let n = 0; n < 2; n++) {
    expect((await person.post("email", { email: ANN, language: "en" })).status).toBe(200);
    // Mails of the same moment have no fixed order.
    await lastMail();
  }
  const { body } = await person.post("email", { email: ANN, language: "en" });
  expect(body.error_code).toBe("RATE_LIMIT");
  const last = codeIn(await lastMail());
  expect(await confirm(person, `${last.slice(0, 4)} ${last.slice(4)}`)).toBeUndefined();
  expect(await confirm(person, last)).toBe("INVALID_OTP");
});

test("with another address a person stays the same, and the address before opens nothing", async () => {
  const { app, server, confirm } = await appWithMail();
  const { item_id } = await app.link();
  const person = portalBrowser(app);
  await person.openFromLink(item_id);
  await confirm(person, ANN);
  const { body } = await confirm(person, "ann@new.example");
  expect([body.email, await connectionIds(person)]).toEqual(["ann@new.example", [item_id]]);
  server.received.length = 0;
  for (const email of [ANN, "ann@new.example"])
    await person.post("sign-in", { email, language: "en" });
  await app.runJobs();
  await app.runJobs();
  expect(server.received.map(({ to }) => to)).toEqual([["ann@new.example"]]);
});

test("mails are throttled for each person, address and network", async () => {
  const { app, server, confirm } = await appWithMail({ RATE_LIMITS: "on" });
  const { item_id } = await app.link();
  const person = portalBrowser(app);
  await person.openFromLink(item_id);
  await confirm(person, ANN);
  server.received.length = 0;
  const codes = [];
  for (let n = 0; n < 6; n++)
    codes.push((await person.post("sign-in", { email: ANN, language: "en" })).body.error_code);
  expect(codes).toEqual([...Array(5).fill(undefined), "RATE_LIMIT"]);
  await app.runJobs();
  await app.runJobs();
  expect(server.received).toHaveLength(1);
});

test("codes to one address are throttled, over all sessions", async () => {
  const { app } = await appWithMail({ RATE_LIMITS: "on" });
  const { item_id } = await app.link();
  const send = async (email: string) => {
    const person = portalBrowser(app);
    await person.openFromLink(item_id);
    return (await person.post("email", { email, language: "en" })).body.error_code;
  };
  const codes = [];
  for (let n = 0; n < 6; n++) codes.push(await send(ANN));
  expect(codes).toEqual([...Array(5).fill(undefined), "RATE_LIMIT"]);
  expect(await app.services.store.jobs.count("send-mail")).toBe(5);
  expect(await send("bob@mail.example")).toBeUndefined();
});

test("without a mail server nothing is sent, and the response says why", async () => {
  const app = await testApp();
  const { item_id } = await app.link();
  const person = portalBrowser(app);
  await person.openFromLink(item_id);
  for (const path of ["sign-in", "email"]) {
    const { body } = await person.post(path, { email: ANN, language: "en" });
    expect([body.error_code, body.error_message]).toEqual([
      "INVALID_CONFIGURATION",
      "this server sends no mail: it has no SMTP_URL",
    ]);
  }
});

test("mails have the brand and the user's language, and load nothing remote", async () => {
  const { app, confirm, lastMail, server } = await appWithMail({ SERVICE_BRAND: "Acme" });
  const { item_id } = await app.link();
  const person = portalBrowser(app);
  await person.openFromLink(item_id);
  await confirm(person, ANN);
  await person.post("sign-in", { email: ANN, language: "fr" });
  expect(await lastMail()).toContain("Ouvrir mes connexions");
  for (const { message } of server.received) {
    expect(message).toContain("Acme");
    expect(message).not.toMatch(/service-?link|src=3D/i);
  }
});

test("a person switches their reminders on in their language, and off for every client", async () => {
  const { app, confirm } = await appWithMail();
  const { item_id } = await app.link();
  const { reminders } = app.services.store;
  const person = portalBrowser(app);
  await person.openFromLink(item_id);
  expect(await person.connections()).not.toHaveProperty("reminders");
  const unknown = await person.post("reminders", { on: true, language: "en" });
  expect([unknown.status, unknown.body.error_code]).toEqual([400, "INVALID_FIELD"]);
  await confirm(person, ANN);
  expect((await person.connections()).reminders).toBe(false);
  expect(await reminders.recipient(item_id)).toBeNull();
  const on = await person.post("reminders", { on: true, language: "fr" });
  expect(on.body.reminders).toBe(true);
  expect(await reminders.recipient(item_id)).toMatchObject({ language: "fr" });
  await person.post("reminders", { on: true, language: "fr" });
  const off = await person.post("reminders", { on: false, language: "fr" });
  expect(off.body.reminders).toBe(false);
  expect(await reminders.recipient(item_id)).toBeNull();
  const entries = await app.services.store.audit.last(10);
  const own = entries.filter(({ action }) => action === "person.set_reminders");
  expect(own.map(({ details }) => JSON.parse(details).to)).toEqual([true, false]);
});
