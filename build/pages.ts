import type { BuildOptions, Plugin, UserConfig } from "vite";
import { entryChunk } from "./plugins/chunks.ts";
import { designScale } from "./plugins/design-scale.ts";
import { oxc } from "./plugins/jsx.ts";
import { minifyAgain } from "./plugins/minify-again.ts";
import { plainImports } from "./plugins/plain-imports.ts";

type PagesOptions = BuildOptions["rolldownOptions"] &
  Pick<BuildOptions, "cssTarget" | "modulePreload"> & { plugins?: Plugin[] };

/** Builds the documents of a folder of `src/` with their scripts and styles, for an address. */
const pages = (
  room: string,
  address: string,
  documents: string[],
  { plugins = [], modulePreload = false, cssTarget, ...options }: PagesOptions = {},
): UserConfig => ({
  root: `src/${room}`,
  base: `/${address}/`,
  publicDir: false,
  plugins: [plainImports(), designScale(), ...plugins],
  oxc,
  build: {
    outDir: `../../dist/public/${address}`,
    emptyOutDir: true,
    target: "es2022",
    ...(cssTarget && { cssTarget }),
    modulePreload,
    rolldownOptions: {
      input: documents.map((name) => `src/${room}/${name}.html`),
      // The mark is in public/, which the server serves at the root.
      external: ["/favicon.svg"],
      ...options,
    },
  },
});

/** The Dashboard, whose first script contains the overview. */
export const dashboard = pages("dashboard", "dashboard", ["dashboard"], {
  plugins: [minifyAgain()],
  modulePreload: { polyfill: false },
  output: { codeSplitting: entryChunk("src/dashboard/main.tsx", "first-view") },
  checks: { bundlerTimings: false },
});

/**
 * The documents in the frames of the white label page, which load Link's lazy parts at once. The
 * page sets their theme by `color-scheme`. `light-dark()`, compiled for older browsers, would
 * follow the device.
 */
export const preview = pages("preview", "dashboard/preview", ["link", "account"], {
  cssTarget: ["chrome123", "firefox120", "safari17.5"],
  checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
});

/**
 * The account site. File names have no hash, since a hash does not compress, and the first view
 * names each chunk.
 */
export const portal = pages("portal", "account", ["portal"], {
  output: { chunkFileNames: "assets/[name]-[hash:6].js" },
});

/** The API reference, and the document that `scripts/docs/publish.mjs` fills with each guide. */
export const reference = pages("docs", "docs", ["docs", "guide"]);
