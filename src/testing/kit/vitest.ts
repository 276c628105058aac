import { test as base } from "vitest";
import { type Service, startService } from "./service.ts";
import { receiveWebhooks, type WebhookReceiver } from "./webhooks.ts";

type Fixtures = {
  /** The worker's sandbox, reset for each test that uses `service`. */
  service: Service;
  /** A receiver of webhooks of this test. */
  webhooks: WebhookReceiver;
  /** The sandbox of this worker; use `service`. */
  workerService: Service;
};

/** Vitest's `test` with a sandbox: `test("…", async ({ service }) => …)`. */
export const test = base.extend<Fixtures>({
  workerService: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from the pattern.
    async ({}, use) => {
      const service = await startService();
      await use(service);
      await service.stop();
    },
    { scope: "worker" },
  ],
  service: async ({ workerService }, use) => {
    await workerService.reset();
    await use(workerService);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from the pattern.
  webhooks: async ({}, use) => {
    const receiver = await receiveWebhooks();
    await use(receiver);
    await receiver.close();
  },
});
