import { expect, test, vi } from "vitest";
import { SITE, sandboxBankApp, secretsIn } from "../../../testing/test-app/sandbox-bank.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

test("an authorization code is good once, for a minute, and in its own visit", async () => {
  const { app, atBank, goOn, visit } = await sandboxBankApp();
  const visitor = await visit(await atBank());
  const answer = await visitor.signIn("user_good", "pass_good");
  await visitor.sendCallback(answer);
  expect((await visitor.browser.get(answer.location, {})).text).toContain("opened before");
  expect((await visitor.open()).text).toContain("opened before");
  expect((await goOn(visitor.link)).body.error_code).toBe("INVALID_LINK_SESSION");

  const late = await visit(await atBank());
  const lateAnswer = await late.signIn("user_good", "pass_good");
  app.advanceClock(60_000);
  expect((await late.sendCallback(lateAnswer)).body.error_code).toBe("OAUTH_CODE_EXPIRED");

  const [first, second] = [await visit(await atBank()), await visit(await atBank())];
  const { location } = await first.signIn("user_good", "pass_good");
  const code = new URL(location, "http://x").searchParams.get("code") ?? "";
  await second.signIn("user_good", "pass_good");
  const mixed = `/oauth/return?${new URLSearchParams({ state: second.state, code })}`;
  const { body } = await second.sendCallback({ ...(await second.open()), location: mixed });
  expect(body.error_code).toBe("OAUTH_CODE_EXPIRED");
});

test("a form that is sent twice leads back by the code of its last answer", async () => {
  const { atBank, visit } = await sandboxBankApp();
  const visitor = await visit(await atBank());
  await visitor.signIn("user_good", "mfa_code");
  const secrets = secretsIn((await visitor.open()).text);
  const form = new URLSearchParams({ ...secrets, action: "answer", answer_0: "1234" }).toString();
  // A double click sends both forms before a response deletes the cookie.
  const cookie = [...visitor.browser.jar].map((pair) => pair.join("=")).join("; ");
  const first = await visitor.browser.post(SITE, form, { cookie });
  const second = await visitor.browser.post(SITE, form, { cookie });
  expect(second.location).not.toBe(first.location);
  expect((await visitor.sendCallback(second)).body).toMatchObject({ selection: expect.anything() });
});

test("a page that comes to the store second goes on from the first one's state", async () => {
  const { app, atBank, visit } = await sandboxBankApp();
  const visitor = await visit(await atBank());
  const { sessions } = app.services.store;
  const { advance } = sessions;
  vi.spyOn(sessions, "advance").mockImplementationOnce(async (session) => {
    await advance(session, { step: session.step });
    return advance(session, { step: session.step });
  });
  const answer = await visitor.signIn("user_good", "pass_good");
  expect((await visitor.sendCallback(answer)).body).toMatchObject({ selection: expect.anything() });
});

test("a visit ends after 15 minutes, and when its session is elsewhere", async () => {
  const { app, atBank, visit } = await sandboxBankApp();
  const visitor = await visit(await atBank());
  await visitor.open();
  await visitor.link.bridge("institution/select", { institution_id: "ins_109508" });
  expect((await visitor.open()).text).toContain("This sign-in is no longer open");
  const late = await visit(await atBank());
  await late.open();
  app.advanceClock(15 * 60_000);
  const { text } = await late.open();
  expect(text).toContain("That took too long");
  const href = /href="(\/oauth\/return[^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const { body } = await late.sendCallback({ ...(await late.open()), location: href });
  expect(body.error_code).toBe("USER_INPUT_TIMEOUT");
});

