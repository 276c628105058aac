import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, preview } from "vite";
import { linkIn, signIn } from "./support/link.ts";
import { expect, test } from "./support/test.ts";

const PROJECT = join(import.meta.dirname, "..");

test("an application that imports the npm package links an account", async ({ page, server }) => {
  // The application stands outside the project, so that it finds the package as any other would.
  const folder = mkdtempSync(join(tmpdir(), "service-link-spa-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(PROJECT, join(folder, "node_modules/service-link"));
  symlinkSync(join(PROJECT, "demo/spa"), join(folder, "spa"));
  const root = join(folder, "spa");
  const outDir = join(folder, "built");
  const config = {
    root,
    configFile: false,
    logLevel: "warn",
    resolve: { preserveSymlinks: true },
  } as const;
  await build({ ...config, build: { outDir, emptyOutDir: true } });
  const site = await preview({
    ...config,
    build: { outDir },
    preview: { host: "127.0.0.1", port: 0 },
  });
  const address = site.httpServer.address();
  const port = typeof address === "object" ? address?.port : "";

  const query = new URLSearchParams({ key: server.publicKey, origin: server.api, env: "sandbox" });
  await page.goto(`http://127.0.0.1:${port}/?${query}`);
  await page.getByRole("button").first().click();
  await signIn(page, /First Platypus/);
  const link = linkIn(page);
  await link.getByRole("checkbox").first().check();
  await link.getByTestId("submit").click();
  await link.getByTestId("finish").click();
  await expect(page.getByRole("status")).toContainText("connected: First Platypus Bank, 1 account");

  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

test("importing the package on a server does nothing", async () => {
  const { create } = await import(join(PROJECT, "dist/sdk/module.js"));
  expect(typeof create).toBe("function");
});
