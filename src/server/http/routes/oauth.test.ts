import { describe, expect, test } from "vitest";
import { redirectApp } from "../../../testing/test-app/redirect-app.ts";

const FROM_LINK = { "sec-fetch-site": "same-origin", "sec-fetch-dest": "document" };

describe("the start of a redirect", () => {
  test("a ticket leads to the institution once, with a cookie for this redirect only", async () => {
    const { redirected, newBrowser } = await redirectApp();
    const { redirect } = await redirected();
    expect(redirect.url).toMatch(/^http:\/\/localhost:8080\/oauth\/start\?ticket=[0-9A-Za-z]{43}$/);
    const browser = newBrowser();
    const { status, location, headers } = await browser.startRedirect(redirect.url);
    expect(status).toBe(303);
    expect(location).toMatch(/^https:\/\/bank\.example\/sign-in\?/);
    expect(headers).toMatchObject({
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "cross-origin-opener-policy": "same-origin",
      "set-cookie": expect.stringMatching(
        /^service_link_oauth_[\w-]{12}=[0-9A-Za-z]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    });
    expect((await browser.startRedirect(redirect.url)).status).toBe(403);
  });

  test("a redirect has a __Host- cookie if the public URL is HTTPS", async () => {
    const { redirected, newBrowser } = await redirectApp({
      PUBLIC_URL: "https://link.example.com",
    });
    const { redirect } = await redirected();
    expect(redirect.url).toMatch(/^https:\/\/link\.example\.com\/oauth\/start\?/);
    const { headers } = await newBrowser().startRedirect(redirect.url);
    expect(headers["set-cookie"]).toMatch(
      /^__Host-service_link_oauth_.*; Path=\/; HttpOnly; Secure;/,
    );
  });

  test.each([
    ["another site", { ...FROM_LINK, "sec-fetch-site": "cross-site" }],
    ["another origin of the same site", { ...FROM_LINK, "sec-fetch-site": "same-site" }],
    [
      "nowhere, as by an address that was sent to somebody",
      { ...FROM_LINK, "sec-fetch-site": "none" },
    ],
    ["a frame of Link", { ...FROM_LINK, "sec-fetch-dest": "iframe" }],
    [
      "another site in an older browser",
      { referer: "http://localhost:8080.evil.example/link.html" },
    ],
    ["an older browser without a referrer", {}],
    ["an older browser with a broken referrer", { referer: "localhost" }],
    [
      "an older browser that another page leads here with a cookie of ours",
      { referer: "https://evil.example/", cookie: "service_link_ticket=TICKET" },
    ],
    [
      "an older browser that has the cookie of another redirect",
      { cookie: "service_link_ticket=another-ticket" },
    ],
  ])("a start from %s is refused, and its ticket stays valid", async (_, headers) => {
    const { redirected, newBrowser } = await redirectApp();
    const { redirect } = await redirected();
    const browser = newBrowser();
    const ticket = String(new URL(redirect.url).searchParams.get("ticket"));
    const fields = Object.entries(headers).map(([name, value]) => [
      name,
      String(value).replace("TICKET", ticket),
    ]);
    const refusal = await browser.startRedirect(redirect.url, Object.fromEntries(fields));
    expect(refusal.status).toBe(403);
    expect(refusal.text).toContain("This page cannot be opened by itself");
    expect(refusal.text).not.toContain("Token Bank");
    expect(String(refusal.headers["set-cookie"])).not.toContain("service_link_oauth");
    expect((await browser.startRedirect(redirect.url)).status).toBe(303);
  });

  test("an older browser is recognized on Link's own page by its referrer", async () => {
    const { redirected, newBrowser } = await redirectApp();
    const { redirect } = await redirected();
    const referer = "http://localhost:8080/link.html?origin=http%3A%2F%2Flocalhost%3A9999";
    expect((await newBrowser().startRedirect(redirect.url, { referer })).status).toBe(303);
  });

  test.each([
    ["http://localhost:8080", "service_link_ticket"],
    ["https://link.example.com", "__Host-service_link_ticket"],
  ])(
    "a WebView that sends neither header is let go from Link's own page by its cookie: %s",
    async (PUBLIC_URL, name) => {
      const { redirected, newBrowser } = await redirectApp({ PUBLIC_URL });
      const { redirect } = await redirected();
      const browser = newBrowser();
      browser.jar.set(name, String(new URL(redirect.url).searchParams.get("ticket")));
      expect((await browser.startRedirect(redirect.url, {})).status).toBe(303);
      expect([...browser.jar.keys()].join()).toMatch(/service_link_oauth_[\w-]{12}$/);
    },
  );

  test("a ticket is refused after five minutes, and for a session that has moved on", async () => {
    const { app, institution, leave, redirected, newBrowser } = await redirectApp();
    const { link, redirect } = await redirected();
    app.advanceClock(5 * 60_000);
    expect((await newBrowser().startRedirect(redirect.url)).status).toBe(403);
    const again = await leave(link);
    await link.bridge("institution/select", institution);
    expect((await newBrowser().startRedirect(again.url)).status).toBe(403);
  });

  test("only one of several requests with a ticket is redirected", async () => {
    const { redirected, newBrowser } = await redirectApp();
    const { redirect } = await redirected();
    const answers = await Promise.all(
      [1, 2, 3].map(() => newBrowser().startRedirect(redirect.url)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 403, 403]);
  });

  test.each([
    { "sec-purpose": "prefetch;prerender" },
    { purpose: "prefetch" },
    { "x-purpose": "preview" },
    { "x-moz": "prefetch" },
  ])("a prefetch of the start uses no ticket up: %j", async (headers) => {
    const { redirected, newBrowser } = await redirectApp();
    const { redirect } = await redirected();
    const browser = newBrowser();
    const { status, text } = await browser.startRedirect(redirect.url, {
      ...FROM_LINK,
      ...headers,
    });
    expect([status, text]).toEqual([503, ""]);
    expect((await browser.startRedirect(redirect.url)).status).toBe(303);
  });

  test("HEAD and POST to the start use no ticket up", async () => {
    const { app, redirected, newBrowser } = await redirectApp();
    const { redirect } = await redirected();
    const { pathname, search } = new URL(redirect.url);
    for (const method of ["HEAD", "POST"] as const)
      expect(
        (await app.request({ method, url: pathname + search, headers: FROM_LINK })).statusCode,
      ).toBe(404);
    expect((await newBrowser().startRedirect(redirect.url)).status).toBe(303);
  });

  test.each(["", "?ticket=", "?ticket=made-up", "?ticket=a&ticket=b"])(
    "a start without a ticket of ours is refused: %j",
    async (search) => {
      const { newBrowser } = await redirectApp();
      expect((await newBrowser().startRedirect(`/oauth/start${search}`)).status).toBe(403);
    },
  );
});
