import type { FormatError, ProblemPlace } from "./format-error.ts";

/** A row that was left out: its line, and the reason as a sentence. */
type LeftOutRow = Pick<FormatError, "problem" | "message"> & Pick<ProblemPlace, "line">;

/** The rows that were left out: their number, and the first rows. */
export type LeftOut = { count: number; first: readonly LeftOutRow[] };

/** Leaves out a faulty row, or a row that is no transaction. Reading continues. */
export type LeaveOut = (reason: FormatError) => void;

/** Throws the reason. A reader used alone leaves out no row. */
export const refuse: LeaveOut = (reason) => {
  throw reason;
};

/** How many rows are described; all are counted. */
const MAX_DESCRIBED = 10;

/** Returns the rows that were left out, and a function that adds a row. */
export function collectLeftOut(): { leftOut: LeftOut; leaveOut: LeaveOut } {
  const first: LeftOutRow[] = [];
  const leftOut = { count: 0, first };
  const leaveOut = ({ problem, message, place: { line } }: FormatError): void => {
    leftOut.count += 1;
    if (first.length < MAX_DESCRIBED)
      first.push({ problem, message, ...(line !== undefined && { line }) });
  };
  return { leftOut, leaveOut };
}
