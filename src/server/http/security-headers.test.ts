import { expect, test } from "vitest";
import { testApp } from "../../testing/test-app/test-app.ts";
import { loadEndpoints } from "../api/index.ts";
import { bridgeEndpoints } from "../bridge/index.ts";

const endpoints = await loadEndpoints();

const EVERYWHERE = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

const PAGE = {
  ...EVERYWHERE,
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-resource-policy": "same-origin",
  "reporting-endpoints": 'csp="/csp-reports"',
};

const CLOSED = /^default-src 'none'; .*base-uri 'none'; form-action 'none'; frame-ancestors 'none'/;

const DOCUMENT = {
  ...PAGE,
  "content-security-policy": expect.stringMatching(CLOSED),
  "cross-origin-opener-policy": "same-origin",
};

const LINK = {
  ...PAGE,
  "cross-origin-resource-policy": "cross-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/** The headers of each path; `?` and its query select another kind of response. */
const TABLE: Record<string, Record<string, unknown>> = {
  "/": DOCUMENT,
  "/dashboard": PAGE,
  "/docs": PAGE,
  "/healthz": { ...PAGE, "cache-control": "no-store" },
  "/readyz": { ...PAGE, "cache-control": "no-store" },
  "/legal/terms": { ...PAGE, "content-security-policy": expect.stringMatching(CLOSED) },
  "/legal/privacy": { ...PAGE, "content-security-policy": expect.stringMatching(CLOSED) },
  // The document contains only the reason, and nothing of Link.
  "/link.html": {
    ...LINK,
    "content-security-policy": expect.stringMatching(/^default-src 'none'/),
  },
  "/link.html?origin=http://localhost:9999": {
    ...LINK,
    "referrer-policy": "same-origin",
    "content-security-policy": expect.stringContaining("frame-ancestors http://localhost:9999"),
  },
  "/link.html?isWebview=true": {
    ...LINK,
    "cache-control": "no-store",
    "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
  },
  "/account": PAGE,
  "/account/connections": { ...PAGE, "cache-control": "no-store" },
  "/hosted": {
    ...PAGE,
    "cache-control": "no-store",
    "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
    "cross-origin-opener-policy": "same-origin-allow-popups",
  },
  // The page that posts its address's fragment has its own script, and a form to this server.
  "/oauth/return": {
    ...DOCUMENT,
    "cache-control": "no-store",
    "content-security-policy": expect.stringMatching(
      /^default-src 'none'; script-src 'sha256-[^' ]+'; .*base-uri 'none'; form-action 'self'; frame-ancestors 'none'/,
    ),
  },
  "/oauth/return?state=unknown": { ...DOCUMENT, "cache-control": "no-store" },
  "/openapi.json": PAGE,
  "/nowhere": PAGE,
};

test("every path sends the headers that keep its pages safe", async () => {
  const { request } = await testApp();
  const answers: Record<string, unknown> = {};
  for (const url of Object.keys(TABLE))
    answers[url] = (await request({ url, headers: { accept: "text/html" } })).headers;
  expect(answers).toMatchObject(TABLE);
});

test("every answer of the API and of the bridge is no page and is not guessed to be one", async () => {
  const { request } = await testApp();
  for (const { path } of [...endpoints, ...bridgeEndpoints]) {
    const headers = { "content-type": "application/json" };
    const answer = await request({ method: "POST", url: path, headers, payload: "{}" });
    expect(answer.headers).toMatchObject(EVERYWHERE);
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
  }
});

test("browsers are told to use HTTPS only, if the public URL has it", async () => {
  const hsts = async (variables: Record<string, string>) =>
    (await (await testApp(variables)).request({ url: "/healthz" })).headers[
      "strict-transport-security"
    ];
  expect(await hsts({ TLS_PROXY: "true" })).toBe("max-age=31536000");
  expect(await hsts({})).toBeUndefined();
});
