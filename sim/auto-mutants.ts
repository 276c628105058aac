import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { withCopy } from "./code/broken-copy.ts";
import { judgedFiles } from "./code/files.ts";
import { type Mutation, mutationsOf } from "./code/mutations.ts";
import { createDraw } from "./draw.ts";
import { brokenRule } from "./mutants.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A judged mutant: its place and the line as it was broken, what found it, and why nothing has to. */
const Judged = z.strictObject({
  place: z.string(),
  operator: z.string(),
  before: z.string(),
  after: z.string(),
  /** The seed and the rule, or null. */
  simulation: z.string().nullable(),
  tests: z.boolean(),
  /** Why a mutant that is found by neither changes nothing, once somebody has looked at it. */
  reason: z.string().optional(),
});
const Record = z.array(Judged);
type Judged = z.infer<typeof Judged>;

type Mutant = Mutation & { file: string; place: string };

/**
 * Judges mutants that are drawn by a seed from all places of the domain and the store: each against the simulation for
 * some minutes of CPU, and against the unit tests of its folder. A record holds what was judged before, and is added to.
 */
export const judgeMutants = async ({
  seed,
  count,
  cpuMinutes,
  record: file,
}: {
  seed: string;
  count: number;
  cpuMinutes: number;
  record: string | null;
}): Promise<void> => {
  const record = file !== null && existsSync(file) ? Record.parse(read(file)) : [];
  const drawn = drawMutants(seed, count);
  for (const [at, mutant] of drawn.entries()) {
    if (record.some(({ place }) => place === mutant.place)) continue;
    const judged = await judge(mutant, cpuMinutes);
    record.push(judged);
    const found = [judged.simulation && "the simulation", judged.tests && "the tests"];
    const text = found.filter(Boolean).join(" and ") || "nothing";
    process.stdout.write(`${at + 1} of ${drawn.length}: ${text} found ${mutant.place}\n`);
    if (file === null) continue;
    writeFileSync(`${file}.new`, `${JSON.stringify(record, null, 2)}\n`);
    renameSync(`${file}.new`, file);
  }
  const places = new Set(drawn.map(({ place }) => place));
  process.stdout.write(summary(record.filter(({ place }) => places.has(place))));
};

const read = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

/** Draws mutants from all places. The same seed draws the same ones, as long as the code is the same. */
function drawMutants(seed: string, count: number): Mutant[] {
  const all: Mutant[] = judgedFiles(ROOT).flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    return mutationsOf(text).map((mutation) => {
      const line = text.slice(0, mutation.start).split("\n").length;
      const column = mutation.start - text.lastIndexOf("\n", mutation.start - 1);
      return { ...mutation, file, place: `${file}:${line}:${column} ${mutation.operator}` };
    });
  });
  const draw = createDraw(seed, "mutants");
  const drawn: Mutant[] = [];
  while (drawn.length < count && all.length > 0)
    drawn.push(...all.splice(draw.between(0, all.length - 1), 1));
  return drawn;
}

const judge = (mutant: Mutant, cpuMinutes: number): Promise<Judged> =>
  withCopy(ROOT, async (copy) => {
    const path = join(copy, mutant.file);
    const text = readFileSync(path, "utf8");
    const { start, end, place, operator } = mutant;
    writeFileSync(path, text.slice(0, start) + mutant.text + text.slice(end));
    return {
      ...{ place, operator, before: brief(text.slice(start, end)), after: brief(mutant.text) },
      simulation: await brokenRule(copy, cpuMinutes),
      tests: failsTests(copy, dirname(mutant.file)),
    };
  });

/** Whether the unit tests of a folder fail. */
function failsTests(cwd: string, folder: string): boolean {
  const options = ["node_modules/vitest/vitest.mjs", "run", "--bail", "1", `${folder}/`];
  const { status, stdout } = spawnSync(process.execPath, [...process.execArgv, ...options], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  return status !== 0 && !stdout.includes("No test files found");
}

const MAX_TEXT = 160;

const brief = (text: string): string => text.replace(/\s+/g, " ").slice(0, MAX_TEXT);

/** Prints by how many of the mutants each judge was broken, and the ones that neither found. */
function summary(judged: readonly Judged[]): string {
  const count = (isOne: (one: Judged) => boolean) => judged.filter(isOne).length;
  const share = (number: number) => `${number} (${((number / judged.length) * 100).toFixed(0)} %)`;
  const missed = judged.filter(({ simulation, tests }) => simulation === null && !tests);
  return [
    `of ${judged.length} mutants the simulation found ${share(count(({ simulation }) => simulation !== null))}, the tests ${share(count(({ tests }) => tests))}, both ${share(count(({ simulation, tests }) => simulation !== null && tests))}, neither ${share(missed.length)}`,
    ...missed.map(
      ({ place, after, reason }) => `  ${place}: ${after}${reason ? ` (${reason})` : ""}`,
    ),
    "",
  ].join("\n");
}
