import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { storeVariables } from "./postgres.ts";

/** A server started as newcomers do, and its output. */
export type Running = {
  printed: string;
  api: string;
  shop: string;
  clientId: string;
  secret: string;
  publicKey: string;
  /** The data folder. */
  folder: string;
  /** The log so far. */
  logged(): string;
  stop(): Promise<void>;
};

/**
 * Creates a folder for a server's data. Returns a function that removes the folder, even while a
 * process writes there.
 */
export const dataFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-e2e-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 9 }) };
};

const PROJECT = join(import.meta.dirname, "../..");

/** Starts `service-link serve` on free ports, and waits for the printed addresses. */
export const serve = async (
  folder: string,
  port = 0,
  variables: Record<string, string> = {},
  options: readonly string[] = [],
): Promise<Running> => {
  const server = spawn(
    process.execPath,
    ["dist/cli.js", "serve", "--port", String(port), "--data", folder, ...options],
    {
      cwd: PROJECT,
      env: { ...process.env, LOG_LEVEL: "trace", ...(await storeVariables(folder)), ...variables },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let log = "";
  server.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  const output = await startPage(server, () => log);
  const value = (name: string) => new RegExp(`${name}\\s+(\\S+)`).exec(output)?.[1] ?? "";
  return {
    printed: output,
    folder,
    api: value("API"),
    shop: value("Demo shop"),
    clientId: value("client_id"),
    secret: value("secret"),
    publicKey: value("public_key"),
    logged: () => log,
    stop: async () => {
      if (server.exitCode !== null) return;
      server.kill("SIGTERM");
      await once(server, "exit");
    },
  };
};

/** Runs a command on a data folder as the server's operator. Returns its output. */
export const command = async (
  folder: string,
  line: readonly string[],
  variables: Record<string, string> = {},
): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["dist/cli.js", ...line, "--data", folder],
    { cwd: PROJECT, env: { ...process.env, ...(await storeVariables(folder)), ...variables } },
  );
  return stdout;
};

function startPage(server: ChildProcess, log: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    server.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Stop with Ctrl+C")) resolve(output);
    });
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${log()}`)));
  });
}
