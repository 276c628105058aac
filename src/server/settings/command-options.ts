import { type ParseArgsConfig, parseArgs } from "node:util";
import { nearest } from "./nearest.ts";
import { SettingsError } from "./settings-error.ts";

/** A command's options; throws a SettingsError in words that name the wrong one. */
export const commandOptions = <Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: Options,
): ReturnType<typeof parseArgs<{ args: string[]; options: Options }>>["values"] => {
  try {
    return parseArgs({ args, options }).values;
  } catch (cause) {
    throw optionsError(cause, args, Object.keys(options));
  }
};

/** What was wrong with a command's options, in words; it takes those that are named. */
export const optionsError = (cause: unknown, args: string[], known: string[]): SettingsError => {
  const unknown = args
    .filter((arg) => arg.startsWith("--"))
    .map((arg) => arg.slice(2).split("=", 1)[0] ?? "")
    .find((name) => name !== "" && !known.includes(name));
  if (unknown === undefined)
    return new SettingsError(cause instanceof Error ? cause.message : "wrong options", { cause });
  const meant = nearest(unknown, known);
  return new SettingsError(`there is no option --${unknown}`, {
    advice:
      meant === null ? `there are ${known.map(dashed).join(", ")}` : `did you mean --${meant}?`,
    cause,
  });
};

const dashed = (name: string): string => `--${name}`;
