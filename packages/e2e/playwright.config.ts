import { defineConfig } from "@playwright/test";
import { chromiumPath } from "../../e2e/support/chromium.ts";

/** The packages as strangers get them: installed from their tarballs, beside what they use them with. */
export default defineConfig({
  testDir: ".",
  globalSetup: "./global-setup.ts",
  workers: 1,
  forbidOnly: true,
  // Only what hangs is to end by time; a registry may be slow.
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
