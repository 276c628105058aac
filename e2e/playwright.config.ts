import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./support/chromium.ts";

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--host-resolver-rules=MAP *.test 127.0.0.1",
];

/**
 * The browser journeys. Playwright's own flags switch storage partitioning off, so the journeys that
 * cross origins run a second time with none of them.
 */
export default defineConfig({
  testDir: ".",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Only what hangs is to end by time; a slow machine is no failure.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  outputDir: "../test-results",
  use: { trace: "retain-on-failure", locale: "en-US", timezoneId: "UTC" },
  projects: [
    {
      name: "chromium",
      use: {
        browserName: "chromium",
        viewport: { width: 1280, height: 800 },
        launchOptions: { executablePath: chromiumPath(), args: ARGS },
      },
    },
    {
      name: "phone",
      testMatch: /shop\.spec\.ts/,
      use: {
        browserName: "chromium",
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        launchOptions: { executablePath: chromiumPath(), args: ARGS },
      },
    },
    {
      name: "partitioned",
      testMatch: /shop\.spec\.ts/,
      use: {
        browserName: "chromium",
        viewport: { width: 1280, height: 800 },
        launchOptions: {
          executablePath: chromiumPath(),
          ignoreDefaultArgs: true,
          args: [
            ...ARGS,
            "--headless",
            "--no-first-run",
            "--remote-debugging-pipe",
            "--no-startup-window",
          ],
        },
      },
    },
  ],
});
