// Starts the server, and builds first if a source has changed since the last build.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { isBuilt } from "./build-stamp.mjs";

// Disables optimization like `serve`: functions that are hot in a start hardly run later
// (src/cli/heap-limits.ts).
for (const compiler of ["maglev", "turbo"]) setFlagsFromString(`--${compiler}-filter=~`);

if (!isBuilt()) {
  await requireFreePort();
  const { build } = await import("./build.mjs");
  if (!(await build())) process.exit(1);
}
// npm does not forward signals. Without its terminal, the server would run on and keep its ports.
const ancestors = readAncestors();
if (process.env.npm_lifecycle_event === "start")
  setInterval(() => {
    if (readAncestors() !== ancestors) process.kill(process.pid, "SIGTERM");
  }, 500).unref();
process.argv.splice(1, 1, "dist/cli.js", "serve");
await import("../dist/cli.js");

/** The parent process and its parent: a shell between npm and this process may outlive npm. */
function readAncestors() {
  const { ppid } = process;
  try {
    return `${ppid} ${/^PPid:.*/m.exec(readFileSync(`/proc/${ppid}/status`, "utf8"))}`;
  } catch {
    // On systems other than Linux, the command replaces the shell.
    return String(ppid);
  }
}

/** Ends with a sentence if the port is used, before a slow build. The server has its own checks. */
async function requireFreePort() {
  const options = { port: { type: "string" }, host: { type: "string" } };
  const { port = "8080", host = "localhost" } = parseArgs({ options, strict: false }).values;
  const probe = createServer();
  try {
    probe.listen({ port, host });
    await once(probe, "listening");
    probe.close();
  } catch (failure) {
    if (failure.code !== "EADDRINUSE") return;
    process.stderr.write(
      `service-link: port ${port} is taken; choose another one by npm start -- --port 8090, or stop what listens there\n`,
    );
    process.exit(1);
  }
}
