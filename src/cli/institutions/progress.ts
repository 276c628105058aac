/** Where progress is shown: a terminal, or a file that only keeps lines. */
export type ProgressOutput = { isTTY?: boolean | undefined; write(text: string): unknown };

/** Shows whoever waits what is under way. */
export type Progress = {
  /** Says how far it is; `share` is from 0 to 1. */
  at(what: string, share: number): void;
  /** Says how it went; then something else may begin. */
  done(what: string): void;
};

const BAR = 24;

/** Shows a bar that grows where there is a terminal, and elsewhere one line at the end. */
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
