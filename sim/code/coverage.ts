import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { listBranches } from "./branches.ts";
import { judgedFiles } from "./files.ts";

/** The branches of a file, and the lines of branches that no seed has reached. */
export type FileCoverage = { file: string; branches: number; missed: number[] };

/** Starts counting. The result returns the branches reached since the start. */
export const startCoverage = async (root: string): Promise<() => Promise<FileCoverage[]>> => {
  const takeCounts = await startCounts();
  return async () => {
    const countOf = await takeCounts();
    return judgedFiles(root).map((file) => {
      const path = join(root, file);
      const text = readFileSync(path, "utf8");
      const branches = listBranches(text);
      const missed = branches.filter(({ start }) => countOf(path, start) === 0);
      return {
        file,
        branches: branches.length,
        missed: missed.map(({ start }) => toLine(text, start)),
      };
    });
  };
};

/** Returns how often the code at a position ran. */
type CountOf = (path: string, place: number) => number;

/** Starts counting. Each call of the result returns the counts since the previous call. */
export const startCounts = async (): Promise<() => Promise<CountOf>> => {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  return async () => {
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const ranges = new Map(
      result.map(({ url, functions }) => [url, functions.flatMap((each) => each.ranges)]),
    );
    return (path, place) => countAt(ranges.get(pathToFileURL(path).href) ?? [], place);
  };
};

type Range = { startOffset: number; endOffset: number; count: number };

/** The count of the smallest range around a position; 0 for a file that never ran. */
function countAt(ranges: readonly Range[], place: number): number {
  let best: Range | undefined;
  for (const range of ranges) {
    if (range.startOffset > place || range.endOffset <= place) continue;
    if (!best || range.endOffset - range.startOffset <= best.endOffset - best.startOffset)
      best = range;
  }
  return best?.count ?? 0;
}

const toLine = (text: string, place: number): number => text.slice(0, place).split("\n").length;

/** Prints the share of reached branches, and the lines of other branches by file. */
export const printCoverage = (files: readonly FileCoverage[]): string => {
  const total = files.reduce((sum, { branches }) => sum + branches, 0);
  const missed = files.reduce((sum, each) => sum + each.missed.length, 0);
  const share = (((total - missed) / total) * 100).toFixed(1);
  return [
    `${share} % of ${total} branches of the domain and the store were reached; not reached:`,
    ...files
      .filter((each) => each.missed.length > 0)
      .toSorted((one, other) => other.missed.length - one.missed.length)
      .map(
        ({ file, branches, missed: lines }) =>
          `${String(lines.length).padStart(5)} of ${branches} ${file}: ${[...new Set(lines)].join(", ")}`,
      ),
    "",
  ].join("\n");
};
