import { type Browser, test as base } from "@playwright/test";
import type { Bank } from "../../demo/bank/server.mjs";
import { startConnectedBank } from "./bank-server.ts";
import { serveNamed } from "./brand.ts";
import { type HostPage, startHost } from "./host.ts";
import { startMailServer } from "./mail.ts";
import { dataFolder, type Running, serve } from "./server.ts";

type Mail = Awaited<ReturnType<typeof startMailServer>>;

/**
 * The fixtures of a worker, each started when a journey first needs it. All are declared here:
 * Playwright starts another worker, with another browser, for journeys whose worker fixtures
 * differ.
 */
type WorkerFixtures = {
  store: undefined;
  /** A server as a newcomer starts it. */
  plainServer: Running;
  /** A server that is connected to `bank`. */
  bankServer: Running;
  bank: Bank;
  /** A server whose operator has renamed it Acme on the Dashboard. */
  acmeServer: Running;
  /** The same, which sends mail to `mail`. */
  mailingServer: Running;
  mail: Mail;
};

/** The server under test, and a host page on another site. */
type Fixtures = { server: Running; host: HostPage };

/** Playwright's test with a running server, and a host page. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // In the project `postgres` every server has its store there.
  store: [
    async ({ browserName: _ }, use, { project }) => {
      if (project.name === "postgres") process.env.TEST_STORE = "postgres";
      await use(undefined);
    },
    { scope: "worker", auto: true },
  ],
  plainServer: [
    ({ browserName: _ }, use) => inFolder((folder) => serve(folder), use),
    { scope: "worker" },
  ],
  bankServer: [
    ({ browserName: _ }, use) => inFolder((folder) => serve(folder, 0, {}, ["--no-demo"]), use),
    { scope: "worker" },
  ],
  bank: [
    async ({ bankServer }, use) => {
      const bank = await startConnectedBank(bankServer);
      await use(bank);
      await bank.close();
    },
    { scope: "worker" },
  ],
  acmeServer: [
    ({ browser }, use) => inFolder((folder) => serveNamed(browser, folder, "Acme"), use),
    { scope: "worker" },
  ],
  mail: [
    async ({ browserName: _ }, use) => {
      const mail = await startMailServer();
      await use(mail);
      await mail.close();
    },
    { scope: "worker" },
  ],
  mailingServer: [
    ({ browser, mail }, use) => inFolder((folder) => serveMailing(browser, folder, mail), use),
    { scope: "worker" },
  ],
  // Playwright's own picture of a failure leaves frames out, and with them Link; and its reporter cuts attachments off.
  page: async ({ page }, use, info) => {
    await use(page);
    if (info.status === info.expectedStatus) return;
    for (const frame of page.frames().slice(1)) {
      const body = await frame.locator("body").ariaSnapshot({ timeout: 1000 }).catch(String);
      console.log(`frame ${frame.name()} of "${info.title}":\n${body}`);
    }
  },
  server: ({ plainServer }, use) => use(plainServer),
  host: async ({ server }, use) => {
    const host = await startHost(server);
    await use(host);
    await host.close();
  },
});

/** Starts a server in a folder of its own, and stops it after use. */
async function inFolder(
  start: (folder: string) => Promise<Running>,
  use: (server: Running) => Promise<void>,
): Promise<void> {
  const { folder, remove } = dataFolder();
  const server = await start(folder);
  await use(server);
  await server.stop();
  remove();
}

const serveMailing = (browser: Browser, folder: string, mail: Mail): Promise<Running> =>
  serveNamed(browser, folder, "Acme", {
    SMTP_URL: mail.url,
    MAIL_FROM: "Acme <accounts@acme.example>",
  });

/** Options for journeys about motion, or about the whole flow as most users see it. */
export const MOTION = { contextOptions: { reducedMotion: "no-preference" } } as const;

export { expect } from "@playwright/test";
