// Starts the server, and builds it before where something has changed since it was built.
import { readFileSync } from "node:fs";
import { isBuilt } from "./build-stamp.mjs";

if (!isBuilt()) {
  const { build } = await import("./build.mjs");
  if (!(await build())) process.exit(1);
}
// npm hands on no signal that ends it: the server would go on without its terminal, and keep its ports.
const ancestors = ancestorsOf();
if (process.env.npm_lifecycle_event === "start")
  setInterval(() => {
    if (ancestorsOf() !== ancestors) process.kill(process.pid, "SIGTERM");
  }, 500).unref();
process.argv.splice(1, 1, "dist/cli.js", "serve");
await import("../dist/cli.js");

/** Its parent, and that one's: between npm and this there may be a shell, which outlives npm. */
function ancestorsOf() {
  const { ppid } = process;
  try {
    return `${ppid} ${/^PPid:.*/m.exec(readFileSync(`/proc/${ppid}/status`, "utf8"))}`;
  } catch {
    // Elsewhere than on Linux the shell gives its place to what it starts.
    return String(ppid);
  }
}