test("a form of another site, another page or another browser changes nothing", async () => {
  const { app, atBank, visit, newBrowser } = await sandboxBankApp();
  const link = await atBank();
  const visitor = await visit(link);
  const stepOf = async () =>
    (await app.services.store.sessions.byTokenDigest(link.tokenDigest))?.step;
  const before = await stepOf();
  const login = { action: "sign-in", username: "user_good", password: "pass_good" };
  const stranger = newBrowser();
  const foreign = secretsIn((await visitor.open(stranger)).text);
  const answers = [
    await visitor.send(login, { "sec-fetch-site": "cross-site" }),
    await visitor.send(login, { "sec-fetch-site": "same-site" }),
    await visitor.send({ ...login, csrf: "" }),
    await visitor.send({ ...login, csrf: foreign.csrf ?? "" }),
    await visitor.send({ ...login, action: "delete" }),
    await visitor.send({ action: "share", days: "36500", account: "x" }),
    await newBrowser().post(SITE, `${new URLSearchParams({ ...login, ...foreign })}`),
  ];
  for (const { status, text, location } of answers) {
    expect([status, location]).toEqual([403, ""]);
    expect(text).toContain("This page is out of date");
    expect(text).not.toContain("pass_good");
  }
  expect(await stepOf()).toEqual(before);
  // The first browser to sign in owns the visit.
  await visitor.signIn("user_good", "mfa_code");
  const after = await stepOf();
  expect((await visitor.open(stranger)).text).toContain("You started in another browser");
  await visitor.send({ action: "answer", answer_0: "1234" }, {}, stranger);
  expect(await stepOf()).toEqual(after);
  expect((await visitor.open()).text).toContain('name="answer_0"');
});

test("an address without a visit leads nowhere", async () => {
  const { app } = await sandboxBankApp();
  for (const query of [
    "",
    "?state=",
    "?state=unknown",
    "?state=a&state=b",
    `?state=${"x".repeat(5000)}`,
  ]) {
    const { statusCode, body } = await app.request({ method: "GET", url: SITE + query });
    expect([statusCode, body.includes("This page has expired")]).toEqual([400, true]);
  }
  const type = { "content-type": "application/json" };
  const json = await app.request({ method: "POST", url: SITE, payload: "{}", headers: type });
  expect([json.statusCode, json.json().error_code]).toEqual([400, "INVALID_BODY"]);
});

test.each(["development", "production"])("the bank has no site in %s", async (SERVICE_ENV) => {
  const { request } = await testApp({ SERVICE_ENV, SERVICE_LINK_MASTER_KEY: "ab".repeat(32) });
  for (const method of ["GET", "POST"] as const) {
    const answer = await request({ method, url: `${SITE}?state=x` });
    expect([answer.statusCode, answer.json().error_code]).toEqual([404, "NOT_FOUND"]);
  }
});

test("the bank's pages have no script, cannot be framed or cached, and escape their content", async () => {
  const { atBank, visit } = await sandboxBankApp();
  const visitor = await visit(await atBank({ clientName: "<b>\"Shop\" & 'Co'" }));
  const { headers, text } = await visitor.open();
  const policy = String(headers["content-security-policy"]);
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none';/,
  );
  expect(headers).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
  });
  expect(text).toContain("&lt;b&gt;&quot;Shop&quot; &amp; &#39;Co&#39; asks to read:");
  expect(text).not.toMatch(/<script|\son\w+=|<b>/);
  const cookie = String(headers["set-cookie"]);
  expect(cookie).toMatch(
    /^service_link_visitor_[\w-]{12}=\w{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/,
  );
});

test("the bank's cookie has the __Host- prefix if the public URL has HTTPS", async () => {
  const { atBank, visit } = await sandboxBankApp({
    PUBLIC_URL: "https://link.example.com",
    BEHIND_PROXY: "true",
  });
  const visitor = await visit(await atBank());
  const cookie = String((await visitor.open()).headers["set-cookie"]);
  expect(cookie).toMatch(/^__Host-service_link_visitor_.*; HttpOnly; Secure; SameSite=Lax$/);
});

test("a user's input at the bank is in no address, no log, and sealed in the store", async () => {
  const { app, atBank, visit } = await sandboxBankApp();
  const visitor = await visit(await atBank());
  const password = '{"seed":"my secret seed"}';
  const answer = await visitor.signIn("user_custom", password);
  const step = JSON.stringify(
    (await app.services.store.sessions.byTokenDigest(visitor.link.tokenDigest))?.step,
  );
  const code = new URL(answer.location, "http://x").searchParams.get("code") ?? "none";
  await visitor.sendCallback(answer);
  for (const secret of ["my secret seed", code, visitor.state])
    expect(step + app.logged.join("")).not.toContain(secret);
  expect(answer.location).not.toContain("seed");
});

test("the pages speak the session's language", async () => {
  const { atBank, visit } = await sandboxBankApp();
  const visitor = await visit(await atBank({ language: "fr" }));
  const { text } = await visitor.open();
  expect(text).toContain('<html lang="fr">');
  for (const words of [
    "Shop demande à lire",
    "Identifiant",
    "Se connecter et partager",
    "Opérations",
  ])
    expect(text).toContain(words);
});
