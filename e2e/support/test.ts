import { test as base } from "@playwright/test";
import { type HostPage, startHost } from "./host.ts";
import { dataFolder, type Running, serve } from "./server.ts";

type Fixtures = { store: undefined; server: Running; host: HostPage };

/** Playwright's test with a running server, and a host page on another site, for each worker. */
export const test = base.extend<object, Fixtures>({
  // In the project `postgres` every server has its store there.
  store: [
    async ({ browserName: _ }, use, { project }) => {
      if (project.name === "postgres") process.env.TEST_STORE = "postgres";
      await use(undefined);
    },
    { scope: "worker", auto: true },
  ],
  server: [
    async ({ browserName: _ }, use) => {
      const { folder, remove } = dataFolder();
      const server = await serve(folder);
      await use(server);
      await server.stop();
      remove();
    },
    { scope: "worker" },
  ],
  host: [
    async ({ server }, use) => {
      const host = await startHost(server);
      await use(host);
      await host.close();
    },
    { scope: "worker" },
  ],
});

/** What a journey uses that is about what moves, or about the whole way as most people see it. */
export const MOTION = { contextOptions: { reducedMotion: "no-preference" } } as const;

export { expect } from "@playwright/test";
