import { request } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStreet, refusal, type Street } from "./storefront.fixture.ts";

let street: Street;

beforeEach(async () => {
  street = await openStreet();
});

afterEach(() => street.close());

test("the page carries the script tag, the key and a strict policy", async () => {
  const answer = await street.get("/");
  const page = await answer.text();
  expect(page).toContain('<script src="http://link.example:8080/link.js"></script>');
  expect(page).toContain('data-key="key-&quot;&lt;1>" data-env="sandbox"');
  expect(page).not.toContain("{{");
  expect(answer.headers.get("content-security-policy")).toBe(
    "default-src 'self'; script-src 'self' http://link.example:8080; " +
      "frame-src http://link.example:8080; style-src 'self'; img-src 'self' data:; " +
      "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
});

test("every file that the page and its scripts name is served", async () => {
  const sources = ["/", "/shop.js"].map(async (path) => (await street.get(path)).text());
  const namedPaths = (await Promise.all(sources)).join().matchAll(/"(\/[\w-]+\.\w+)"/g);
  const paths = new Set([...namedPaths].map(([, path = ""]) => path));
  expect(paths.size).toBeGreaterThan(5);
  for (const path of paths) expect((await street.get(path)).status, path).toBe(200);
});

test.each([
  ["another origin", { origin: "http://evil.example" }],
  ["the origin of a framed document", { origin: "null" }],
  ["no origin", { origin: "" }],
])("a POST from %s is refused", async (_, headers) => {
  const answer = await street.post("/connect", { public_token: "public-sandbox-1" }, headers);
  expect(answer.status).toBe(403);
  expect(street.requests).toEqual([]);
});

test("a request to another host name is redirected to the shop's own, and a POST is refused", async () => {
  const rebound = { host: "evil.example", origin: "http://evil.example" };
  expect(await raw("GET", "/accounts", rebound)).toEqual([302, `${street.shop.origin}/`]);
  expect((await raw("POST", "/forget", rebound))[0]).toBe(403);
});

test("the shop is at its public origin if one is given", async () => {
  await street.reopen({ publicOrigin: "https://shop.example/" });
  expect(street.shop.origin).toBe("https://shop.example");
});

test.each([
  ["broken JSON", 400, '{"public_token":', "The request is not valid JSON."],
  ["an empty body", 400, "", "The request is not valid JSON."],
  ["null", 400, "null", "The request must have a public_token."],
  ["no public token", 400, "[]", "The request must have a public_token."],
  ["an empty token", 400, '{"public_token":""}', "The request must have a public_token."],
  ["a number", 400, '{"public_token":1}', "The request must have a public_token."],
  ["ten kilobytes", 413, `"${"x".repeat(10_000)}"`, "The request is too large."],
])("a body of %s is refused", async (_, status, body, message) => {
  const answer = await street.post("/connect", body);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({
    error: { message, code: null, detail: null, request_id: null },
  });
  expect(street.requests).toEqual([]);
});

test("a body of another content type is refused", async () => {
  expect((await street.post("/connect", "{}", { "content-type": "text/plain" })).status).toBe(415);
});

test.each([
  ["GET", "/nothing", 404, null],
  ["GET", "//", 404, null],
  ["GET", "/__proto__", 404, null],
  ["POST", "/constructor", 404, null],
  ["DELETE", "/accounts", 405, "GET"],
  ["POST", "/", 405, "GET"],
  ["GET", "/connect", 405, "POST"],
])("%s %s responds %i", async (method, path, status, allow) => {
  const answer = await fetch(street.shop.origin + path, { method });
  expect([answer.status, answer.headers.get("allow")]).toEqual([status, allow]);
});

test.each([
  ["file", "ins_909999", "transactions"],
  ["numbers", "ins_900000", "auth"],
])(
  "the way of %s opens Link there, by a token that names the visitor",
  async (way, institution_id, product) => {
    street.answers["/link/token/create"] = () => [200, { link_token: "link-sandbox-1" }];
    const answer = await street.post("/way", { way });
    expect(await answer.json()).toEqual({ link_token: "link-sandbox-1" });
    expect(street.requests).toMatchObject([
      { path: "/link/token/create", institution_id, products: [product] },
    ]);
    const { user } = Object(street.requests[0]);
    expect(user.client_user_id).toMatch(/^[0-9a-f-]{36}$/);
  },
);

test.each(["toString", "bank"])("no token is asked for with the way %s", async (way) => {
  expect((await street.post("/way", { way })).status).toBe(400);
  expect(street.requests).toEqual([]);
});

test.each(["PRODUCT_NOT_READY", "NO_AUTH_ACCOUNTS"])(
  "accounts without numbers (%s) are listed without a problem",
  async (code) => {
    street.answers["/auth/get"] = () => refusal(code);
    await street.post("/connect", { public_token: "public-sandbox-1" });
    const { banks } = await (await street.get("/accounts")).json();
    expect(banks).toMatchObject([{ error: null, accounts: [{ numbers: [] }, { numbers: [] }] }]);
  },
);

test("a port that is taken keeps the shop from opening", async () => {
  const port = Number(new URL(street.shop.origin).port);
  await expect(street.open({ port })).rejects.toThrow("EADDRINUSE");
});

test("the shop goes on after a visitor who hangs up in the middle of a request", async () => {
  await new Promise<void>((resolve) => {
    const { hostname, port } = new URL(street.shop.origin);
    const headers = { ...own(), "content-type": "application/json", "content-length": 100 };
    const half = request({ hostname, port, method: "POST", path: "/connect", headers });
    half.on("error", () => resolve());
    half.write("{", () => half.destroy(new Error("gone")));
  });
  expect((await street.post("/connect", { public_token: "public-sandbox-1" })).status).toBe(200);
});

const own = () => ({ host: new URL(street.shop.origin).host, origin: street.shop.origin });

const raw = (method: string, path: string, headers: Record<string, string>) =>
  new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
    const { hostname, port } = new URL(street.shop.origin);
    request({ hostname, port, method, path, headers }, (answer) => {
      answer.resume();
      resolve([answer.statusCode, answer.headers.location]);
    })
      .on("error", reject)
      .end();
  });
