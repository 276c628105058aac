import { defineConfig, type UserConfig } from "vite";
import { link } from "./build/link.ts";
import { packageEntries } from "./build/packages.ts";
import { dashboard, portal, preview, reference } from "./build/pages.ts";
import { embedded, hosted, script } from "./build/sdk.ts";
import { bench, cli, server } from "./build/server.ts";

/** The builds by mode, which `scripts/build.mjs` runs in their order. */
const BUILDS: Record<string, UserConfig> = {
  script,
  embedded,
  hosted,
  dashboard,
  preview,
  portal,
  reference,
  server,
  cli,
  bench,
  package: packageEntries,
};

export default defineConfig(({ mode }) => BUILDS[mode] ?? link);
