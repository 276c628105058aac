import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { placeOf } from "./draw-mutants.ts";

/** A judged mutant: its position, its finder, or why it needs no finder. */
const Judged = z.strictObject({
  file: z.string(),
  operator: z.string(),
  /** Counts the positions in the file with the same text. */
  nth: z.int(),
  before: z.string(),
  after: z.string(),
  /** The first failed test; null if all pass. */
  tests: z.string().nullable().optional(),
  simulation: z
    .strictObject({
      /** The CPU seconds until the mutant was found or given up. */
      seconds: z.number(),
      /** Whether a seed ran the place. */
      isReached: z.boolean(),
      /** The seed and the broken rule; null if no rule broke. */
      found: z.string().nullable(),
    })
    .optional(),
  /** Why a mutant that neither judge found changes no behaviour, after a manual review. */
  reason: z.string().optional(),
});
export type Judged = z.infer<typeof Judged>;

/** Reads a record: a line of JSON for each judged mutant. */
export const readMutationRecord = (file: string): Judged[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => Judged.parse(JSON.parse(line)))
    : [];

/** Adds a judged mutant to a record. Replaces an earlier result, but keeps its reason. */
export const addJudged = (file: string, judged: Judged): void => {
  const place = placeOf(judged);
  const record = readMutationRecord(file);
  const at = record.findIndex((one) => placeOf(one) === place);
  if (at === -1) record.push(judged);
  else record[at] = { ...record[at], ...judged };
  writeFileSync(`${file}.new`, record.map((one) => `${JSON.stringify(one)}\n`).join(""));
  renameSync(`${file}.new`, file);
};

/** Counts the found mutants by judge. */
const countJudged = (record: readonly Judged[]) => {
  const judged = record.filter((one) => one.tests !== undefined && one.simulation);
  const count = (isOne: (one: Judged) => boolean) => judged.filter(isOne).length;
  const isBySimulation = ({ simulation }: Judged) => typeof simulation?.found === "string";
  const isByTests = ({ tests }: Judged) => typeof tests === "string";
  const missed = judged.filter((one) => !isBySimulation(one) && !isByTests(one));
  return {
    judged: judged.length,
    simulation: count(isBySimulation),
    tests: count(isByTests),
    both: count((one) => isBySimulation(one) && isByTests(one)),
    either: judged.length - missed.length,
    unreached: count(({ simulation }) => simulation?.isReached === false),
    /** The mutants that neither judge found and that have no reason. */
    open: missed.filter(({ reason }) => reason === undefined),
    /** The mutants with a reason why they change no behaviour. */
    equivalent: missed.filter(({ reason }) => reason !== undefined),
  };
};

/** Returns the shares of mutants by their judge, as two sentences. */
export const listShares = (record: readonly Judged[]): string[] => {
  const counts = countJudged(record);
  const { judged, simulation, tests, both, either, unreached, open, equivalent } = counts;
  const changing = judged - equivalent.length;
  const share = (number: number) =>
    `${number} (${((number / Math.max(1, changing)) * 100).toFixed(0)} %)`;
  return [
    `${judged} mutants are judged, of which ${equivalent.length} change nothing outside, and ${unreached} are at places that no seed reached`,
    `of the ${changing} that change something the simulation found ${share(simulation)}, the tests ${share(tests)}, both ${share(both)}, either ${share(either)}, none ${share(open.length)}`,
  ];
};

/** Prints the mutants' judges, and the mutants that neither judge found. */
export const printJudged = (record: readonly Judged[]): string => {
  const { open, equivalent } = countJudged(record);
  return [
    ...listShares(record),
    ...[...open, ...equivalent].map(
      ({ file, operator, before, after, reason }) =>
        `  ${file}: ${operator}: ${before} → ${after || "nothing"}${reason ? ` (${reason})` : ""}`,
    ),
    "",
  ].join("\n");
};
