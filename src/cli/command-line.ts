import { Command, CommanderError, Help } from "commander";
import { printable } from "../protocol/printable.ts";
import type { CliCommand } from "./command.ts";
import type { Context, Terminal } from "./context.ts";

/** The maximum width of help, since long lines are hard to read. */
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
      subcommandTerm: (command) => [command.name(), ...listArguments(command)].join(" "),
      minWidthToWrap: 1,
      formatItem,
      styleUsage: (usage) => wrapped(usage, helpWidth() - USAGE_INDENT, USAGE_INDENT),
    })
    .addHelpText("after", () => `\n${wrapped(ONE_COMMAND, helpWidth(), 0)}`)
    .exitOverride()
    .configureOutput({
      writeOut: context.out,
      writeErr: (text) => void context.err.write(text),
      // A refusal is a single sentence, written when complete.
      outputError: () => {},
      getOutHelpWidth: helpWidth,
      getErrHelpWidth: helpWidth,
    });
  for (const command of commands) program.addCommand(command(context, program));
  return program;
};

const ONE_COMMAND = "service-link <command> --help shows what one command takes.";

const ALL_COMMANDS = "service-link --help shows all commands.";

/** The width of `Usage: `. */
const USAGE_INDENT = 7;

/** The minimum width of a column of descriptions. A narrower column would be hard to read. */
const NARROWEST = 40;

const WRAPPER = Object.assign(new Help(), { minWidthToWrap: 1 });

/** Wraps a text by words; each line after the first one begins with an indent. */
const wrapped = (text: string, width: number, indent: number): string =>
  WRAPPER.boxWrap(text, width).replaceAll("\n", `\n${" ".repeat(indent)}`);

/** Formats an argument, an option or a command: its description is in a column, or below it in a narrow terminal. */
const formatItem: Help["formatItem"] = (term, termWidth, description, { helpWidth = 80 }) => {
  const column = termWidth + 4;
  return helpWidth - column < NARROWEST
    ? `  ${wrapped(term, helpWidth - 2, 4)}\n      ${wrapped(description, helpWidth - 6, 6)}`
    : `  ${term.padEnd(termWidth)}  ${wrapped(description, helpWidth - column, column)}`;
};

const listArguments = ({ registeredArguments }: Command): string[] =>
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
  // The output of a command may contain texts of banks, users or webhook receivers.
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
    context.err.write(`${refusal ? `service-link: ${refusal.message}` : toTrace(failure)}\n`);
    return 1;
  }
};

/** A progress bar returns to the start of its line. */
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
  const command = findCommand(line, program);
  const [wrong = "", suggestion] = message.replace(/^error: /, "").split("\n");
  const advice = suggestion?.replace(/^\(Did(.*)\)$/, "did$1");
  const refusal = `service-link: ${wrong.replace(/\.$/, "")}`;
  if (command !== program) {
    err.write(`${refusal}; ${advice ?? adviceFor(code, command)}\n`);
    return 1;
  }
  err.write(`${refusal}${advice ? `; ${advice}` : ""}\n${ALL_COMMANDS}\n`);
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

/** Returns the most specific command that the first words of a line name. */
function findCommand([word, ...rest]: readonly string[], command: Command): Command {
  const next = command.commands.find((command) => command.name() === word);
  return next ? findCommand(rest, next) : command;
}

const toTrace = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
