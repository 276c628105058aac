// Starts the server, and builds it before where something has changed since it was built.
import { isBuilt } from "./build-stamp.mjs";

if (!isBuilt()) {
  const { build } = await import("./build.mjs");
  if (!(await build())) process.exit(1);
}
// npm hands on no signal that ends it: the server would go on without its terminal, and keep its ports.
const parent = process.ppid;
if (process.env.npm_lifecycle_event === "start")
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
  }, 500).unref();
process.argv.splice(1, 1, "dist/cli.js", "serve");
await import("../dist/cli.js");
