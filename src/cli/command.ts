import { Command, InvalidArgumentError, Option } from "commander";
import type { Context } from "./context.ts";

/** An option of a command, and its default value. */
export type CommandOption<Value> = { option: Option; initial: Value };

type Options = Readonly<Record<string, CommandOption<unknown>>>;
type Values<Definitions extends Options> = {
  [Name in keyof Definitions]: Definitions[Name] extends CommandOption<infer Value> ? Value : never;
};

/** A command without its context. */
export type CliCommand = (context: Context, program: Command) => Command;

/** The arguments of a command. `operand` is the first of `operands`; empty without operands. */
type Call<Definitions extends Options> = {
  values: Values<Definitions>;
  operand: string;
  operands: readonly string[];
  context: Context;
  program: Command;
};

/** An option without a value. `--no-…` is true by default. */
export const flag = (flags: string, description: string): CommandOption<boolean> => ({
  option: new Option(flags, description),
  initial: flags.startsWith("--no-"),
});

/** A pair of options `--x` and `--no-x` with a shared value; undefined without both. */
export const eitherFlag = (
  flags: string,
  description: string,
): CommandOption<boolean | undefined> => ({
  option: new Option(flags, description),
  initial: undefined,
});

/** An option with a value and a default. */
export const text = (
  flags: string,
  description: string,
  initial: string,
): CommandOption<string> => ({
  option: new Option(flags, description).argParser(requireValue).default(initial, initial),
  initial,
});

/** An option with an optional value. */
export const optionalText = (
  flags: string,
  description: string,
): CommandOption<string | undefined> => ({
  option: new Option(flags, description).argParser(requireValue),
  initial: undefined,
});

/** A repeatable option. */
export const texts = (flags: string, description: string): CommandOption<readonly string[]> => ({
  option: new Option(flags, description).argParser((value, previous: readonly string[] = []) => [
    ...previous,
    requireValue(value),
  ]),
  initial: [],
});

/** A command. `run` imports the command's code, so that help and other commands do not load it. */
export const defineCommand =
  <Definitions extends Options>({
    name,
    summary,
    details = "",
    operand,
    options,
    commands = [],
    run,
  }: {
    name: string;
    summary: string;
    /** The details in the command's help, below the summary. */
    details?: string;
    /** `<name>` for a required operand, `[name]` for an optional operand; separated by spaces. */
    operand?: string;
    options: Definitions;
    /** Subcommands with their own options. */
    commands?: readonly CliCommand[];
    run(call: Call<Definitions>): Promise<void>;
  }): CliCommand =>
  (context, program) => {
    const command = createCommand(name, summary, program);
    if (details !== "") command.description(`${sentence(summary)}\n\n${details}`);
    if (operand !== undefined) command.arguments(operand);
    for (const { option } of Object.values(options)) command.addOption(option);
    for (const one of commands) command.helpCommand(false).addCommand(one(context, program));
    return command.action(() => {
      const values = Object.fromEntries(
        Object.entries(options).map(([key, { option, initial }]) => [
          key,
          command.getOptionValue(option.attributeName()) ?? initial,
        ]),
      ) as Values<Definitions>;
      return run({
        values,
        operand: command.args[0] ?? "",
        operands: command.args,
        context,
        program,
      });
    });
  };

/** A group of commands about one subject, under a common name. */
export const defineGroup =
  (name: string, summary: string, commands: readonly CliCommand[]): CliCommand =>
  (context, program) => {
    const group = createCommand(name, summary, program).usage("<command>").helpCommand(false);
    for (const command of commands) group.addCommand(command(context, program));
    return group;
  };

function createCommand(name: string, summary: string, program: Command): Command {
  return new Command(name)
    .copyInheritedSettings(program)
    .summary(summary)
    .description(sentence(summary));
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

function requireValue(value: string): string {
  if (value.startsWith("--")) throw new InvalidArgumentError("That is an option itself.");
  return value;
}
