import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { BACK, redirectApp } from "../../../testing/test-app/redirect-app.ts";

describe("the callback of an institution", () => {
  const leaveForBank = async (via?: "popup" | "page") => {
    const setup = await redirectApp();
    const token = await setup.linkToken();
    const { link, redirect } = await setup.redirected(via, { token });
    const browser = setup.newBrowser();
    const { location } = await browser.startRedirect(redirect.url);
    const { state, parameters } = setup.bank.signIn(location);
    return { ...setup, link, browser, back: { state, ...parameters } };
  };

  test.each(["popup", "page"] as const)(
    "the callback to a %s is accepted from the browser that started the redirect only, or a login could be connected in another session",
    async (via) => {
      const { browser, back, link, newBrowser, stepOf } = await leaveForBank(via);
      const victim = await newBrowser().sendCallback(back);
      expect(victim.status).toBe(400);
      expect(victim.text).toContain("You started in another browser");
      expect(await stepOf(link)).toMatchObject({ at: "redirect" });
      const other = newBrowser();
      for (const name of browser.jar.keys()) other.jar.set(name, "x".repeat(43));
      expect((await other.sendCallback(back)).status).toBe(400);
      expect((await browser.sendCallback(back)).status).toBe(200);
      expect(browser.jar.size).toBe(0);
    },
  );

  test("a callback before the start is refused", async () => {
    const { bank, redirected, newBrowser } = await redirectApp();
    await redirected();
    const state = bank.lastState();
    const { status, text } = await newBrowser().sendCallback({ state, code: "code-1" });
    expect(status).toBe(400);
    expect(text).toContain("You started in another browser");
  });

  test("a callback is accepted once, also if several arrive at once", async () => {
    const { browser, back } = await leaveForBank();
    const { jar } = browser;
    const cookies = new Map(jar);
    const pages = await Promise.all([1, 2, 3].map(() => browser.sendCallback(back)));
    expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    for (const [name, value] of cookies) jar.set(name, value);
    expect((await browser.sendCallback(back)).text).toContain("This page was opened before");
  });

  test.each([
    [{ state: "" }],
    [{ response: "no JWT" }],
    [{ response: "e30.e30.c2ln" }],
    [{ state: "made-up", code: "code" }],
    [{ state: "x".repeat(4001) }],
    [Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`p${at}`, "1"]))],
  ])("a callback without a state of ours is refused", async (parameters) => {
    const { status, text, headers } = await (await redirectApp())
      .newBrowser()
      .sendCallback(parameters);
    expect(status).toBe(400);
    expect(text).toContain("This page has expired");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["content-security-policy"]).not.toContain("script-src");
  });

  test("a callback with a repeated parameter is refused, and its state stays valid", async () => {
    const { app, browser, back } = await leaveForBank();
    const query = new URLSearchParams(back);
    query.append("code", "another");
    const refusal = await app.request({ method: "GET", url: `/oauth/return?${query}` });
    expect(refusal.statusCode).toBe(400);
    expect(refusal.body).toContain("This page has expired");
    expect((await browser.sendCallback(back)).status).toBe(200);
  });

  test.each([
    ["in advance", { "sec-purpose": "prefetch" }, 503],
    ["as a preview", { "x-purpose": "preview" }, 503],
    ["as a picture", { "sec-fetch-dest": "image" }, 403],
    ["in a frame", { "sec-fetch-dest": "iframe" }, 403],
    ["by a script", { "sec-fetch-dest": "empty" }, 403],
  ])("a callback that is loaded %s uses no state up", async (_, headers, status) => {
    const { browser, back } = await leaveForBank();
    const address = `/oauth/return?${new URLSearchParams(back)}`;
    const answer = await browser.get(address, headers);
    expect(answer.status).toBe(status);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect((await browser.sendCallback(back)).status).toBe(200);
  });

  test("HEAD, and POST of another address, use no state up", async () => {
    const { app, browser, back } = await leaveForBank();
    const url = `/oauth/return?${new URLSearchParams(back)}`;
    expect((await app.request({ method: "HEAD", url })).statusCode).toBe(404);
    expect((await browser.post(url, "")).status).toBe(400);
    expect((await browser.sendCallback(back)).status).toBe(200);
  });

  test("a callback in a fragment is sent on by a form of ours, without a script that its policy does not name", async () => {
    const { browser, back } = await leaveForBank();
    const page = await browser.get("/oauth/return", { "sec-fetch-dest": "document" });
    expect(page.status).toBe(200);
    const [, script = ""] = /<script>(.+)<\/script>/.exec(page.text) ?? [];
    const hash = createHash("sha256").update(script).digest("base64");
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toContain(`script-src 'sha256-${hash}'`);
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toContain("unsafe");
    expect(page.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
    // The fragment is removed from the address, and so from the history.
    expect(script).toContain('history.replaceState(0,"",location.pathname)');
    expect((await browser.sendFragment(back)).status).toBe(200);
    expect((await browser.sendFragment(back)).text).toContain("This page was opened before");
  });

  test.each([
    ["from another site's page", { "sec-fetch-site": "cross-site" }, 403],
    ["from a page of a sibling", { "sec-fetch-site": "same-site" }, 403],
    ["by a script", { "sec-fetch-dest": "empty" }, 403],
    ["as another type", { "content-type": "text/plain" }, 400],
  ])("a fragment that is posted %s uses no state up", async (_, headers, status) => {
    const { browser, back } = await leaveForBank();
    const form = new URLSearchParams({ fragment: new URLSearchParams(back).toString() });
    expect((await browser.post("/oauth/return", form.toString(), headers)).status).toBe(status);
    expect((await browser.sendCallback(back)).status).toBe(200);
  });

  test("a fragment that is empty, too large, or has a parameter twice is refused", async () => {
    const { app, browser, back } = await leaveForBank();
    const post = (fragment: string) =>
      browser.post("/oauth/return", new URLSearchParams({ fragment }).toString());
    expect((await post("")).text).toContain("This page has expired");
    expect((await post(`${new URLSearchParams(back)}&state=other`)).status).toBe(400);
    expect((await post("x".repeat(20_000))).status).toBe(400);
    expect((await post(`code=${"%00".repeat(4000)}`)).status).toBe(400);
    expect((await browser.sendFragment(back)).status).toBe(200);
    for (const secret of [back.state, String(Object(back).code)])
      expect(app.logged.join()).not.toContain(secret);
  });

  test("the callback closes the window that Link opened, and sends Link's own page back to Link", async () => {
    const popup = await leaveForBank("popup");
    expect((await popup.browser.sendCallback(popup.back)).text).toContain(
      "<script>close()</script>",
    );
    const page = await leaveForBank("page");
    const { text, headers } = await page.browser.sendCallback(page.back);
    expect(text).toContain("location.replace");
    expect(headers).toMatchObject({
      "content-security-policy": expect.stringMatching(
        /default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'.*frame-ancestors 'none'/,
      ),
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
  });

  test("the callback's page is in the session's language, and without a session in the browser's", async () => {
    const { bank, redirected, newBrowser } = await redirectApp();
    const { redirect } = await redirected("popup", { language: "fr" });
    const browser = newBrowser();
    const { location } = await browser.startRedirect(redirect.url);
    const { state, parameters } = bank.signIn(location);
    expect((await browser.sendCallback({ state, ...parameters })).text).toContain(
      "Vous pouvez fermer cette fenêtre",
    );
    const { text } = await browser.get("/oauth/return?state=x", { "accept-language": "fr-CA,fr" });
    expect(text).toContain('<html lang="fr">');
  });
});

describe("a callback that leads to the application's page", () => {
  const comeBack = async (
    parameters: (query: Record<string, string>) => Record<string, string>,
  ) => {
    const setup = await redirectApp();
    const token = await setup.linkToken({ redirect_uri: BACK });
    const { link, redirect } = await setup.redirected("redirect", { token });
    const browser = setup.newBrowser();
    const { location } = await browser.startRedirect(redirect.url);
    const signedIn = setup.bank.signIn(location);
    const page = await setup
      .newBrowser()
      .sendCallback({ state: signedIn.state, ...parameters(signedIn.parameters) });
    return { ...setup, token, link, page };
  };

  test.each([
    ["with the code", (query: Record<string, string>) => query],
    ["with a refusal", () => ({ error: "access_denied" })],
  ])(
    "a callback %s leads to the application's page with an oauth_state_id and nothing else",
    async (_, parameters) => {
      const { page } = await comeBack(parameters);
      expect(page.status).toBe(303);
      expect(page.location).toMatch(
        /^http:\/\/localhost:9999\/back\?oauth_state_id=[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
    },
  );

  test("a callback in a fragment leads there by a page, since browsers hold a redirect to the form's policy", async () => {
    const setup = await redirectApp();
    const token = await setup.linkToken({ redirect_uri: BACK });
    const { redirect } = await setup.redirected("redirect", { token });
    const { location } = await setup.newBrowser().startRedirect(redirect.url);
    const { state, parameters } = setup.bank.signIn(location);
    const page = await setup.newBrowser().sendFragment({ state, ...parameters });
    expect([page.status, page.location]).toEqual([200, ""]);
    expect(page.text).toMatch(
      /<meta http-equiv="refresh" content="0;url=http:\/\/localhost:9999\/back\?oauth_state_id=[\da-f-]{36}">/,
    );
    expect(String(page.headers["content-security-policy"])).not.toContain("script-src");
  });

  test("the callback to a native app whose token has a redirect_uri leads there, since the system's browser has no cookie", async () => {
    const { bank, linkToken, redirected, newBrowser } = await redirectApp();
    const token = await linkToken({ redirect_uri: BACK });
    const { redirect } = await redirected("page", { token });
    const { location } = await newBrowser().startRedirect(redirect.url);
    const { state, parameters } = bank.signIn(location);
    const page = await newBrowser().sendCallback({ state, ...parameters });
    expect(page.location).toMatch(/^http:\/\/localhost:9999\/back\?oauth_state_id=/);
  });

  test("the result of such a callback needs the oauth_state_id, even in the session's own frame", async () => {
    const { link, goOn } = await comeBack((query) => query);
    expect((await link.bridge("redirect/await", {})).body.error_code).toBe("INVALID_LINK_SESSION");
    expect((await goOn(link)).body.error_code).toBe("INVALID_LINK_SESSION");
  });

  test("a redirect of the application's page needs a redirect_uri, and one of Link's own page a link_token", async () => {
    const { atForm, linkToken, submit } = await redirectApp();
    const byKey = await atForm();
    for (const via of ["page", "redirect"] as const)
      expect((await submit(byKey, via)).body.error_code).toBe("OAUTH_POPUP_BLOCKED");
    const byToken = await atForm({ token: await linkToken() });
    expect((await submit(byToken, "redirect")).body.error_code).toBe("OAUTH_POPUP_BLOCKED");
    expect((await submit(byToken, "page")).status).toBe(200);
  });
});
