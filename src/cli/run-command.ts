import { readFileSync } from "node:fs";
import { runCommandLine } from "./command-line.ts";
import { COMMANDS } from "./commands.ts";
import type { Terminal } from "./context.ts";
import { PROJECT } from "./project.ts";

const { version } = JSON.parse(readFileSync(new URL("package.json", PROJECT), "utf8"));

/** Runs the command that a command line names; returns the exit code. */
export const runCommand = (line: readonly string[]): Promise<number> => {
  // The reader may close the pipe early, like `head` after ten lines.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  return runCommandLine(line, { version: String(version), commands: COMMANDS, context });
};

const { env, stdout, stderr } = process;

const context: Terminal = {
  variables: env,
  out: (text) => void stdout.write(text),
  err: stderr,
  columns: stdout.columns,
  hasColors: stdout.isTTY === true && stdout.hasColors(),
  clock: Date.now,
  prompt: (question) => prompt(question),
  stopSignal: () => {
    const stop = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
    return stop.signal;
  },
};

/** Asks the user at the terminal; null without a terminal. */
const prompt = async (question: string): Promise<string | null> => {
  if (!process.stdin.isTTY) return null;
  const { createInterface } = await import("node:readline/promises");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
};
