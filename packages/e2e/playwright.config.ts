import { defineConfig } from "@playwright/test";
import { chromiumPath } from "../../e2e/support/chromium.ts";

/**
 * The packages as users get them: installed from their tarballs, with the frameworks they are used
 * with.
 */
export default defineConfig({
  testDir: ".",
  globalSetup: "./global-setup.ts",
  // Each has an installed server with data of its own; the other one works while one waits for the registry.
  workers: 2,
  forbidOnly: true,
  // The timeout only ends hangs; a registry may be slow.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [["list"]],
  outputDir: "../../test-results",
  use: {
    browserName: "chromium",
    locale: "en-US",
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: chromiumPath(), args: ["--no-sandbox", "--disable-gpu"] },
  },
});
