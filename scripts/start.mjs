// Starts the server, and builds it before where something has changed since it was built.
import { isBuilt } from "./build-stamp.mjs";

if (!isBuilt()) {
  const { build } = await import("./build.mjs");
  if (!(await build())) process.exit(1);
}
process.argv.splice(1, 1, "dist/cli.js", "serve");
await import("../dist/cli.js");
