import { runCommandLine } from "./command-line.ts";
import { COMMANDS } from "./commands.ts";
import type { Terminal } from "./context.ts";

/** Runs a command line in this process, without a terminal. `changes` override its environment. */
export const runCli = async (
  line: readonly string[],
  changes: Partial<Terminal> = {},
  commands = COMMANDS,
) => {
  const output = { out: "", err: "" };
  const context: Terminal = {
    variables: {},
    out: (text) => {
      output.out += text;
    },
    err: {
      write: (text: string) => {
        output.err += text;
      },
    },
    columns: undefined,
    hasColors: false,
    clock: Date.now,
    prompt: async () => null,
    stopSignal: () => new AbortController().signal,
    ...changes,
  };
  const code = await runCommandLine(line, { commands, version: "1.2.3", context });
  return { code, ...output };
};

/** Returns the output of a command line. Throws the error output of a failed command. */
export const printedBy = async (
  line: readonly string[],
  changes: Partial<Terminal> = {},
): Promise<string> => {
  const { code, out, err } = await runCli(line, changes);
  if (code !== 0) throw new Error(err);
  return out;
};
