import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "vite";

/** The extensions of ES modules and of CommonJS. */
const EXTENSIONS = { es: "js", cjs: "cjs" };

const COMPILED = "dist/types-of-entries";

/**
 * Fills a folder of a package with entries, which are files of one folder of `src/`: as ES modules and as CommonJS, with
 * declarations. `project` is the tsconfig that names them, and `external` matches the application's own dependencies.
 */
export const fillEntries = async (target, { source, names, project, external, rename }) => {
  for (const format of Object.keys(EXTENSIONS))
    await buildEntries(target, { source, names, format, external });
  writeDeclarations(target, { source, names, project, rename });
};

const buildEntries = (outDir, { source, names, format, external }) =>
  build({
    mode: "package",
    build: {
      outDir,
      lib: {
        entry: Object.fromEntries(names.map((name) => [name, `${source}/${name}.ts`])),
        formats: [format],
        fileName: (_, name) => `${name}.${EXTENSIONS[format]}`,
      },
      rolldownOptions: {
        external: (id) => external?.test(id) ?? false,
        output: { chunkFileNames: `[name].${EXTENSIONS[format]}` },
      },
    },
  });

/** Writes the declarations that the entries reach, file by file, for ES modules and CommonJS. */
function writeDeclarations(target, { source, names, project, rename = (text) => text }) {
  execFileSync("node_modules/.bin/tsc", ["-p", project, "--outDir", COMPILED], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  const files = new Set(names.map((name) => `${name}.d.ts`));
  for (const file of files) {
    const text = readFileSync(join(COMPILED, source.replace("src/", ""), file), "utf8");
    for (const [, name] of text.matchAll(OWN_IMPORT))
      files.add(join(dirname(file), `${name}.d.ts`));
    for (const extension of Object.values(EXTENSIONS)) {
      const path = join(target, file.replace(/ts$/, extension.replace("js", "ts")));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, rename(text.replace(OWN_IMPORT, `from "./$1.${extension}"`), extension));
    }
  }
  rmSync(COMPILED, { recursive: true });
}

const OWN_IMPORT = /from "\.\/([^"]+)\.ts"/g;
