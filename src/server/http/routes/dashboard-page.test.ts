import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fastify from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { OWN, signedIn } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { readAssets } from "../assets.ts";
import { hashSource } from "../content-security-policy.ts";
import { createSessionCalls } from "../session-calls.ts";
import { dashboardRoutes } from "./dashboard.ts";

describe("the page", () => {
  const DOCUMENT = "<!doctype html><script>early()</script>dashboard";

  /** The app's routes over a build's files. */
  const dashboardPage = async () => {
    const folder = mkdtempSync(join(tmpdir(), "service-link-assets-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, "dashboard/assets"), { recursive: true });
    const link =
      '<html lang="en"><title>Link</title><style>a{}</style><script>0</script><body><div id="root"></div></body>';
    writeFileSync(join(folder, "link.html"), link);
    writeFileSync(join(folder, "dashboard/dashboard.html"), DOCUMENT);
    writeFileSync(join(folder, "dashboard/assets/dashboard-1.js"), "1");
    const assets = readAssets(folder);
    const app = fastify();
    const { services } = await testApp();
    dashboardRoutes(app, services, assets, false, createSessionCalls(services.random, []));
    onTestFinished(() => app.close());
    return { app, assets };
  };

  test("runs only this server's own files and its own script, and is neither framed nor cached", async () => {
    const { app } = await dashboardPage();
    const { statusCode, body, headers } = await app.inject({ url: "/dashboard" });
    expect([statusCode, body]).toEqual([200, DOCUMENT]);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain(
      `default-src 'none'; script-src 'self' ${hashSource("early()")}; style-src 'self';`,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|http|\*/);
    expect(headers["cache-control"]).toBe("no-store");
  });

  test("the Dashboard's page is served at its own address only, and its files are kept for ever", async () => {
    const { files } = (await dashboardPage()).assets;
    expect([...files.keys()]).toEqual(["/dashboard/assets/dashboard-1.js"]);
    expect(files.get("/dashboard/assets/dashboard-1.js")?.cacheControl).toContain("immutable");
  });

  test("the Dashboard's page is not there if it was not built", async () => {
    const { server } = await testApp();
    const answer = await server.inject({ url: "/dashboard" });
    expect([answer.statusCode, answer.json().error_code]).toEqual([404, "NOT_FOUND"]);
  });
});

test("the Dashboard's paths are no part of the API", async () => {
  const { server } = await testApp();
  const { paths } = (await server.inject({ url: "/openapi.json" })).json();
  expect(Object.keys(paths).filter((path) => path.includes("dashboard"))).toEqual([]);
});

test("an answer is compressed as its page accepts it, unless it is short", async () => {
  const { app, dashboard } = await signedIn();
  const read = async (path: string, accepted: string) => {
    const { rawPayload, headers } = await app.server.inject({
      method: "POST",
      url: `/dashboard/api/${path}`,
      headers: { origin: OWN, cookie: dashboard.cookie(), "accept-encoding": accepted },
      payload: {},
    });
    const encoding = String(headers["content-encoding"]);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding];
    const answer = JSON.parse(String(unpack?.(rawPayload) ?? rawPayload));
    return { encoding, bytes: rawPayload.length, points: answer.points };
  };
  const plain = await read("overview", "identity");
  expect(plain.encoding).toBe("undefined");
  for (const encoding of ["br", "gzip"]) {
    const packed = await read("overview", encoding);
    expect(packed).toMatchObject({ encoding, points: plain.points });
    expect(packed.bytes).toBeLessThan(plain.bytes / 4);
  }
  expect((await read("attention", "br")).encoding).toBe("undefined");
});
