import { describe, expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";

const open = async (query: string, headers: Record<string, string> = {}) => {
  const app = await testApp();
  const answer = await app.server.inject({ method: "GET", url: `/link.html?${query}`, headers });
  return { ...answer, body: answer.body, headers: answer.headers, logged: app.logged };
};

/** Returns the allowed sources of a directive in the response's content security policy. */
const toSources = ({ headers }: { headers: Record<string, unknown> }, directive: string) =>
  new RegExp(`(?:^|; )${directive} ([^;]*)`).exec(String(headers["content-security-policy"]))?.[1];

describe("Link's document as the whole page of a WebView", () => {
  test("a WebView's document is served without an origin, not to be framed or cached", async () => {
    const answer = await open("isWebview=true&key=k");
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers).not.toHaveProperty("etag");
    expect(answer.headers["referrer-policy"]).toBe("no-referrer");
    expect(toSources(answer, "frame-ancestors")).toBe("'none'");
    expect(toSources(answer, "script-src")).toBe("'self' 'sha256-script'");
  });

  test("a WebView's document may not be framed by an origin that may frame Link", async () => {
    const origin = encodeURIComponent("http://localhost:3000");
    expect(toSources(await open(`origin=${origin}`), "frame-ancestors")).toContain(
      "http://localhost:3000",
    );
    for (const query of [
      "isWebview=true",
      "isWebview=true&isWebview=",
      "isWebview=true&isWebview=x",
    ])
      expect(toSources(await open(`${query}&origin=${origin}`), "frame-ancestors")).toBe("'none'");
  });

  test("a WebView's document shows the institutions of its query, whose lists have commas or are repeated", async () => {
    const ofTwo = await open("isWebview=true&clientName=Shop&countryCodes=GB,FR&product=auth");
    expect(ofTwo.body).toContain("ins_116834");
    const withRepeats = await open(
      "isWebview=true&clientName=Shop&countryCodes=GB&countryCodes=FR&product=auth",
    );
    const withSpaces = await open(
      "isWebview=true&clientName=Shop&countryCodes=GB,%20FR&product=auth",
    );
    expect(withRepeats.body).toBe(ofTwo.body);
    expect(withSpaces.body).toBe(ofTwo.body);
    expect((await open("isWebview=true&language=fr")).body).toContain('lang="fr"');
  });

  test("a WebView's document is opened by no page of another site, which could send a victim to an attacker's session", async () => {
    const url = "isWebview=true&token=link-sandbox-0f5b";
    const pages: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" },
      { "sec-fetch-site": "same-site", "sec-fetch-dest": "document" },
      { "sec-fetch-site": "cross-site", referer: "http://localhost/" },
      { "sec-fetch-site": "none, cross-site" },
      { referer: "https://evil.example/" },
      { referer: "https://" },
    ];
    for (const headers of pages) {
      const answer = await open(url, headers);
      expect([answer.statusCode, headers]).toEqual([403, headers]);
      expect(answer.body).toContain("Link was not opened");
      expect(answer.headers["cache-control"]).toBe("no-store");
      expect(toSources(answer, "default-src")).toBe("'none'");
    }
    const apps: Record<string, string>[] = [
      {},
      { "sec-fetch-site": "none", "sec-fetch-dest": "document" },
      { "sec-fetch-site": "same-origin", "sec-fetch-dest": "document" },
      { referer: "android-app://com.example.shop/" },
    ];
    for (const headers of apps) expect((await open(url, headers)).statusCode).toBe(200);
  });

  test("a WebView's document is not there unless the query says so in full", async () => {
    for (const query of ["", "isWebview", "isWebview=false"])
      expect((await open(query)).body).toContain("This is Link");
  });

  test("repeats no secret of its query, and no log holds it", async () => {
    const secrets = ["link-sandbox-0f5b", "k3y", "Jane", "shop.example"];
    const answer = await open(
      "isWebview=true&token=link-sandbox-0f5b&key=k3y&userLegalName=Jane" +
        "&webhook=https://shop.example/hook",
    );
    for (const secret of secrets) {
      expect(answer.body).not.toContain(secret);
      expect(answer.logged.join()).not.toContain(secret);
    }
    expect(answer.logged.join()).toContain('"path":"/link.html"');
  });
});

describe("Link's address opened by hand", () => {
  test("Link's address says what it is, with any parameters", async () => {
    for (const query of ["", "key=unknown", "origin=http://localhost:3000&product=auth"]) {
      const { statusCode, headers, body } = await open(query, { "sec-fetch-dest": "document" });
      expect(statusCode).toBe(200);
      expect(body).toContain("This is Link");
      expect(headers.vary).toContain("sec-fetch-dest");
    }
  });

  test("Link's address is Link itself for a frame and for a WebView", async () => {
    const inFrame = await open("origin=http://localhost:3000", { "sec-fetch-dest": "iframe" });
    const webview = await open("isWebview=true", { "sec-fetch-dest": "document" });
    for (const { body } of [inFrame, webview]) expect(body).not.toContain("This is Link");
  });

  test("Link's address says so inside any frame too, which runs no script", async () => {
    const answer = await open("", { "sec-fetch-dest": "iframe" });
    expect(answer.body).toContain("This is Link");
    expect(toSources(answer, "frame-ancestors")).toBeUndefined();
    expect(toSources(answer, "default-src")).toBe("'none'");
    expect(toSources(answer, "script-src")).toBeUndefined();
  });
});

test("a frame's document is not sent again to who has it, until it is another", async () => {
  const query = "origin=http://localhost:3000&clientName=Shop&product=auth";
  const first = await open(query);
  const etag = String(first.headers.etag);
  const again = await open(query, { "if-none-match": etag });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
  for (const name of ["content-security-policy", "cache-control", "vary", "etag"])
    expect(again.headers[name], name).toBe(first.headers[name]);
  const other = await open(query.replace("Shop", "Market"), { "if-none-match": etag });
  expect([other.statusCode, other.headers.etag === etag]).toEqual([200, false]);
});

test("a page without an origin hears why there is no Link, and what to do", async () => {
  const answer = await open("origin=null&product=auth");
  expect(answer.statusCode).toBe(403);
  expect(toSources(answer, "frame-ancestors")).toBeUndefined();
  expect(answer.body).toContain('"origin":"*"');
  expect(answer.body).toContain("INVALID_ORIGIN");
  for (const cure of ["npx serve", "allow-same-origin"]) expect(answer.body).toContain(cure);
});

test("only an unregistered page is told so, and its document says so", async () => {
  const answer = await open("origin=https://other.example");
  expect(answer.statusCode).toBe(403);
  expect(answer.body).toContain('"origin":"https://other.example"');
  expect(answer.body).toContain("Link cannot be shown here");
});
