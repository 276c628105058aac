import { expect, test } from "vitest";
import { signedIn } from "../../testing/test-app/dashboard.ts";
import { testApp } from "../../testing/test-app/test-app.ts";

const PRODUCTION = { SERVICE_ENV: "production", SERVICE_LINK_MASTER_KEY: "ab".repeat(32) };

type App = Awaited<ReturnType<typeof testApp>>;

const framedBy = async ({ server }: App, origin: string) => {
  const url = `/link.html?origin=${encodeURIComponent(origin)}`;
  const { statusCode, headers } = await server.inject({ url });
  const [, ancestors] = /frame-ancestors ([^;]+)/.exec(
    String(headers["content-security-policy"]),
  ) ?? [null, null];
  return { status: statusCode, ancestors: ancestors?.split(" ") };
};

test("a page at this machine's IPv6 address may frame Link in the sandbox", async () => {
  const app = await testApp();
  // A policy cannot name an IPv6 address, only a port.
  const { status, ancestors } = await framedBy(app, "http://[::1]:8081");
  expect([status, ancestors?.[0]]).toEqual([200, "http://*:8081"]);
});

test("outside the sandbox it may not, and no other origin is let in with it", async () => {
  const app = await testApp(PRODUCTION);
  const { status, ancestors } = await framedBy(app, "http://[::1]:8081");
  expect([status, ancestors]).toEqual([403, undefined]);
});

test("around a page that may frame Link may be every origin that its client has registered", async () => {
  const { app, dashboard } = await signedIn();
  const origins = ["https://shop.example", "https://intranet.example"];
  for (const origin of origins) await dashboard.post("origin/allow", { origin });
  const { status, ancestors } = await framedBy(app, "https://shop.example");
  expect(status).toBe(200);
  expect(ancestors).toEqual(expect.arrayContaining(origins));
  expect(ancestors).not.toContain("https://other.example");
  expect((await framedBy(app, "https://other.example")).status).toBe(403);
});

test("in the sandbox this machine's own pages may be around it too", async () => {
  const { ancestors } = await framedBy(await testApp(), "http://localhost:3000");
  expect(ancestors).toEqual(
    expect.arrayContaining(["http://localhost:3000", "http://127.0.0.1:*", "http://localhost:*"]),
  );
});

test("a page that is isolated by its embedder policy may show Link", async () => {
  const { server } = await testApp();
  const document = await server.inject({ url: "/link.html?origin=http://localhost:3000" });
  expect(document.headers).toMatchObject({
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "cross-origin",
  });
  for (const url of ["/link.html?origin=https://other.example", "/link.html?origin=null"])
    expect((await server.inject({ url })).headers).toMatchObject({
      "cross-origin-embedder-policy": "require-corp",
      "cross-origin-resource-policy": "cross-origin",
    });
});
