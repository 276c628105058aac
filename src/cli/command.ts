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

/** The arguments of a command; `operand` is the first of `operands`, empty if none was given. */
type Call<Definitions extends Options> = {
  values: Values<Definitions>;
  operand: string;
  operands: readonly string[];
  context: Context;
  program: Command;
};

/** An option that is given or not; `--no-…` is true unless it is given. */
export const flag = (flags: string, description: string): CommandOption<boolean> => ({
  option: new Option(flags, description),
  initial: flags.startsWith("--no-"),
});

/** A pair of options `--x` and `--no-x`, which share a value; undefined if neither is given. */
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

/** An option with a value that may be left out. */
export const optionalText = (
  flags: string,
  description: string,
): CommandOption<string | undefined> => ({
  option: new Option(flags, description).argParser(requireValue),
  initial: undefined,
});

/** An option that may be given several times. */
export const texts = (flags: string, description: string): CommandOption<readonly string[]> => ({
  option: new Option(flags, description).argParser((value, previous: readonly string[] = []) => [
    ...previous,
    requireValue(value),
  ]),
  initial: [],
});

/** A command; `run` imports what it needs, so that help and other commands load none of it. */
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
    /** The text of its own help below the summary. */
    details?: string;
    /** `<name>` for one that is needed, `[name]` for one that is not; a space between two. */
    operand?: string;
    options: Definitions;
    /** Commands below it, each with options of its own after its name. */
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

/** Commands about one thing, under a name of their own. */
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
