// Keeps the page's script of a release in public/link, from where every later build serves it.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Copies the built script of a version into the folder of kept scripts, and drops those of other
 * major versions. A script that is kept never changes: if another one is built, it throws.
 */
export const keepScript = (version, built, kept) => {
  const source = join(built, "link", `v${version}`);
  const target = join(kept, `v${version}`);
  if (!existsSync(source)) throw new Error(`${source} is missing: type npm run build`);
  if (existsSync(target)) {
    const isKept = (name) =>
      readFileSync(join(built, name)).equals(readFileSync(join(target, name)));
    if (
      readdirSync(target)
        .filter((name) => name.endsWith(".js"))
        .every(isKept)
    )
      return;
    throw new Error(`${target} has another script: raise the version in package.json`);
  }
  cpSync(source, target, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  for (const name of readdirSync(kept))
    if (majorOf(name) !== majorOf(`v${version}`)) rmSync(join(kept, name), { recursive: true });
};

const majorOf = (folder) => folder.split(".")[0];

if (process.argv[1] === import.meta.filename) {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  try {
    keepScript(version, "dist/public", "public/link");
    console.log(`public/link/v${version} has the script of ${version}: commit it`);
  } catch (failure) {
    console.error(failure.message);
    process.exitCode = 1;
  }
}
