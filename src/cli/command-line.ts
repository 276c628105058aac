import { Command, CommanderError } from "commander";
import { printable } from "../protocol/printable.ts";
import type { CliCommand } from "./command.ts";
import type { Context, Terminal } from "./context.ts";

/** The maximum width of help, however wide the terminal: long lines are hard to read. */
const WIDEST = 100;

/** The command line as a whole: its commands, its help, its version. */
const createProgram = (
  commands: readonly CliCommand[],
  version: string,
  context: Context,
): Command => {
  const helpWidth = () => Math.min(context.columns ?? 80, WIDEST);
  const program = new Command("service-link")
    .description("Link bank accounts and read them, on your own server.")
    .usage("<command> [options]")
    .helpOption("-h, --help", "show this help")
    .helpCommand(false)
    // Options after the name of a subcommand belong to the subcommand.
    .enablePositionalOptions()
    .version(version, "-v, --version", "show the version")
    .configureHelp({
      subcommandTerm: (command) => [command.name(), ...argumentsOf(command)].join(" "),
    })
    .addHelpText("after", "\nservice-link <command> --help shows what one command takes.")
    .exitOverride()
    .configureOutput({
      writeOut: context.out,
      writeErr: (text) => void context.err.write(text),
      // A refusal is one sentence, which is written when it is complete.
      outputError: () => {},
      getOutHelpWidth: helpWidth,
      getErrHelpWidth: helpWidth,
    });
  for (const command of commands) program.addCommand(command(context, program));
  return program;
};

const argumentsOf = ({ registeredArguments }: Command): string[] =>
  registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );

/** Runs the command of a command line, or shows help; returns the exit code. */
export const runCommandLine = async (
  line: readonly string[],
  {
    commands,
    version,
    context: terminal,
  }: { commands: readonly CliCommand[]; version: string; context: Terminal },
): Promise<number> => {
  // Whatever a command shows may have come from a bank, a user or a receiver of webhooks.
  const context: Context = {
    ...terminal,
    out: (text) => terminal.out(printable(text)),
    err: {
      isTTY: terminal.err.isTTY,
      write: (text) => terminal.err.write(printableNote(text)),
    },
    prompt: (question) => terminal.prompt(printable(question)),
    file: terminal.out,
  };
  const program = createProgram(commands, version, context);
  try {
    await program.parseAsync(withHelpFlags(line), { from: "user" });
    return 0;
  } catch (failure) {
    if (failure instanceof CommanderError) return refuse(failure, program, line, context);
    // Loads the explanations of failures only when they are needed.
    const { systemFailure } = await import("../server/host/data-folder/system-failure.ts");
    const refusal = systemFailure(failure);
    context.err.write(`${refusal ? `service-link: ${refusal.message}` : traceOf(failure)}\n`);
    return 1;
  }
};

/** A progress bar begins at the start of its line again. */
const printableNote = (text: string): string =>
  text.startsWith("\r") ? `\r${printable(text.slice(1))}` : printable(text);

/** Treats `help`, `help keys`, `version` and an empty line like the corresponding options. */
function withHelpFlags([first, ...rest]: readonly string[]): string[] {
  if (first === undefined) return ["--help"];
  if (first === "help") return [...rest, "--help"];
  return first === "version" ? ["--version"] : [first, ...rest];
}

/** Reports a wrong command line; requested help is not an error. */
function refuse(
  { code, message, exitCode }: CommanderError,
  program: Command,
  line: readonly string[],
  { err }: Context,
): number {
  if (/^commander\.(help|helpDisplayed|version)$/.test(code)) return exitCode;
  const command = commandOf(line, program);
  const [wrong = "", suggestion] = message.replace(/^error: /, "").split("\n");
  const advice = suggestion?.replace(/^\(Did(.*)\)$/, "did$1") ?? adviceFor(code, command);
  err.write(`service-link: ${wrong.replace(/\.$/, "")}; ${advice}\n`);
  if (command !== program) return 1;
  err.write("\n");
  program.outputHelp({ error: true });
  return 2;
}

function adviceFor(code: string, command: Command): string {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).map((subcommand) => subcommand.name());
  const options = help.visibleOptions(command).map(({ long }) => long);
  if (code === "commander.unknownCommand") return `there are ${commands.join(", ")}`;
  if (code === "commander.unknownOption") return `there are ${options.join(", ")}`;
  return `write it like: ${help.commandUsage(command)}`;
}

/** Returns the command that the first words of a line name, as far as they name one. */
function commandOf([word, ...rest]: readonly string[], command: Command): Command {
  const next = command.commands.find((command) => command.name() === word);
  return next ? commandOf(rest, next) : command;
}

const traceOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
