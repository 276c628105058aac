// Every Node has to parse this file, as it does ./find-node.mjs.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { delimiter, dirname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The cache of compiled modules. Otherwise tests, which start many threads and processes, would
 * strip and compile our sources each time.
 */
const COMPILED = fileURLToPath(new URL("../node_modules/.cache/node", import.meta.url));

/**
 * Runs a command in place of this process. The given Node comes first in the PATH. Returns the
 * command's exit code.
 */
export const run = ([command, ...args], node) =>
  new Promise((resolve) => {
    let child;
    // A terminal signals both processes itself. A second signal would kill a stopping process.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
      process.on(signal, () => {
        if (signal === "SIGTERM" || !process.stdin.isTTY) child.kill(signal);
      });
    // On Windows, the variable is Path, and npm's commands are shell scripts.
    const name = Object.keys(process.env).find((key) => key.toUpperCase() === "PATH") || "PATH";
    child = spawn(command, args, {
      stdio: "inherit",
      env: {
        NODE_COMPILE_CACHE: COMPILED,
        ...process.env,
        [name]: dirname(node) + delimiter + process.env[name],
      },
      shell: process.platform === "win32" && command !== node,
    });
    child.on("error", (failure) => {
      process.stderr.write(`${command} does not start: ${failure.message}\n`);
      resolve(1);
    });
    child.on("exit", (code, signal) => resolve(signal ? 128 + constants.signals[signal] : code));
  });
