import { cpSync, writeFileSync } from "node:fs";
import { build } from "vite";
import { writeDeclarations } from "./declarations.mjs";
import { fillTesting } from "./testing.mjs";

/** The framework entries of the package by name. The core is the entry `index`. */
const FRAMEWORKS = ["react", "vue", "svelte", "element", "load-link", "webview", "react-native"];

/** The frameworks, which applications bring. */
const PEERS = /^(react|react-native|react-native-webview|svelte|vue)(\/|$)/;

const EXTENSIONS = { es: "js", cjs: "cjs" };

/** Fills the package with the modules that pages import, and the script tag's script. */
export const fillPagePackage = async (folder) => {
  await Promise.all([
    buildEntries(folder, { index: "src/sdk/module.ts" }),
    ...Object.keys(EXTENSIONS).map((format) =>
      buildEntries(
        folder,
        Object.fromEntries(FRAMEWORKS.map((name) => [name, `src/sdk/frameworks/${name}.ts`])),
        format,
      ),
    ),
  ]);
  writeDeclarations(folder, FRAMEWORKS);
  for (const name of ["global.js", "global.cjs", "global.d.ts", "global.d.cts"])
    cpSync(`packages/service-link/${name}`, `${folder}/${name}`);
  for (const extension of ["js", "cjs"])
    writeFileSync(`${folder}/types.${extension}`, TYPES_MODULE);
  for (const name of ["link.js", "embedded.js"]) cpSync(`dist/public/${name}`, `${folder}/${name}`);
  await fillTesting(folder);
};

const TYPES_MODULE = "// Types only.\n";

/**
 * Builds entries. Framework entries import the core's entry, so that a page loads the core once.
 */
const buildEntries = (folder, entry, format) =>
  build({
    mode: "package",
    build: {
      outDir: folder,
      lib: {
        entry,
        formats: format ? [format] : Object.keys(EXTENSIONS),
        fileName: (each, name) => `${name}.${EXTENSIONS[each]}`,
      },
      rolldownOptions: {
        external: (id) => PEERS.test(id) || (format && id.endsWith("/module.ts")),
        output: {
          chunkFileNames: `[name].${EXTENSIONS[format]}`,
          paths: (id) => (id.endsWith("/module.ts") ? `./index.${EXTENSIONS[format]}` : id),
          // Server components import the hooks as a client's.
          banner: ({ name }) => (/^react(-native)?$/.test(name) ? '"use client";' : ""),
        },
      },
    },
  });
