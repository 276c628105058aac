import { dataFolder, type Running, serve } from "./server.ts";
import { test as base } from "./test.ts";

type Fixtures = {
  /** The variables that the server is started with. */
  variables: Record<string, string>;
  own: Running;
};

/** The test of journeys that change settings. Each journey has a separate server. */
export const test = base.extend<Fixtures>({
  variables: async ({ browserName: _ }, use) => use({}),
  own: async ({ variables }, use) => {
    const { folder, remove } = dataFolder();
    const own = await serve(folder, 0, variables);
    await use(own);
    await own.stop();
    remove();
  },
});

export { expect } from "@playwright/test";
