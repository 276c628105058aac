import { spawn } from "node:child_process";

/** The result of a program: its output, and its exit code, or null after a signal. */
export type Ended = { out: string; code: number | null };

/** Runs Node in a folder. Each process ends after some CPU seconds, even if it never waits. */
export const runLimited = (
  cwd: string,
  args: readonly string[],
  { cpuSeconds, env = {} }: { cpuSeconds: number; env?: Record<string, string> },
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const node = [process.execPath, ...process.execArgv, ...args];
    const [command = "", ...rest] =
      process.platform === "win32"
        ? node
        : ["sh", "-c", 'ulimit -t "$0"; exec "$@"', String(Math.ceil(cpuSeconds)), ...node];
    const child = spawn(command, rest, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "ignore"],
    });
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ out, code }));
  });
