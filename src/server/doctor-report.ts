import { styleText } from "node:util";

/** What was looked at, how it is, and what to do where it is not right. */
export type Finding = {
  what: string;
  is: "right" | "odd" | "wrong";
  says: string;
  advice?: string;
};

const SIGNS = { right: ["✓", "green"], odd: ["!", "yellow"], wrong: ["✗", "red"] } as const;

/** The findings as a list for a terminal. */
export const doctorReport = (findings: readonly Finding[], coloured: boolean): string => {
  const width = Math.max(...findings.map(({ what }) => what.length));
  const lines = findings.flatMap(({ what, is, says, advice }) => {
    const [sign, colour] = SIGNS[is];
    const shown = coloured ? styleText(colour, sign) : sign;
    return [
      `  ${shown} ${what.padEnd(width)}  ${says}`,
      ...(advice === undefined ? [] : [`    ${" ".repeat(width)}  → ${advice}`]),
    ];
  });
  return `\n${lines.join("\n")}\n\n`;
};
