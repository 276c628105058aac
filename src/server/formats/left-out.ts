import type { FormatError, ProblemPlace } from "./format-error.ts";

/** A row that is left out of a file's reading: its line, and the reason as a sentence. */
type LeftOutRow = Pick<FormatError, "problem" | "message"> & Pick<ProblemPlace, "line">;

/** The rows that are left out of a file's reading: their number, and the first of them. */
export type LeftOut = { count: number; first: readonly LeftOutRow[] };

/** Leaves a row out, which is faulty or no transaction; the rest of the file is read. */
export type LeaveOut = (reason: FormatError) => void;

/** Throws the reason to leave a row out: a reader that is used alone leaves none out. */
export const refuse: LeaveOut = (reason) => {
  throw reason;
};

/** How many rows are described; all are counted. */
const MAX_DESCRIBED = 10;

/** Returns the rows that were left out, and the function that adds one. */
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
