import type { Plugin, UserConfig } from "vite";
import { scriptRelease } from "./plugins/script-release.ts";

/** A single-file build for pages. */
const pageFile = (
  entry: string,
  lib: { formats: ["es" | "iife"]; name?: string; fileName: string },
  plugins: Plugin[] = [],
): UserConfig => ({
  publicDir: false,
  plugins,
  build: {
    outDir: "dist/public",
    emptyOutDir: false,
    target: "es2022",
    lib: { ...lib, entry: `src/sdk/${entry}.ts`, fileName: () => lib.fileName },
  },
});

/** The script tag for pages, without dependencies, also at the address of its release. */
export const script = pageFile(
  "global",
  { formats: ["iife"], name: "Service", fileName: "link.js" },
  [scriptRelease("link.js")],
);

/** The embedded search: a separate module that the script imports on demand. */
export const embedded = pageFile("embedded", { formats: ["es"], fileName: "embedded.js" }, [
  scriptRelease("embedded.js"),
]);

/** The script of hosted Link's page, which includes the page's script. */
export const hosted = pageFile("hosted", {
  formats: ["iife"],
  name: "hosted",
  fileName: "hosted.js",
});
