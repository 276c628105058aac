import { defineConfig } from "@playwright/test";
import { chromiumPath, headlessShell } from "./support/chromium.ts";

const ARGS = [
  "--no-sandbox",
  // Each site in a process of its own, as in a desktop browser, unlike in the headless shell.
  "--site-per-process",
  "--disable-gpu",
  "--disable-quic",
  "--host-resolver-rules=MAP *.test 127.0.0.1",
];

/**
 * Journeys across frames: they need the storage that a browser gives to Link's frame inside a page.
 */
const KEEPS_SECRETS = /(resume|oauth-redirect)\.spec\.ts/;

/** Journeys without storage in the frame: the headless shell has some for every frame. */
const KEEPS_NOTHING = /nothing-kept\.spec\.ts/;

/** The whole flow on the other database, since the other journeys do not depend on it. */
const ON_POSTGRES = /postgres\.spec\.ts/;

/**
 * The browser journeys. Most run in Chromium's headless shell. Playwright's own flags disable
 * storage partitioning, so the journeys across origins run a second time in a whole Chromium
 * without those flags. With them a whole Chromium gives a frame no storage at all.
 */
export default defineConfig({
  testDir: ".",
  globalSetup: "./global-setup.ts",
  fullyParallel: true,
  // One more than two processors run at a time: journeys often wait, for a message or for a
  // process.
  workers: 3,
  forbidOnly: true,
  // The timeout only ends hangs; a slow machine is no failure.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  outputDir: "../test-results",
  use: {
    // A trace would take a fifth of the processor's time; `--trace retain-on-failure` enables it.
    trace: "off",
    // Animations take a quarter of the time; journeys about motion enable them.
    contextOptions: { reducedMotion: "reduce" },
    locale: "en-US",
    timezoneId: "UTC",
  },
  projects: [
    {
      name: "chromium",
      testIgnore: [KEEPS_SECRETS, KEEPS_NOTHING, ON_POSTGRES],
      use: {
        browserName: "chromium",
        viewport: { width: 1280, height: 800 },
        launchOptions: { ...headlessShell(), args: ARGS },
      },
    },
    {
      name: "postgres",
      workers: 1,
      testMatch: [ON_POSTGRES, /shop\.spec\.ts/],
      grep: [/on PostgreSQL/, /a newcomer links an account in the demo shop/],
      use: {
        browserName: "chromium",
        viewport: { width: 1280, height: 800 },
        launchOptions: { ...headlessShell(), args: ARGS },
      },
    },
    {
      name: "phone",
      // Another worker would start a server and a browser for one journey.
      workers: 1,
      testMatch: /shop\.spec\.ts/,
      grepInvert: /other countries/,
      use: {
        browserName: "chromium",
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        launchOptions: { ...headlessShell(), args: ARGS },
      },
    },
    {
      name: "without storage",
      testMatch: KEEPS_NOTHING,
      use: {
        browserName: "chromium",
        viewport: { width: 1280, height: 800 },
        launchOptions: { executablePath: chromiumPath(), args: ARGS },
      },
    },
    {
      name: "partitioned",
      workers: 2,
      testMatch: [/shop\.spec\.ts/, KEEPS_SECRETS],
      // What the shop shows does not depend on storage.
      grepInvert: [/table of events/, /other countries/],
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
