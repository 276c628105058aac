// Builds what is missing or older than its source, before `npm start`.
import { execSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";

const BUILT = "dist/cli.js";
const newest = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((path) => `src/${path}`)
  .concat(readdirSync("public").map((path) => `public/${path}`))
  .concat(
    "package-lock.json",
    "build-docs.mjs",
    "vite.config.ts",
    "tsconfig.json",
    "tsconfig.build.json",
  )
  .reduce((time, path) => Math.max(time, statSync(path).mtimeMs), 0);

if (!existsSync(BUILT) || statSync(BUILT).mtimeMs < newest) {
  process.stdout.write("Building service-link …\n");
  execSync("npm run --silent build", { stdio: "inherit" });
}
