import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";

const page = async (variables: Record<string, string> = {}, host = "localhost:8080") => {
  const app = await testApp(variables);
  const headers = { accept: "text/html,application/xhtml+xml,*/*;q=0.8", host };
  return { app, answer: await app.request({ url: "/", headers }) };
};

test("a browser gets a page that describes the server and links to its parts, without secrets", async () => {
  const { app, answer } = await page();
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([
    200,
    "text/html; charset=utf-8",
  ]);
  const links = [...answer.body.matchAll(/href="([^"]+)"/g)].map(([, path]) => path);
  expect(links).toEqual(["/docs/index", "/docs", "/dashboard", "/account", "/openapi.json"]);
  expect(answer.body).toContain("Environment: sandbox");
  expect(answer.body).toContain("API version: 2020-09-14");
  expect(answer.body).toContain("curl http://localhost:8080/institutions/get_by_id");
  for (const secret of Object.values(app.keys)) expect(answer.body).not.toContain(secret);
});

test("the page runs no script, loads the mark alone, and its style is the one that its policy names", async () => {
  const { answer } = await page();
  const [, style = ""] = /<style>([\s\S]*)<\/style>/.exec(answer.body) ?? [];
  const hash = createHash("sha256").update(style).digest("base64");
  expect(answer.headers["content-security-policy"]).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; report-to csp; report-uri /csp-reports`,
  );
  expect(answer.body).not.toMatch(/<script| style=| on[a-z]+=/);
  expect([...answer.body.matchAll(/ src="([^"]+)"/g)].map(([, path]) => path)).toEqual([
    "/favicon.svg",
  ]);
});

test("a brand's page does not wear our mark", async () => {
  const { answer } = await page({ SERVICE_BRAND: "Acme Bank" });
  expect(answer.body).not.toContain("favicon");
});

test("a shared link shows the brand's title and the picture without a name", async () => {
  const { answer } = await page({ SERVICE_BRAND: "Acme Bank" });
  expect(answer.body).toContain('<meta property="og:title" content="Acme Bank">');
  expect(answer.body).toContain(
    '<meta property="og:image" content="http://localhost:8080/share.png">',
  );
});

test("a host that is asked for cannot write on the page", async () => {
  const { answer } = await page({}, 'x"<b>&');
  expect(answer.body).not.toContain("<b>");
});

test("a request for anything but a page gets the same places as JSON", async () => {
  const { request } = await testApp({ SERVICE_BRAND: "Acme Bank" });
  for (const headers of [{}, { accept: "*/*" }, { accept: "application/json" }]) {
    const answer = await request({ url: "/", headers: { host: "localhost:8080", ...headers } });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        name: "Acme Bank",
        environment: "sandbox",
        version: "2020-09-14",
        guides: "http://localhost:8080/docs/index",
        api_reference: "http://localhost:8080/docs",
        dashboard: "http://localhost:8080/dashboard",
        your_connections: "http://localhost:8080/account",
        openapi: "http://localhost:8080/openapi.json",
      },
    ]);
  }
  const post = await request({ method: "POST", url: "/" });
  expect([post.statusCode, post.json().error_code]).toEqual([404, "NOT_FOUND"]);
});

test("a browser gets a page for an unknown path, and JSON for a path of the API", async () => {
  const { request } = await testApp({ SERVICE_BRAND: "Acme Bank" });
  const headers = { accept: "text/html,*/*;q=0.8" };
  const answer = await request({ url: "/nowhere?x=<b>", headers });
  expect([answer.statusCode, answer.headers["content-type"], answer.headers.vary]).toEqual([
    ...[404, "text/html; charset=utf-8", "accept"],
  ]);
  expect(answer.headers["service-request-id"]).toMatch(/^[0-9A-Za-z]{15}$/);
  expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(answer.body).toContain("<title>There is no such page · Acme Bank</title>");
  expect(answer.body).toContain('href="/docs/index"');
  expect(answer.body).not.toContain("nowhere");
  const known = await request({ url: "/accounts/get", headers });
  expect([known.statusCode, known.json().error_code]).toEqual([405, "METHOD_NOT_ALLOWED"]);
  for (const other of [{ url: "/nowhere" }, { method: "POST", url: "/nowhere", headers }] as const)
    expect((await request(other)).json().error_code).toBe("NOT_FOUND");
});

test("a link leads to the demo shop if it runs", async () => {
  const { app, answer } = await page();
  expect(answer.body).not.toContain("Demo shop");
  app.companionApps.demoOrigin = "http://localhost:8081";
  const again = await app.request({ url: "/", headers: { accept: "text/html" } });
  expect(again.body).toContain('<a href="http://localhost:8081"><strong>Demo shop</strong>');
});

test("a server of another environment says which", async () => {
  const { answer } = await page({
    SERVICE_ENV: "production",
    SERVICE_LINK_MASTER_KEY: "ab".repeat(32),
  });
  expect(answer.body).toContain("Environment: production");
});
