import type { Plugin, UserConfig } from "vite";
import { scriptRelease } from "./plugins/script-release.ts";

/** One file for pages. */
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

/** The page's script tag: no dependency; at the address of its release, too. */
export const script = pageFile(
  "global",
  { formats: ["iife"], name: "Service", fileName: "link.js" },
  [scriptRelease("link.js")],
);

/** The file next to it, a module that it imports for an embedded search, or attributes of its tag. */
export const embedded = pageFile("embedded", { formats: ["es"], fileName: "embedded.js" }, [
  scriptRelease("embedded.js"),
]);

/** The script of hosted Link's page, which has the page's script in it. */
export const hosted = pageFile("hosted", {
  formats: ["iife"],
  name: "hosted",
  fileName: "hosted.js",
});
