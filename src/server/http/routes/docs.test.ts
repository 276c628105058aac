import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { readAssets } from "../assets.ts";
import { answerError } from "../faults.ts";
import { docsRoutes } from "./docs.ts";

const PAGE = "<!doctype html><title>reference</title>";

/** The built files of Link and of the reference. */
const buildOf = (files: Record<string, string | Buffer>) => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-assets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "docs"));
  const link =
    '<html lang="en"><title>Link</title><style>a{}</style><script>0</script><body><div id="root"></div></body>';
  for (const [path, text] of Object.entries({ "link.html": link, ...files }))
    writeFileSync(join(folder, path), text);
  return readAssets(folder);
};

const docsOf = (files: Record<string, string>) => {
  const app = fastify();
  app.setErrorHandler(answerError);
  docsRoutes(app, buildOf(files));
  onTestFinished(() => app.close());
  return app;
};

test("the reference is a page that runs nothing but this server's own files", async () => {
  const answer = await docsOf({ "docs/docs.html": PAGE }).inject({ url: "/docs" });
  expect([answer.statusCode, answer.body]).toEqual([200, PAGE]);
  expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
  const policy = String(answer.headers["content-security-policy"]);
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|http|\*/);
});

test("the reference comes compressed to clients that accept that", async () => {
  const app = docsOf({ "docs/docs.html": PAGE });
  const answer = await app.inject({ url: "/docs", headers: { "accept-encoding": "br" } });
  expect(answer.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(PAGE);
  const plain = await app.inject({ url: "/docs", headers: { "accept-encoding": "br;q=0" } });
  expect([plain.headers["content-encoding"], plain.body]).toEqual([undefined, PAGE]);
});

test("a guide has an address of its own, under the policy of the reference", async () => {
  const app = docsOf({ "docs/docs.html": PAGE, "docs/link.html": "<title>Link</title>" });
  const guide = await app.inject({ url: "/docs/link" });
  expect([guide.statusCode, guide.body]).toEqual([200, "<title>Link</title>"]);
  const reference = await app.inject({ url: "/docs" });
  for (const header of ["content-security-policy", "cross-origin-opener-policy", "cache-control"])
    expect(guide.headers[header], header).toBe(reference.headers[header]);
});

test("a guide that is not there is not found, by any form of its path", async () => {
  const app = docsOf({ "docs/docs.html": PAGE, "docs/link.html": "<title>Link</title>" });
  for (const path of [
    "none",
    "link/",
    "link.html",
    "docs",
    "",
    "..%2flink",
    "%2e%2e/link.html",
    "__proto__",
  ])
    expect((await app.inject({ url: `/docs/${path}` })).statusCode, path).toBe(404);
});

test("a file that the build has compressed is sent as the build left it, and unpacked from that", () => {
  const compressed = brotliCompressSync("compressed script");
  const { files, docs } = buildOf({
    "docs/docs.html": PAGE,
    "docs/docs.js": "script",
    "docs/docs.js.br": compressed,
  });
  const script = files.get("/docs/docs.js");
  expect(script?.br).toEqual(compressed);
  expect(String(script?.identity)).toBe("compressed script");
  expect(String(gunzipSync(script?.gzip ?? ""))).toBe("compressed script");
  expect([...files.keys()]).toEqual(["/docs/docs.js"]);
  expect(docs?.identity.toString()).toBe(PAGE);
});

test("a server without the built reference has none", async () => {
  const { server } = await testApp();
  const answer = await server.inject({ url: "/docs" });
  expect([answer.statusCode, answer.json().error_code]).toEqual([404, "NOT_FOUND"]);
});
