import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { install, installAll, newFolder, start } from "./install.ts";

/** The server as users have it: installed from its tarball, and started. */
export type Installed = {
  folder: string;
  /** The printed value next to a label, such as `API` or `secret`. */
  printed(name: string): string;
};

const { version: playwrightVersion } = JSON.parse(
  readFileSync(
    join(import.meta.dirname, "../../node_modules/@playwright/test/package.json"),
    "utf8",
  ),
);

/** The packages' tests. They share a server, and a project with all packages and test tools. */
export const test = base.extend<object, { server: Installed; project: { folder: string } }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const { folder, remove } = newFolder();
      install(folder, "service-link-server");
      const serve = ["service-link", "serve", "--port", "0", "--no-demo"];
      const server = await start(folder, ["npx", ...serve], /Stop with Ctrl\+C/);
      const printed = (name: string) =>
        new RegExp(`${name}\\s+(\\S+)`).exec(server.printed)?.[1] ?? `no ${name}`;
      await use({ folder, printed });
      await server.stop();
      remove();
    },
    { scope: "worker" },
  ],
  project: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const { folder, remove } = newFolder();
      installAll(folder, [
        "puppeteer-core@25",
        "selenium-webdriver@4",
        `@playwright/test@${playwrightVersion}`,
        "vitest@4",
        "jest@30",
        "typescript@5.9",
        "@types/node@22",
      ]);
      await use({ folder });
      remove();
    },
    { scope: "worker" },
  ],
});
