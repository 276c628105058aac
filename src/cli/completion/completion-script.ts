import type { Command } from "commander";
import { SettingsError } from "../../server/host/settings/settings.ts";

/** The words that may follow the path of a command. */
type Place = { path: string; words: string };

/** How each shell chooses by the words that are there already, the longest path first. */
const SCRIPTS: Record<string, (places: readonly Place[]) => string[]> = {
  bash: (places) => [
    "_service_link() {",
    "  local words",
    `  case "\${COMP_WORDS[*]:1:COMP_CWORD-1} " in`,
    ...places.map(({ path, words }) => `    "${path}"*) words="${words}" ;;`),
    "  esac",
    `  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))`,
    "}",
    "complete -o default -F _service_link service-link",
  ],
  zsh: (places) => [
    "_service_link() {",
    `  case "\${words[2,CURRENT-1]} " in`,
    ...places.map(({ path, words }) => `    "${path}"*) compadd -- ${words} || _files ;;`),
    "  esac",
    "}",
    "compdef _service_link service-link",
  ],
  fish: (places) => [
    "function __service_link",
    "  set -l line (commandline -opc)",
    '  switch "$line[2..-1] "',
    ...places.map(({ path, words }) => `    case '${path}*'\n      string split ' ' -- '${words}'`),
    "  end",
    "end",
    "complete -c service-link -a '(__service_link)'",
  ],
};

/** A script that completes a program's commands and options in a shell. */
export const completionScript = (shell: string, program: Command): string => {
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (!script)
    throw new SettingsError(`the shell must be ${Object.keys(SCRIPTS).join(", ")}, not ${shell}`);
  return `${script(placesIn(program, "")).join("\n")}\n`;
};

/** Deeper commands come first, since their lines begin with the path of those above as well. */
function placesIn(command: Command, path: string): Place[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  const words = [
    ...commands.map((command) => command.name()),
    ...help.visibleOptions(command).flatMap(({ long }) => long ?? []),
  ];
  return [
    ...commands.flatMap((command) => placesIn(command, `${path}${command.name()} `)),
    { path, words: words.join(" ") },
  ];
}
