import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { placeOf } from "./draw-mutants.ts";

/** A judged mutant: its place, what found it, and why nothing has to. */
const Judged = z.strictObject({
  file: z.string(),
  operator: z.string(),
  /** Counts the places of the file that read the same. */
  nth: z.int(),
  before: z.string(),
  after: z.string(),
  /** The first test that fails, null if none does. */
  tests: z.string().nullable().optional(),
  simulation: z
    .strictObject({
      /** The seconds of CPU after which it was found, or given up. */
      seconds: z.number(),
      /** Whether a seed ran the place. */
      isReached: z.boolean(),
      /** The seed and the rule, null if all are kept. */
      found: z.string().nullable(),
    })
    .optional(),
  /** Why a mutant that neither finds changes nothing outside, once somebody has looked at it. */
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

/** Adds a judged mutant to a record, in the place of what was known of it, but for its reason. */
export const addJudged = (file: string, judged: Judged): void => {
  const place = placeOf(judged);
  const record = readMutationRecord(file);
  const at = record.findIndex((one) => placeOf(one) === place);
  if (at === -1) record.push(judged);
  else record[at] = { ...record[at], ...judged };
  writeFileSync(`${file}.new`, record.map((one) => `${JSON.stringify(one)}\n`).join(""));
  renameSync(`${file}.new`, file);
};

/** Counts by which of its two judges each mutant was found. */
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
    /** The mutants that neither finds, and that change something outside. */
    open: missed.filter(({ reason }) => reason === undefined),
    /** The mutants of which a sentence says why they change nothing outside. */
    equivalent: missed.filter(({ reason }) => reason !== undefined),
  };
};

/** Returns the shares of the mutants by the judge that found them, as two sentences. */
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

/** Prints by which judge the mutants were found, and those that neither found. */
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
