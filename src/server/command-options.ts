import { type ParseArgsConfig, parseArgs } from "node:util";
import { SettingsError } from "./settings-error.ts";

/** A command's options; throws a SettingsError in words that name the wrong one. */
export const commandOptions = <Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: Options,
): ReturnType<typeof parseArgs<{ args: string[]; options: Options }>>["values"] => {
  try {
    return parseArgs({ args, options }).values;
  } catch (cause) {
    throw new SettingsError(cause instanceof Error ? cause.message : "wrong options", { cause });
  }
};
