import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { DialectName } from "./dialects.ts";
import type { Task } from "./process.ts";

/** Starts the built `process.ts`, and waits until the store's code has loaded. */
export const startProcess = async (program: string, dialect: DialectName) => {
  const child = spawn(process.execPath, [program, dialect], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value: greeting } = await lines.next();
  if (greeting !== "ready") throw new Error("the process did not start");
  return {
    pid: child.pid,
    kill: () => void child.kill("SIGKILL"),
    /**
     * Opens a store, runs a task on the store, and closes the store. Returns the lines that the
     * process printed, until its end at the latest.
     */
    run: async (task: Task, address: string, onLine: (line: string) => void = () => {}) => {
      child.stdin.write(`${task} ${address}\n`);
      const said: string[] = [];
      for (;;) {
        const { value: line, done } = await lines.next();
        if (done || line === "done") return said;
        said.push(line);
        onLine(line);
      }
    },
  };
};
