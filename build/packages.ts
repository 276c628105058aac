import type { UserConfig } from "vite";

/** The entries of a published package. `packages/entries.mjs` adds their files and their format. */
export const packageEntries: UserConfig = {
  publicDir: false,
  logLevel: "warn",
  build: { emptyOutDir: false, target: "es2022", minify: false },
};
