// The measured servers, each in a separate process.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const PROBE = ["--expose-gc", "--import", join(import.meta.dirname, "probe.mjs")];
/** The command of this build. */
export const CLI = join(import.meta.dirname, "../../dist/cli.js");
const BASELINES = {
  "node:http": "node-http.mjs",
  "node:http, PostgreSQL": "node-http-postgres.mjs",
  fastify: "fastify.mjs",
};

const PATHS = [
  "/accounts/get",
  "/auth/get",
  "/transactions/get",
  "/transactions/sync",
  "/item/public_token/exchange",
  "/item/get",
];
/** Builds of other commits may lack the last path, and would then refuse to start. */
const OWN_PATHS = [...PATHS, "/investments/holdings/get"];

/** Limits that are counted as in production, and are not met. */
const limitsFor = (paths) =>
  JSON.stringify(
    Object.fromEntries(paths.map((path) => [path, { item: 1_000_000, client: 1_000_000 }])),
  );

/** `service-link serve` on a data folder, as it is built, with variables and options; in the sandbox without limits. */
export const startServe = (folder, variables = {}, options = [], cli = CLI) =>
  start([cli, "serve", "--no-demo", "--port", "0", "--data", folder, ...options], variables);

/** The same with rate limits, and with additional variables and options; of another build by its command. */
export const startService = (folder, more = {}, options = [], cli = CLI) =>
  startServe(
    folder,
    { RATE_LIMIT_CHANGES: limitsFor(cli === CLI ? OWN_PATHS : PATHS), ...more },
    ["--rate-limits", ...options],
    cli,
  );

/**
 * Starts a baseline server by name, which reads once per request from a file or a database with the
 * responses.
 */
export const startBaseline = (name, file, options = []) =>
  start([join(import.meta.dirname, BASELINES[name]), file, ...options]);

async function start(args, variables = {}) {
  // For a profiler, e.g. BENCH_NODE_ARGS="--cpu-prof --cpu-prof-dir=/tmp/profile".
  const extra = process.env.BENCH_NODE_ARGS?.split(" ") ?? [];
  const server = spawn(process.execPath, [...extra, ...PROBE, ...args], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: { ...process.env, ...variables },
  });
  const port = await new Promise((resolve, reject) => {
    let output = "";
    server.stdout.on("data", (text) => {
      output += text;
      const match = /https?:\/\/[\w.]+:(\d+)/.exec(output);
      if (match) resolve(Number(match[1]));
    });
    server.once("exit", () => reject(new Error(`a server did not start: ${output}`)));
  });
  return {
    port,
    pid: server.pid,
    /**
     * Its CPU time in ms; and in MB, its memory after a garbage collection, its peak, and its peak since the
     * last call; and the longest delay of its event loop and the longest work of a thread since then, in ms.
     */
    used: async () => {
      server.send("used");
      const [memory] = await once(server, "message");
      return memory;
    },
    /** Stops the server. Returns its exit code. */
    stop: async () => {
      server.kill();
      const [code] = await once(server, "exit");
      return code;
    },
  };
}
