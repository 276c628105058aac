import { createServer } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { startInProcess } from "../in-process/start-in-process.ts";
import { ServiceError, serviceOver, startService } from "./service.ts";
import { receiveWebhooks } from "./webhooks.ts";

const start = async () => {
  const service = serviceOver(
    await startInProcess({
      pages: "dist/public",
      seed: "a seed",
      now: Date.parse("2026-01-15T12:00:00Z"),
      jobs: "auto",
      origins: [],
      redirectUris: [],
      variables: {},
      log: undefined,
    }),
  );
  onTestFinished(service.stop);
  return service;
};

test("an Item is linked without a browser, and its webhooks arrive signed", async () => {
  const service = await start();
  const webhooks = await receiveWebhooks();
  onTestFinished(webhooks.close);
  const { accessToken, itemId } = await service.linkItem({ webhook: webhooks.url });
  const { headers } = await webhooks.next({ webhook_code: "HISTORICAL_UPDATE", item_id: itemId });
  expect(headers["service-verification"]).toMatch(/^ey/);
  const { added } = await service.call("/transactions/sync", { access_token: accessToken });
  expect(added.length).toBeGreaterThan(50);
});

test("the clock moves on by parts, and jobs that are due by then have run", async () => {
  const { clock, linkItem, call } = await start();
  const { accessToken } = await linkItem();
  await clock.advance({ days: 30, hours: 1 });
  expect(clock.now().toISOString()).toBe("2026-02-14T13:00:00.000Z");
  const { item } = await call("/item/get", { access_token: accessToken });
  expect(item.error.error_code).toBe("ITEM_LOGIN_REQUIRED");
  await clock.set("2026-01-15");
  expect(clock.now().toISOString()).toBe("2026-01-15T00:00:00.000Z");
  await expect(clock.set("tomorrow")).rejects.toThrow("clock.set must be a time, such as 2026-");
  await expect(clock.advance({ weeks: 1 } as never)).rejects.toThrow("takes ms, or { days, hours");
});

test("a refused call throws the error's code, status and request_id, and no secret", async () => {
  const { call, secret } = await start();
  const failure = await call("/accounts/get", { access_token: "no token" }).catch((error) => error);
  expect(failure).toBeInstanceOf(ServiceError);
  expect(failure).toMatchObject({
    status: 400,
    error_code: "INVALID_ACCESS_TOKEN",
    request_id: expect.stringMatching(/^\w{15}$/),
  });
  expect(`${failure.message}${JSON.stringify(failure)}`).not.toContain(secret);
});

test("a stopped service frees its port, and may be stopped again", async () => {
  const { url, stop } = await start();
  await Promise.all([stop(), stop()]);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(Number(new URL(url).port), resolve));
  await new Promise((resolve) => server.close(resolve));
});

test("a missing server package, and a wrong option, are told in a sentence", async () => {
  await expect(startService()).rejects.toThrow(
    "startService needs the package @service-link/server: npm install --save-dev @service-link/server",
  );
  await expect(startService({ sed: 1 } as never)).rejects.toThrow("startService: sed is unknown");
  await expect(startService({ jobs: "no" } as never)).rejects.toThrow("jobs must be");
  await expect(startService({ now: "noon" })).rejects.toThrow("startService: now must be a time");
});

test("a Node that is too old is told in a sentence, before anything of the server is loaded", async () => {
  const versions = { value: { ...process.versions, node: "20.20.2" } };
  vi.stubGlobal("process", Object.create(process, { versions }));
  onTestFinished(() => void vi.unstubAllGlobals());
  await expect(startService()).rejects.toThrow(
    "startService needs Node 22.15.0 or newer, and this is 20.20.2: install Node 24",
  );
});
