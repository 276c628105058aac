import { defineConfig } from "@playwright/test";
import { chromiumPath, headlessShell } from "./support/chromium.ts";

/**
 * The address bar's popups are web pages. A whole Chromium loads two for each tab, which takes half
 * a second of processor time. A renderer started in advance does not save this time.
 */
const UNUSED_FEATURES = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "SpareRendererForSitePerProcess",
];

/** Playwright's own list, which a second `--disable-features` replaces. */
const PLAYWRIGHTS_FEATURES = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

const without = (features: readonly string[]) => `--disable-features=${features.join(",")}`;

/** Arguments of every Chromium, next to its features. */
const ARGS = [
  "--no-sandbox",
  // A process per site, as in a desktop browser, but not in the headless shell.
  "--site-per-process",
  "--disable-gpu",
  "--disable-quic",
  "--host-resolver-rules=MAP *.test 127.0.0.1",
];

const WINDOW = { browserName: "chromium", viewport: { width: 1280, height: 800 } } as const;

/** Arguments in addition to Playwright's own. */
const MORE_ARGS = [...ARGS, without([...PLAYWRIGHTS_FEATURES, ...UNUSED_FEATURES])];

/** Journeys across frames. They need the browser's storage for Link's frame inside a page. */
const KEEPS_SECRETS = /(resume|oauth-redirect)\.spec\.ts/;

/** Journeys without storage in the frame: the headless shell has some for every frame. */
const KEEPS_NOTHING = /nothing-kept\.spec\.ts/;

/**
 * Every code block of the documentation, in a terminal. Started last, this journey would run alone
 * at the end.
 */
const DOCUMENTATION = /snippets\.spec\.ts/;

/**
 * Journeys of the pages beyond Link (the Dashboard, the account site, the banks' sites, the shop, the reference), and of
 * Link in other hosts (isolated, patched and hostile pages, WebViews, test suites, large text).
 */
const MORE = /e2e\/(hosts|pages)\//;

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
  // One more worker than two processors, since journeys often wait for a message or a process.
  workers: 3,
  forbidOnly: true,
  // The timeout only ends hangs; a slow machine is no failure.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  outputDir: "../test-results",
  use: {
    // A trace takes a fifth of the processor time. `--trace retain-on-failure` enables traces.
    trace: "off",
    // Animations take a quarter of the time, so only journeys about motion enable them.
    contextOptions: { reducedMotion: "reduce" },
    locale: "en-US",
    timezoneId: "UTC",
  },
  projects: [
    {
      name: "documentation",
      workers: 1,
      testMatch: DOCUMENTATION,
      use: { ...WINDOW, launchOptions: { ...headlessShell(), args: MORE_ARGS } },
    },
    // Projects with few workers come first. At the end, they would leave a processor idle.
    {
      name: "partitioned",
      // Another worker would start a browser and a bank for eight journeys.
      workers: 1,
      testMatch: KEEPS_SECRETS,
      use: {
        ...WINDOW,
        launchOptions: {
          executablePath: chromiumPath(),
          ignoreDefaultArgs: true,
          args: [
            ...ARGS,
            without(UNUSED_FEATURES),
            "--headless",
            "--no-first-run",
            "--remote-debugging-pipe",
            "--no-startup-window",
          ],
        },
      },
    },
    {
      name: "postgres",
      workers: 1,
      testMatch: ON_POSTGRES,
      use: { ...WINDOW, launchOptions: { ...headlessShell(), args: MORE_ARGS } },
    },
    {
      name: "without storage",
      testMatch: KEEPS_NOTHING,
      use: {
        ...WINDOW,
        launchOptions: { executablePath: chromiumPath(), args: MORE_ARGS },
      },
    },
    {
      name: "chromium",
      testIgnore: [KEEPS_SECRETS, KEEPS_NOTHING, ON_POSTGRES, DOCUMENTATION, MORE],
      use: { ...WINDOW, launchOptions: { ...headlessShell(), args: MORE_ARGS } },
    },
    {
      name: "hosts",
      testDir: "./hosts",
      use: { ...WINDOW, launchOptions: { ...headlessShell(), args: MORE_ARGS } },
    },
    {
      name: "pages",
      testDir: "./pages",
      use: { ...WINDOW, launchOptions: { ...headlessShell(), args: MORE_ARGS } },
    },
  ],
});
