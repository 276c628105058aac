import { test as base } from "@playwright/test";
import { linkAccount } from "./link-account.ts";
import type { LinkAccountOptions } from "./link-user.ts";
import { type Service, startService } from "./service.ts";
import { receiveWebhooks, type WebhookReceiver } from "./webhooks.ts";

type Fixtures = {
  /** A sandbox of this worker, as new for each test that names it. */
  service: Service;
  /** A receiver of webhooks of this test. */
  webhooks: WebhookReceiver;
  /** Links an account in the test's page. */
  linkAccount(options?: LinkAccountOptions): Promise<void>;
};

/** Playwright's `test` with a sandbox: `test("…", async ({ page, service, linkAccount }) => …)`. */
export const test = base.extend<Fixtures, { workerService: Service }>({
  workerService: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
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
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
  webhooks: async ({}, use) => {
    const receiver = await receiveWebhooks();
    await use(receiver);
    await receiver.close();
  },
  linkAccount: async ({ page }, use) => use((options) => linkAccount(page, options)),
});
