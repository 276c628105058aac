import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { printedBy, runCli } from "../run-cli.fixture.ts";

test("a worker runs the jobs of a data folder next to its server, until it is stopped", async () => {
  const app = await testApp();
  // The worker uses the real time.
  app.advanceClock(Date.now() - app.services.clock());
  const receiver = await testReceiver();
  let onArrival = () => {};
  const arrival = new Promise<void>((resolve) => {
    onArrival = resolve;
  });
  receiver.behave((response) => {
    response.end();
    onArrival();
  });
  const { access_token } = await app.link("ins_109508", ["auth"], { webhook: receiver.url });
  await app.call("/sandbox/item/fire_webhook", { access_token, webhook_code: "ERROR" });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const line = ["worker", "--data", app.folder, "--brand", "Acme"];
  const end = runCli(line, { stopSignal: () => stop.signal });
  await arrival;
  stop.abort();
  const { code, out } = await end;
  expect(code).toBe(0);
  expect(out).toContain("does the jobs of");
  expect(receiver.codes()).toEqual(["ITEM:ERROR"]);
  expect(receiver.received[0]?.headers).toHaveProperty("acme-verification");
  // The jobs that were running at the stop have ended.
  expect((await app.services.store.deliveries.latest(1))[0]?.delivery.state).toBe("delivered");
  expect(await app.services.store.jobs.count("deliver-webhook")).toBe(0);
});

test("a worker creates no store", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-worker-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await expect(printedBy(["worker", "--data", folder])).rejects.toThrow(folder);
});
