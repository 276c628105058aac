import { styleText } from "node:util";
import { type ServeOptions, SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import type { Finding } from "../start-checks/finding.ts";
import { checkAll } from "../start-checks/start-checks.ts";

/** Checks whether a server can start with these options and variables; changes nothing. */
export const printDoctorReport = async (
  options: ServeOptions,
  { variables, clock, out, hasColors, columns }: Context,
): Promise<void> => {
  const findings = await checkAll(options, variables, clock());
  out(doctorReport(findings, { hasColors, columns }));
  const failures = findings.filter(({ is }) => is === "wrong").length;
  if (failures > 0)
    throw new SettingsError(`${failures === 1 ? "one thing is" : `${failures} things are`} wrong`);
};

type NamedFinding = Finding & { name: string };

/** The output of the list. Without `columns`, for example in a file, no line is wrapped. */
export type Paper = { hasColors: boolean; columns?: number | undefined };

const SIGNS = { right: ["✓", "green"], odd: ["!", "yellow"], wrong: ["✗", "red"] } as const;

/** The minimum width of wrapped text: a narrower terminal breaks lines itself. */
const NARROWEST = 24;

/** Returns the findings as a list for a terminal, each next to its check. */
export const doctorReport = (
  findings: readonly NamedFinding[],
  { hasColors, columns }: Paper,
): string => {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const margin = " ".repeat(width + 6);
  const room = Math.max((columns ?? Number.POSITIVE_INFINITY) - margin.length, NARROWEST);
  const style = (format: "green" | "yellow" | "red" | "dim", text: string): string =>
    hasColors ? styleText(format, text, { validateStream: false }) : text;
  const lines = findings.flatMap(({ name, is, says, advice }) => {
    const [sign, color] = SIGNS[is];
    const sayLines = wrap(says, room);
    const toDo = advice === undefined ? [] : wrap(advice, room - 2);
    return [
      `  ${style(color, sign)} ${style("dim", name.padEnd(width))}  ${sayLines[0]}`,
      ...sayLines.slice(1).map((line) => margin + line),
      ...toDo.map((line, at) => `${margin}${at === 0 ? style(color, "→") : " "} ${line}`),
    ];
  });
  return `\n${lines.join("\n")}\n\n`;
};

/** Breaks between words only: a path or a command's option stays whole. */
function wrap(text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
