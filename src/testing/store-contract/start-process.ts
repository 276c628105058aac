import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import type { DialectName } from "./dialects.ts";
import type { Task } from "./process.ts";

/**
 * Starts `process.ts`, as built, which has the store's code loaded and waits: `go` lets it open a store, do
 * its task there, and close it. `lines` is what it says from then on, to the end, however that comes.
 */
export const startProcess = async (program: string, dialect: DialectName, task: Task) => {
  const child = spawn(process.execPath, [program, dialect, task], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const kill = () => child.kill("SIGKILL");
  onTestFinished(() => void kill());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value: greeting } = await lines.next();
  if (greeting !== "ready") throw new Error(`the ${task} process did not start`);
  return {
    pid: child.pid,
    go: (address: string) => child.stdin.write(`${address}\n`),
    /** Nothing more to do: ends the process when it is done. */
    rest: () => child.stdin.end(),
    kill,
    lines,
  };
};
