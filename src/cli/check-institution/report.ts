import { styleText } from "node:util";
import {
  AREAS,
  type CheckResult,
  type TokenPrediction,
} from "../../server/institutions/conformance/check.ts";

type Terminal = {
  /** The form in which Link sends tokens to the institution; null if unknown. */
  tokens: TokenPrediction | null;
  hasColors: boolean;
  columns?: number | undefined;
};

const SIGNS = {
  passed: ["✓", "green"],
  failed: ["✗", "red"],
  warned: ["!", "yellow"],
  skipped: ["·", "dim"],
} as const;

const MAX_WIDTH = 100;
const MIN_WIDTH = 24;

/** Returns the results by area as a list for a terminal. Faults have a finding and a fix. */
export const checkReport = (
  issuer: string,
  results: readonly CheckResult[],
  { tokens, hasColors, columns }: Terminal,
): string => {
  const width = Math.max(Math.min(columns ?? MAX_WIDTH, MAX_WIDTH), MIN_WIDTH + 8);
  const style = (format: Parameters<typeof styleText>[0], text: string): string =>
    hasColors ? styleText(format, text, { validateStream: false }) : text;

  const toLine = ({ id, what, found, fix, outcome }: CheckResult): string[] => {
    const [sign, color] = SIGNS[outcome];
    const text = indent(what, width, `  ${sign} `, "    ");
    const first = text.map((line, at) =>
      at === 0 ? line.replace(sign, style(color, sign)) : line,
    );
    if (found === null)
      return outcome === "skipped" ? text.map((line) => style("dim", line)) : first;
    return [
      ...first,
      ...indent(found.replace(/\p{Cc}+/gu, " "), width, "      ", "      ").map((line) =>
        style(color, line),
      ),
      ...indent(fix, width, "    → ", "      "),
      style("dim", `      ${id}`),
    ];
  };

  const areas = AREAS.flatMap((area) => {
    const own = results.filter((result) => result.area === area);
    return own.length === 0 ? [] : ["", style("bold", area), ...own.flatMap(toLine)];
  });
  return [
    "",
    `Checked ${issuer}`,
    ...(tokens ? indent(predictionWords(tokens), width, "", "") : []),
    ...areas,
    "",
    ...indent(summary(results), width, "", ""),
    "",
  ].join("\n");
};

/** Returns how Link will send tokens, in words. */
const predictionWords = ({ dpop, why }: TokenPrediction): string =>
  `Link ${dpop ? "will bind its tokens to a key (DPoP)" : "will use Bearer tokens"}: ${why}.`;

function summary(results: readonly CheckResult[]): string {
  const count = (outcome: CheckResult["outcome"]) =>
    results.filter((result) => result.outcome === outcome).length;
  const parts = [
    `${count("passed")} right`,
    `${count("failed")} wrong`,
    ...(count("warned") > 0 ? [`${count("warned")} to consider`] : []),
    ...(count("skipped") > 0 ? [`${count("skipped")} not looked at`] : []),
  ];
  return `${results.length} checks: ${parts.join(", ")}.`;
}

/** Breaks a text between words into lines with the given indents. */
function indent(text: string, width: number, first: string, rest: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= width - rest.length)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line, at) => (at === 0 ? first : rest) + line);
}
