// Measures how the processor time of each reader, writer, matcher, merge, search, report and statement of the store grows
// with its input: n, 2n, 4n and 8n of its worst shapes. Promises an exponent of at most 1.15, and no turn of the event loop over 50 ms.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { MAX_EXPONENT } from "./growth/measure-work.mjs";
import { SUBJECTS } from "./growth/subjects.mjs";
import { ratioRow, row } from "./measure.mjs";

const SIZE = Number(process.env.GROWTH_SIZE ?? 1000);
const MAX_TURN_MS = 50;
/** A regular expression for the names of the measured subjects. */
const ONLY = new RegExp(process.env.GROWTH_ONLY ?? "");

const MEASURE = join(import.meta.dirname, "growth/measure.mjs");
// Garbage collections are rare, so that most turns have none.
const FLAGS = ["--expose-gc", "--max-semi-space-size=64"];

/** The rows of this bench. */
export const bench = async () => {
  const rows = [];
  for (const { name, isOnLoop } of SUBJECTS.filter((subject) => ONLY.test(subject.name))) {
    const results = await measureSubject(name);
    rows.push(...results.flatMap((result) => rowsFor(name, isOnLoop, result)));
  }
  return rows;
};

async function measureSubject(name) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...[...FLAGS, MEASURE, String(SIZE), name],
  ]);
  const results = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const { shape, exponent, longest } of results)
    console.error(`${name}, ${shape}: ${exponent.toFixed(2)}, ${longest.toFixed(0)} ms`);
  return results;
}

function rowsFor(name, isOnLoop, { shape, sizes, cpu, exponent, longest }) {
  return [
    row(`${name}, ${shape}: ${sizes.at(-1)}`, cpu.at(-1), "ms CPU"),
    ratioRow("  exponent", exponent, { atMost: MAX_EXPONENT }),
    ...(isOnLoop ? [row("  longest turn", longest, "ms CPU", { max: MAX_TURN_MS })] : []),
  ];
}
