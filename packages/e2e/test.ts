import { test as base } from "@playwright/test";
import { install, newFolder, start } from "./install.ts";

/** The server as its users have it: installed from its tarball, and started. */
export type Installed = {
  folder: string;
  /** The value that it printed next to a name, such as `API` or `secret`. */
  printed(name: string): string;
};

/** The packages' tests, which share one server. */
export const test = base.extend<object, { server: Installed }>({
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
});
