import { type Browser, test as base } from "@playwright/test";
import type { Bank } from "../../demo/bank/server.mjs";
import { startConnectedBank } from "./bank-server.ts";
import { serveNamed } from "./brand.ts";
import { type HostPage, startHost } from "./host.ts";
import { startMailServer } from "./mail.ts";
import { dataFolder, type Running, serve } from "./server.ts";

type Mail = Awaited<ReturnType<typeof startMailServer>>;

/**
 * The fixtures of a worker, each started at its first use. All are declared here: for journeys with
 * other worker fixtures, Playwright would start another worker with another browser.
 */
type WorkerFixtures = {
  store: undefined;
  /** A server started as newcomers do. */
  plainServer: Running;
  /** A server that is connected to `bank`. */
  bankServer: Running;
  bank: Bank;
  /** A server that its operator has renamed Acme on the Dashboard. */
  acmeServer: Running;
  /** The same server, which sends its mails to `mail`. */
  mailingServer: Running;
  mail: Mail;
};

/** The server under test, and a host page on another site. */
type Fixtures = { server: Running; host: HostPage };

/** Playwright's test with a running server, and a host page. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // In the project `postgres`, every server has its store in PostgreSQL.
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
  // Playwright's own screenshot of a failure lacks frames, and so Link. Its reporter truncates
  // attachments.
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

/** Starts a server in a separate folder, and stops the server after use. */
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

/** Options for journeys about motion, or about the flow with its usual motion. */
export const MOTION = { contextOptions: { reducedMotion: "no-preference" } } as const;

export { expect } from "@playwright/test";
