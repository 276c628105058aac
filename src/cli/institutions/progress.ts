/** The output of progress: a terminal, or a file that keeps lines. */
export type ProgressOutput = { isTTY?: boolean | undefined; write(text: string): unknown };

/** Shows the progress of a task. */
export type Progress = {
  /** Shows the share that is done, from 0 to 1. */
  at(what: string, share: number): void;
  /** Shows the result. Another task may follow. */
  done(what: string): void;
};

const BAR = 24;

/** Shows a growing bar on a terminal, and one final line elsewhere. */
export const showProgress = (output: ProgressOutput): Progress => {
  let lastLine = "";
  const draw = (line: string): void => {
    if (line === lastLine) return;
    output.write(`\r${line.padEnd(lastLine.length)}`);
    lastLine = line;
  };
  return {
    at: (what, share) => {
      if (!output.isTTY) return;
      const percent = Math.floor(Math.min(Math.max(share, 0), 1) * 100);
      const full = Math.floor((percent / 100) * BAR);
      const bar = "█".repeat(full) + "░".repeat(BAR - full);
      draw(`${what}  ${bar} ${String(percent).padStart(3)} %`);
    },
    done: (what) => {
      if (output.isTTY) draw(what);
      output.write(output.isTTY ? "\n" : `${what}\n`);
      lastLine = "";
    },
  };
};

/** Returns a count in words: `1 row`, `2,000 rows`. */
export const plural = (number: number, noun: string): string =>
  `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
