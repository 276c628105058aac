import { expect, test } from "vitest";
import { testApp } from "../test-app.ts";

const framedBy = async (origin: string, variables: Record<string, string> = {}) => {
  const { server } = await testApp(variables);
  const url = `/link.html?origin=${encodeURIComponent(origin)}`;
  const { statusCode, headers } = await server.inject({ url });
  const [, ancestors] = /frame-ancestors ([^;]+)/.exec(
    String(headers["content-security-policy"]),
  ) ?? [null, null];
  return [statusCode, ancestors];
};

test("a page at this machine's IPv6 address may frame Link in the sandbox", async () => {
  // No policy can name the address itself: its port is what is left to name.
  expect(await framedBy("http://[::1]:8081")).toEqual([200, "http://*:8081"]);
  expect(await framedBy("http://localhost:8081")).toEqual([200, "http://localhost:8081"]);
});

test("outside the sandbox it may not, and nobody else is let in with it", async () => {
  const production = { SERVICE_ENV: "production", SERVICE_LINK_MASTER_KEY: "ab".repeat(32) };
  const [status, ancestors] = await framedBy("http://[::1]:8081", production);
  expect([status, String(ancestors).includes("*")]).toEqual([403, false]);
});
