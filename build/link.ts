import type { UserConfig } from "vite";
import { lazyChunk } from "./plugins/chunks.ts";
import { designScale } from "./plugins/design-scale.ts";
import { inlineScript } from "./plugins/inline-script.ts";
import { inlineStyle } from "./plugins/inline-style.ts";
import { jsx, pragmas } from "./plugins/jsx.ts";
import { leanPreact } from "./plugins/lean-preact.ts";
import { minifyAgain } from "./plugins/minify-again.ts";
import { plainImports } from "./plugins/plain-imports.ts";

/** Link: the frame's document with its script and style inline. */
export const link: UserConfig = {
  root: "src/link",
  // Only this build copies public/.
  publicDir: "../../public",
  plugins: [
    plainImports(),
    pragmas(),
    designScale(),
    inlineStyle(),
    leanPreact(),
    minifyAgain(),
    inlineScript(["lazy", "institution-index", "rare"]),
  ],
  oxc: { jsx },
  build: {
    outDir: "../../dist/public",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    rolldownOptions: {
      input: "src/link/link.html",
      output: { chunkFileNames, codeSplitting: lazyChunk("src/link/main.tsx", "src/link/lazy.ts") },
      checks: { bundlerTimings: false },
    },
  },
};

/**
 * A language's chunk has the language's name, so that the server can send it with the document. A
 * rare chunk is `rare-<name>`, and its texts in a language are `rare-<name>.<language>`. Each
 * letter of a name costs bytes of the first view, and so does the hash.
 */
function chunkFileNames({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const [, folder, rare, file] = /\/(\w+)\/(rare\/)?([^/]+)\.ts$/.exec(facadeModuleId ?? "") ?? [];
  if (rare) return `assets/rare-${file}${folder === "link" ? "" : `.${folder}`}-[hash:6].js`;
  const name = file === "all" ? folder : file?.replace("clickjacking-", "");
  return `assets/${name ?? "[name]"}-[hash:6].js`;
}
