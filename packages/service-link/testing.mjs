import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const SOURCE = "src/testing/kit";

/** The entries for tests, by name. */
const ENTRIES = Object.fromEntries(
  ["index", "playwright", "vitest"].map((name) => [name, `${SOURCE}/${name}.ts`]),
);

const EXTENSIONS = { es: "js", cjs: "cjs" };

/** The tools that the fixtures extend, which a project brings. */
const OUTSIDE = /^(node:|vitest$|@playwright\/test$)/;

/** Fills the folder `testing` of the package with its entries and their declarations. */
export const fillTesting = async (folder) => {
  const target = join(folder, "testing");
  for (const format of Object.keys(EXTENSIONS)) await buildEntries(target, format);
  writeDeclarations(target);
};

const buildEntries = (outDir, format) =>
  build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    build: {
      outDir,
      emptyOutDir: false,
      target: "es2022",
      minify: false,
      lib: {
        entry: ENTRIES,
        formats: [format],
        fileName: (_, name) => `${name}.${EXTENSIONS[format]}`,
      },
      rolldownOptions: {
        external: (id) => OUTSIDE.test(id),
        output: { chunkFileNames: `[name].${EXTENSIONS[format]}` },
      },
    },
  });

const COMPILED = "dist/types-of-testing";

/** Writes the declarations file by file, for ES modules and for CommonJS. */
function writeDeclarations(target) {
  execFileSync(
    "node_modules/.bin/tsc",
    ["-p", "packages/service-link/tsconfig.testing.json", "--outDir", COMPILED],
    { stdio: "inherit", shell: process.platform === "win32" },
  );
  const compiled = join(COMPILED, SOURCE.replace("src/", ""));
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(compiled)) {
    const text = readFileSync(join(compiled, name), "utf8");
    for (const extension of Object.values(EXTENSIONS))
      writeFileSync(
        join(target, name.replace(/\.d\.ts$/, `.d.${extension.replace("js", "ts")}`)),
        withImports(text, extension),
      );
  }
  rmSync(COMPILED, { recursive: true });
}

/** Returns declarations whose imports name the package's files: the page's types are in its core. */
const withImports = (text, extension) =>
  text
    .replace(/from "\.\.\/\.\.\/sdk\/[^"]+"/g, `from "../index.${extension}"`)
    .replace(/from "(\.\/[^"]+)\.ts"/g, `from "$1.${extension}"`);
