import { defineConfig } from "@playwright/test";
import { chromiumPath } from "../../e2e/support/chromium.ts";

/** The packages as users install them: from their tarballs, next to their frameworks. */
export default defineConfig({
  testDir: ".",
  globalSetup: "./global-setup.ts",
  // Each worker has an installed server with separate data. One works while the other waits for the
  // registry.
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
