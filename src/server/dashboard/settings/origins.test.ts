import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { browser, signedIn, storedClient } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

test("origins are added and removed at once, without duplicates, in order", async () => {
  const { app, dashboard } = await signedIn();
  const frameAncestorsHeader = async () =>
    (await app.server.inject({ url: "/link.html?origin=https://a.example" })).statusCode;
  expect(await frameAncestorsHeader()).toBe(403);
  for (const origin of ["https://a.example", "https://b.example:8443", "https://a.example"])
    expect((await dashboard.post("origin/allow", { origin })).status).toBe(200);
  expect((await storedClient(app))?.allowedOrigins).toEqual([
    "https://a.example",
    "https://b.example:8443",
  ]);
  expect(await frameAncestorsHeader()).toBe(200);
  for (const origin of ["https://a.example", "https://never.example"])
    expect((await dashboard.post("origin/disallow", { origin })).status).toBe(200);
  expect((await storedClient(app))?.allowedOrigins).toEqual(["https://b.example:8443"]);
  expect(await frameAncestorsHeader()).toBe(403);
});

test.each([
  ["https://shop.example/", "https://shop.example"],
  ["https://shop.example/pay?x=1", "https://shop.example"],
  ["HTTPS://Shop.Example", "https://shop.example"],
  ["shop.example", "https://shop.example"],
  ["shop.example:8443", "https://shop.example:8443"],
  ["https://shop.example:443", "https://shop.example"],
  ["https://user@shop.example", "https://shop.example"],
  ["https://*.shop.example", null],
  ["file:///home", null],
  ["javascript://x", null],
  ["https://a b.example", null],
  ["null", "https://null"],
  ["*", null],
])("%j is refused as an origin, and the response suggests one", async (origin, suggestion) => {
  const { app, dashboard } = await signedIn();
  const { status, body } = await dashboard.post("origin/allow", { origin });
  expect([status, body.error_code]).toEqual([400, "INVALID_FIELD"]);
  expect(body.display_message).toBe(
    suggestion
      ? `An origin has a scheme, a host and no path. Did you mean ${suggestion}?`
      : "Write it like https://shop.example, without a path.",
  );
  expect((await storedClient(app))?.allowedOrigins).toEqual([]);
});

test.each([
  [{}, "MISSING_FIELDS"],
  [{ origin: "" }, "INVALID_FIELD"],
  [{ origin: 1 }, "INVALID_FIELD"],
  [{ origin: `https://${"a".repeat(300)}.example` }, "INVALID_FIELD"],
  [{ origin: "https://shop.example", path: "/" }, "UNKNOWN_FIELDS"],
])("%j does not change the allowed origins", async (body, code) => {
  const { app, dashboard } = await signedIn();
  for (const path of ["origin/allow", "origin/disallow"])
    expect((await dashboard.post(path, body)).body.error_code).toBe(code);
  expect((await storedClient(app))?.allowedOrigins).toEqual([]);
});

test("a client has at most a hundred allowed origins", async () => {
  const { app, dashboard } = await signedIn();
  const full = Array.from({ length: 100 }, (_, index) => `https://shop-${index}.example`);
  for (const origin of full)
    await app.services.store.clients.allowOrigin(app.keys.client_id, origin, 100);
  const { body } = await dashboard.post("origin/allow", { origin: "https://one-more.example" });
  expect([body.error_code, body.display_message]).toEqual([
    "INVALID_FIELD",
    "There is room for 100 origins. Remove one first.",
  ]);
  expect((await storedClient(app))?.allowedOrigins).toEqual(full);
});

test("an origin is added to those that another process has just added", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-dashboard-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [first, second] = [await testApp({}, folder), await testApp({}, folder)];
  const dashboard = browser(first);
  await dashboard.signIn();
  await second.services.store.clients.allowOrigin(first.keys.client_id, "https://a.example", 100);
  await dashboard.post("origin/allow", { origin: "https://b.example" });
  expect((await storedClient(first))?.allowedOrigins).toEqual([
    "https://a.example",
    "https://b.example",
  ]);
});
