import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const MODULES = fileURLToPath(new URL("../../node_modules", import.meta.url));

/**
 * Bundles a repeatedly started program into one JavaScript file, since not every supported Node
 * reads TypeScript. Returns the file's path, and a function that removes the file.
 */
export const buildProgram = async (source: string) => {
  const folder = await mkdtemp(join(tmpdir(), "service-link-program-"));
  const name = basename(source).replace(/\.ts$/, ".mjs");
  await symlink(MODULES, join(folder, "node_modules"));
  await build({
    configFile: false,
    logLevel: "silent",
    publicDir: false,
    build: {
      ssr: source,
      outDir: join(folder, "built"),
      rolldownOptions: { output: { entryFileNames: name } },
    },
  });
  return { file: join(folder, "built", name), remove: () => rm(folder, { recursive: true }) };
};
