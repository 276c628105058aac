import { systemFailure } from "../server/data-folder/system-failure.ts";
import { nearest } from "../server/settings/nearest.ts";

type CommandLine = {
  version: string;
  /** What all commands do: a paragraph each, which begins with `service-link <name>`. */
  help: string;
  commands: Readonly<Record<string, (args: string[]) => Promise<void>>>;
  out: (text: string) => void;
  fail: (text: string) => void;
};

/** Runs the command that a command line names, or shows help; answers the exit code. */
export const runCommandLine = async (
  [name = "", ...args]: string[],
  { version, help, commands, out, fail }: CommandLine,
): Promise<number> => {
  if (["", "help", "--help", "-h"].includes(name)) return tell(out, help, 0);
  if (["version", "--version", "-v"].includes(name)) return tell(out, `${version}\n`, 0);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const meant = nearest(name, Object.keys(commands));
    const question = meant === null ? "" : `; did you mean ${meant}?`;
    return tell(fail, `no command ${name}${question}\n\n${help}`, 2);
  }
  if (args.some((arg) => arg === "--help" || arg === "-h")) return tell(out, helpOf(name, help), 0);
  try {
    await command(args);
    return 0;
  } catch (error) {
    const refusal = systemFailure(error);
    const words = refusal ? `service-link: ${refusal.message}` : trace(error);
    return tell(fail, `${words}\n`, 1);
  }
};

function tell(where: (text: string) => void, text: string, exitCode: number): number {
  where(text);
  return exitCode;
}

/** The paragraphs of the help that are about one command. */
function helpOf(name: string, help: string): string {
  const start = new RegExp(`^  service-link ${name}\\b`);
  const own = help.split(/\n\n/).filter((paragraph) => start.test(paragraph));
  return own.length > 0 ? `${own.map((paragraph) => paragraph.trimEnd()).join("\n\n")}\n` : help;
}

function trace(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
