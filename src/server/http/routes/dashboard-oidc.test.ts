import { expect, test } from "vitest";
import { browser } from "../../../testing/test-app/dashboard.ts";
import { identityProvider } from "../../../testing/test-app/identity-provider.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

/** A browser that goes to the provider and back. */
const withProvider = async (variables: Record<string, string> = {}) => {
  const provider = await identityProvider();
  const settings = { ...provider.settings, ...variables };
  const app = await testApp(settings);
  const start = async () => {
    const { statusCode, headers } = await app.request({
      method: "GET",
      url: "/dashboard/oidc/start",
    });
    const [cookie = ""] = String(headers["set-cookie"]).split(";");
    return {
      status: statusCode,
      url: String(headers.location),
      cookie,
      set: headers["set-cookie"],
    };
  };
  const sendCallback = async (url: URL, cookie: string) => {
    const answer = await app.request({
      method: "GET",
      url: `${url.pathname}${url.search}`,
      headers: { cookie },
    });
    const cookies = [answer.headers["set-cookie"]].flat().map(String);
    const session = cookies
      .find((cookie) => /^service_link_dashboard=[^;]/.test(cookie))
      ?.split(";")[0];
    return { location: answer.headers.location, session };
  };
  const me = async (session = "") => (await browser(app).post("me", {}, { cookie: session })).body;
  return { provider, app, settings, start, sendCallback, me };
};

test("an operator signs in at the identity provider, and the audit log says who it was", async () => {
  const { provider, app, settings, start, sendCallback, me } = await withProvider();
  const { status, url, cookie, set } = await start();
  expect(status).toBe(303);
  const query = new URL(url).searchParams;
  expect(Object.fromEntries(query)).toMatchObject({
    response_type: "code",
    code_challenge_method: "S256",
    redirect_uri: "http://localhost:8080/dashboard/oidc/return",
    state: expect.stringMatching(/.{40}/),
    nonce: expect.stringMatching(/.{40}/),
  });
  expect(String(set)).toMatch(/; Path=\/dashboard\/oidc; HttpOnly; SameSite=Lax/);
  expect(decodeURIComponent(cookie)).not.toContain(String(query.get("state")));
  const { location, session } = await sendCallback(await provider.signIn(url), cookie);
  expect(location).toBe("/dashboard");
  expect(await me(session)).toMatchObject({ operator: true, client: null });
  const [entry] = await app.services.store.audit.last(1);
  expect([entry?.action, entry?.subject]).toEqual(["operator.sign_in", "ada@example.com"]);
  expect(JSON.stringify(app.logged)).not.toContain("its-secret");

  const without = await testApp(
    { ...settings, OPERATOR_OIDC_ALLOW: "eve@example.com" },
    app.folder,
  );
  const { body } = await browser(without).post("me", {}, { cookie: session ?? "" });
  expect(body.error_code).toBe("INVALID_DASHBOARD_SESSION");
});

test("a subject may be named in place of an address", async () => {
  const { provider, start, sendCallback, me } = await withProvider({
    OPERATOR_OIDC_ALLOW: "eve@example.com, sub:ada",
  });
  const { url, cookie } = await start();
  const { session } = await sendCallback(await provider.signIn(url), cookie);
  expect(await me(session)).toMatchObject({ operator: true });
});

test("an address that is not listed, not verified or not sent gets no session", async () => {
  const { provider, start, sendCallback } = await withProvider();
  for (const change of [
    { email_verified: false },
    { email: "eve@example.com", email_verified: true },
    { email: undefined },
    { email: undefined, email_verified: undefined },
  ]) {
    Object.assign(provider.person, change);
    const { url, cookie } = await start();
    expect(await sendCallback(await provider.signIn(url), cookie)).toEqual({
      location: "/dashboard?sign_in=refused",
      session: undefined,
    });
  }
});

test("a refusal is in the audit log, once a minute, without a code or token", async () => {
  const { app, provider, start, sendCallback } = await withProvider();
  const entries = async () =>
    (await app.services.store.audit.last(20)).flatMap(({ action, actor, subject, details }) =>
      action === "operator.refuse_sign_in"
        ? [[actor.name, subject, JSON.parse(details).reason]]
        : [],
    );
  const come = async () => {
    const { url, cookie } = await start();
    const back = await provider.signIn(url);
    await sendCallback(back, cookie);
    return back.searchParams.get("code") ?? "";
  };
  Object.assign(provider.person, { email: "eve@example.com", email_verified: true });
  const code = await come();
  await come();
  provider.person.email = "mallory@example.com";
  await come();
  await sendCallback(new URL("http://localhost:8080/dashboard/oidc/return?code=guess"), "");
  await sendCallback(new URL("http://localhost:8080/dashboard/oidc/return?code=guess"), "");
  const expected = [
    ["127.0.0.1", "eve@example.com", "not allowed"],
    ["127.0.0.1", "mallory@example.com", "not allowed"],
    ["127.0.0.1", "operator", "failed"],
  ];
  expect(await entries()).toEqual(expected);
  expect(JSON.stringify(await app.services.store.audit.last(20))).not.toContain(code);
  app.advanceClock(60_000);
  await sendCallback(new URL("http://localhost:8080/dashboard/oidc/return?code=guess"), "");
  expect(await entries()).toEqual([...expected, ["127.0.0.1", "operator", "failed"]]);
});

test("a callback that does not match the start in this browser opens no session", async () => {
  const { app, provider, start, sendCallback } = await withProvider();
  const failure = { location: "/dashboard?sign_in=failed", session: undefined };
  const [first, second] = [await start(), await start()];
  const back = await provider.signIn(first.url);
  expect(await sendCallback(back, "")).toEqual(failure);
  expect(await sendCallback(back, second.cookie)).toEqual(failure);
  expect(await sendCallback(back, `${first.cookie}A`)).toEqual(failure);
  for (const [name, value] of [
    ["state", "another"],
    ["iss", "https://evil.example"],
    ["code", "another"],
  ] as const) {
    const otherUrl = new URL(back);
    otherUrl.searchParams.set(name, value);
    expect(await sendCallback(otherUrl, first.cookie)).toEqual(failure);
  }
  app.advanceClock(10 * 60_000);
  expect(await sendCallback(await provider.signIn(second.url), second.cookie)).toEqual(failure);
});

test("a provider that cannot be reached is told as such, and without one there is no such page", async () => {
  const { start } = await withProvider({ OPERATOR_OIDC_ISSUER: "http://127.0.0.1:9" });
  expect((await start()).url).toBe("/dashboard?sign_in=unreachable");
  const app = await testApp();
  const answer = await app.request({ method: "GET", url: "/dashboard/oidc/start" });
  expect(answer.statusCode).toBe(404);
});
