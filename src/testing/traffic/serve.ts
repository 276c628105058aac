import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { freePorts } from "../free-ports.ts";
import { PROJECT } from "../test-command.ts";
import { KEYS } from "./keys.ts";

const PUBLIC_KEY = "traffic-public-key";

/** A built server (`buildCommand`), which runs in separate processes. */
export type RunningServer = {
  port: number;
  child: ChildProcess;
  /** Returns the server's log so far. */
  log(): string;
  /** Ends the server with SIGTERM. Returns the exit code. */
  stop(): Promise<number | null>;
};

/** Creates a folder, which is removed after the test. */
export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-traffic-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Starts `service-link serve`, and waits for the first response. */
export const serve = async (
  data: string,
  options: readonly string[] = [],
  variables: Record<string, string> = {},
  { maxFiles }: { maxFiles?: number } = {},
): Promise<RunningServer> => {
  // Another process may take a port assigned by the system before the server restarts.
  const [port] = await freePorts(1);
  const args = ["serve", "--no-demo", "--host", "127.0.0.1", "--port", `${port}`, "--data", data];
  const command = [process.execPath, join(PROJECT, "dist/cli.js"), ...args, ...options];
  const limit = maxFiles === undefined ? "" : `ulimit -n ${maxFiles}; `;
  const child = spawn("/bin/sh", ["-c", `${limit}exec "$0" "$@"`, ...command], {
    cwd: PROJECT,
    env: {
      PATH: process.env.PATH,
      NO_COLOR: "1",
      SERVICE_LINK_CLIENT_ID: KEYS.client_id,
      SERVICE_LINK_SECRET: KEYS.secret,
      SERVICE_LINK_PUBLIC_KEY: PUBLIC_KEY,
      ...variables,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let log = "";
  child.stderr.on("data", (text: Buffer) => {
    log += text;
  });
  return {
    port: await readPort(child, () => log),
    child,
    log: () => log,
    stop: async () => {
      if (child.exitCode !== null) return child.exitCode;
      child.kill("SIGTERM");
      const [code] = await once(child, "exit");
      return code;
    },
  };
};

export const kill = async ({ child }: RunningServer): Promise<void> => {
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
};

const readPort = (child: ChildProcess, log: () => string) =>
  new Promise<number>((resolve, reject) => {
    let output = "";
    child.stdout?.on("data", (text: Buffer) => {
      output += text;
      const [, port] = /API +https?:\/\/[\w.]+:(\d+)/.exec(output) ?? [];
      if (port && output.includes("Ctrl+C")) resolve(Number(port));
    });
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${log()}`)));
  });

/** Returns the child processes of a process. */
export const fetchChildren = async ({ child }: RunningServer): Promise<number[]> => {
  const { readFile } = await import("node:fs/promises");
  const text = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
  return text.trim().split(" ").filter(Boolean).map(Number);
};
