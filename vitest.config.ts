import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

// Tests leave much garbage: a larger young generation saves a tenth of the processor's time.
const HEAP = "--max-semi-space-size=64";

// An older Node does not read TypeScript, and has Vite's module runner do it.
const ON_NODE =
  process.features.typescript === "strip"
    ? {
        execArgv: [HEAP, "--import", new URL("src/testing/source-loader.ts", import.meta.url).href],
        experimental: { viteModuleRunner: false, nodeLoader: false },
        setupFiles: "src/testing/without-source-maps.ts",
        globalSetup: ["src/testing/postgres/global-setup.ts", "src/testing/thread-bundle.ts"],
      }
    : { execArgv: [HEAP], globalSetup: "src/testing/postgres/global-setup.ts" };

/**
 * Rounds of every path, of several processes, of kills and load, and tests that need more than Node and git, such as
 * root or Redis: `npm run test:endurance`.
 */
const ENDURANCE = "{packages,scripts,sim,src}/**/*.endurance.test.ts";

/** The contract of every store on PostgreSQL, which runs there with all samples. */
const CONTRACT_ON_POSTGRES = "src/server/store/dialects/postgres.test.ts";

/** The stand-in for React Native and its WebView. */
const NATIVE = join(import.meta.dirname, "src/sdk/frameworks/react-native.fixture.tsx");

// Pages show times in the zone of their browser, and tests name those of one zone.
process.env.TZ ??= "UTC";

/** A project of files that run on PostgreSQL, in addition to SQLite. */
const onPostgres = (name: string, include: string[]): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    ...ON_NODE,
    name,
    isolate: false,
    env: { TEST_STORE: "postgres" },
    include,
  },
});

const PROJECTS: TestProjectInlineConfiguration[] = [
  {
    extends: true,
    test: {
      ...ON_NODE,
      name: "node",
      // Nothing here leaves anything behind in its process, and loading all modules again for each
      // file would take longer than the tests.
      isolate: false,
      include: [
        "src/**/*.test.ts",
        "bench/**/*.test.ts",
        "demo/**/*.test.ts",
        "scripts/**/*.test.ts",
        "packages/**/*.test.ts",
        "sim/**/*.test.ts",
        "docs/*.test.ts",
      ],
      exclude: [...configDefaults.exclude, ENDURANCE, CONTRACT_ON_POSTGRES],
    },
  },
  {
    extends: true,
    // A checkout has neither; the packages' journeys compile and bundle with both.
    resolve: { alias: { "react-native": NATIVE, "react-native-webview": NATIVE } },
    test: {
      name: "views",
      // Each file has a document and modules of its own, in threads that load happy-dom once: with
      // threads that end with their file it takes twice the processor's time.
      pool: "vmThreads",
      include: ["{demo,src}/**/*.test.tsx"],
      environment: "happy-dom",
      // A click on a link goes nowhere: a test reads where it leads.
      environmentOptions: {
        happyDOM: {
          settings: {
            navigation: { disableMainFrameNavigation: true, disableChildPageNavigation: true },
          },
        },
      },
      // Testing Library removes a test's elements from the document by a global `afterEach`.
      globals: true,
    },
  },
  // The contract of the store runs on both databases; these are about transactions and SQL beyond it, and about the
  // way from Link to the webhooks.
  onPostgres("endurance-postgres", [
    "src/cli/keys/rotate-master-key.test.ts",
    "src/server/api/items/items.test.ts",
    "src/server/api/linking/public-token.test.ts",
    "src/server/api/sandbox/create-sandbox-transactions.test.ts",
    "src/server/bridge/login/idempotent-submission.test.ts",
    "src/server/bridge/oauth/resume-session.test.ts",
    "src/server/dashboard/items/items.test.ts",
    "src/server/doors/end-of-link.test.ts",
    "src/server/dashboard/overview/overview.test.ts",
    "src/server/dashboard/traffic/traffic.test.ts",
    "src/server/host/sealed-at-rest.test.ts",
    "src/server/jobs/asset-report-webhooks.test.ts",
    "src/server/jobs/deadly-jobs.endurance.test.ts",
    "src/server/portal/connections.test.ts",
    "src/server/portal/email.test.ts",
  ]),
];

/** The endurance tests, and all samples of the properties of which other runs take a part. */
const endurance = (): TestProjectInlineConfiguration[] => {
  const sampled = globSync("src/**/*.test.ts").filter((file) =>
    /testing\/(property-samples|store-contract\/index)\.ts"/.test(readFileSync(file, "utf8")),
  );
  return [
    {
      extends: true,
      test: {
        ...ON_NODE,
        name: "endurance",
        include: [ENDURANCE],
        exclude: [...configDefaults.exclude, ...sampled],
      },
    },
    {
      extends: true,
      test: {
        ...ON_NODE,
        name: "endurance-properties",
        isolate: false,
        env: { TEST_SAMPLES: "all" },
        include: sampled,
      },
    },
  ];
};

export default defineConfig(({ mode }) => ({
  test: {
    // Only a hanging test is to end by time; a slow machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 120_000 } },
    // One more than there are processors: a test often waits, for a process or a deadline.
    maxWorkers: availableParallelism() + 1,
    projects: [
      ...PROJECTS.filter(
        ({ test }) => `${test?.name}`.startsWith("endurance") === (mode === "endurance"),
      ),
      ...(mode === "endurance" ? endurance() : []),
    ],
  },
}));
