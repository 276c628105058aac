import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./support/chromium.ts";

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--host-resolver-rules=MAP *.test 127.0.0.1",
];

/** What goes on in another frame: it needs the storage that a browser gives to Link's inside a page. */
const KEEPS_SECRETS = /resume\.spec\.ts/;

/**
 * The browser journeys. Playwright's own flags switch storage partitioning off, so the journeys that
 * cross origins run a second time with none of them. A frame has no storage at all then; what needs
 * one runs without those flags only.
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
      testIgnore: KEEPS_SECRETS,
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
      testMatch: [/shop\.spec\.ts/, KEEPS_SECRETS],
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
