import { describe, expect, test } from "vitest";
import { redirectApp } from "../../testing/test-app/redirect-app.ts";
import { sandboxBankApp } from "../../testing/test-app/sandbox-bank.ts";
import { testApp } from "../../testing/test-app/test-app.ts";

const HOST = "link.shop.example:8443";
const OWN = `https://${HOST}`;

const PAGES: [string, string | undefined][] = [
  ["another site", "https://evil.example"],
  ["an opaque origin", "null"],
  ["no origin", undefined],
  ["an empty origin", ""],
  ["a sibling subdomain", "https://evil.shop.example:8443"],
  ["the parent domain", "https://shop.example:8443"],
  ["a subdomain of the host", `https://evil.${HOST}`],
  ["a host that begins like ours", "https://link.shop.example.evil.example:8443"],
  ["another port", "https://link.shop.example:9443"],
  ["the default port", "https://link.shop.example"],
  ["plain HTTP", `http://${HOST}`],
];

const PATHS = [
  ["the Dashboard", "/dashboard/api/sign-out"],
  ["the account site", "/account/sign-out"],
] as const;

describe.each(PATHS)("%s", (site, url) => {
  const post = async (headers: Record<string, string>) => {
    const { server } = await testApp({ TLS_PROXY: "true" });
    return server.inject({
      method: "POST",
      url,
      headers: { host: HOST, "content-type": "application/json", ...headers },
      payload: "{}",
    });
  };

  test("a change is accepted from our own page", async () => {
    expect((await post({ origin: OWN })).statusCode).toBe(200);
  });

  test.each(PAGES)("a change is refused from %s: %s", async (_, origin) => {
    const { statusCode, headers, ...answer } = await post(origin === undefined ? {} : { origin });
    expect([statusCode, headers["set-cookie"], headers["cache-control"]]).toEqual([
      400,
      undefined,
      "no-store",
    ]);
    expect(answer.json()).toMatchObject({
      error_code: "INVALID_ORIGIN",
      error_message: expect.stringContaining(`${site} is used from its own page only`),
    });
  });
});

test.each([
  ["cross-site", 403],
  ["same-site", 403],
  ["none", 200],
  ["same-origin", 200],
])(
  "Link's document for a WebView, with Sec-Fetch-Site %s, has the status %i",
  async (site, status) => {
    const { server } = await testApp();
    const headers = { "sec-fetch-site": site, "sec-fetch-dest": "document" };
    const { statusCode } = await server.inject({ url: "/link.html?isWebview=true", headers });
    expect(statusCode).toBe(status);
  },
);

test.each([
  ["another site", "https://evil.example/", 403],
  ["a sibling subdomain", "https://evil.shop.example:8443/", 403],
  ["another port", "https://link.shop.example:9443/", 403],
  ["plain HTTP", `http://${HOST}/`, 403],
  ["our own page", `${OWN}/link.html`, 200],
])(
  "Link's document for a WebView, with the referrer of %s, %s, has the status %i",
  async (_, referer, status) => {
    const { server } = await testApp({ TLS_PROXY: "true" });
    const headers = { host: HOST, referer };
    const { statusCode } = await server.inject({ url: "/link.html?isWebview=true", headers });
    expect(statusCode).toBe(status);
  },
);

test.each([
  ["Sec-Fetch-Site cross-site", { "sec-fetch-site": "cross-site" }, 403],
  ["Sec-Fetch-Site same-site", { "sec-fetch-site": "same-site" }, 403],
  ["Sec-Fetch-Site none", { "sec-fetch-site": "none" }, 403],
  ["Sec-Fetch-Site same-origin", { "sec-fetch-site": "same-origin" }, 303],
  ["the referrer of a sibling subdomain", { referer: "http://evil.localhost:8080/" }, 403],
  ["the referrer of another port", { referer: "http://localhost:8081/" }, 403],
  ["the referrer of HTTPS", { referer: "https://localhost:8080/" }, 403],
  ["no header", {}, 403],
])("a start of a redirect with %s, %j, has the status %i", async (_, headers, status) => {
  const { redirected, newBrowser } = await redirectApp();
  const { redirect } = await redirected();
  const fields = Object.fromEntries(Object.entries(headers));
  expect((await newBrowser().startRedirect(redirect.url, fields)).status).toBe(status);
});

test.each([["cross-site"], ["same-site"], ["none"]])(
  "a form of the sandbox's bank with Sec-Fetch-Site %s is refused",
  async (site) => {
    const { atBank, visit } = await sandboxBankApp();
    const visitor = await visit(await atBank());
    const login = { action: "sign-in", username: "user_good", password: "pass_good" };
    expect((await visitor.send(login, { "sec-fetch-site": site })).status).toBe(403);
    expect((await visitor.send(login)).status).toBe(303);
  },
);
