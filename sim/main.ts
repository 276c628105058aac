import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { END_DAYS } from "./life.ts";
import { addReach, printReach, type Reach } from "./reach.ts";
import { addLife, addToRecord, commitOfCode, readRecord, summary } from "./record.ts";
import { shrink } from "./shrink.ts";
import { type Outcome, SimulationFailure, simulate } from "./simulate.ts";

const USAGE = `npm run sim -- [--years N | --days N | --cpu-minutes N] [--seed SEED] [--trace FILE|-] [--record FILE] [--demo-bank]
npm run sim -- --watch [--seed SEED] [--days N]
npm run sim -- --twice SEEDS
npm run sim -- --mutants [NAME]
npm run sim -- --mutants auto [--count N] [--seed SEED] [--cpu-minutes N] [--record FILE]
npm run sim -- --mutants again [--count N] [--seed SEED]
npm run sim -- --coverage [--days N]
`;

/** The exit code says why the command ends. */
const EXIT = {
  clean: 0,
  usage: 2,
  /** A rule for all times is broken. */
  rule: 3,
  /** Work is left after days without faults. */
  end: 4,
  /** The code throws an unexpected error. */
  exception: 5,
  /** The same seed has another trace. */
  trace: 6,
  /** A mutant is not found. */
  mutant: 7,
} as const;

/** The characters of the progress bar. */
const BAR = 30;

/** The days of a seed, which starts with an empty store. */
const DAYS_OF_SEED = 20;

/** The drawn mutants: their number, their seed, and the CPU minutes of simulation for each. */
const MUTANTS = { count: 300, seed: "mutants", cpuMinutes: 3 } as const;

/** The number of mutants that a run must find again. */
const MUTANTS_AGAIN = 2;

/** A life that is only compared with itself. */
const SHORT = { days: 1, people: 3, hasEnd: false } as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    years: { type: "string" },
    days: { type: "string" },
    "cpu-minutes": { type: "string" },
    seed: { type: "string" },
    trace: { type: "string" },
    record: { type: "string" },
    twice: { type: "string" },
    mutants: { type: "boolean" },
    watch: { type: "boolean" },
    "demo-bank": { type: "boolean" },
    count: { type: "string" },
    coverage: { type: "boolean" },
    help: { type: "boolean" },
  },
});

// A broken rule may throw within code whose promise is not awaited. The scheduler records the
// failure.
process.on("unhandledRejection", () => undefined);

if (values.help) process.stdout.write(USAGE);
else if (values.mutants && positionals[0] === "auto") {
  const { judgeMutants, KEPT_RECORD } = await import("./mutation/judge-mutants.ts");
  await judgeMutants({
    seed: values.seed ?? MUTANTS.seed,
    count: toNumber("count") || MUTANTS.count,
    cpuMinutes: toNumber("cpu-minutes") || MUTANTS.cpuMinutes,
    record: values.record ?? KEPT_RECORD,
  });
} else if (values.mutants && positionals[0] === "again") {
  const { findAgain } = await import("./mutation/judge-mutants.ts");
  const seed = values.seed ?? commitOfCode(join(import.meta.dirname, ".."));
  const areFound = await findAgain({ seed, count: toNumber("count") || MUTANTS_AGAIN });
  process.exitCode = areFound ? EXIT.clean : EXIT.mutant;
} else if (values.mutants) {
  const { runMutants } = await import("./mutants.ts");
  process.exitCode = (await runMutants(positionals[0])) ? EXIT.clean : EXIT.mutant;
} else if (values.watch) process.exitCode = await show();
else if (values.twice) process.exitCode = await runTwice(toNumber("twice"));
else process.exitCode = await run();

async function run(): Promise<number> {
  const { record: file } = values;
  const commit = commitOfCode(join(import.meta.dirname, ".."));
  const own = readRecord(null);
  /** The days of this run, or of all recorded runs. */
  let days = readRecord(file ?? null).days;
  const goal = toNumber("years") * 365 || toNumber("days") || (values.seed ? DAYS_OF_SEED : 0);
  const cpuLimit = toNumber("cpu-minutes") * 60;
  if (goal === 0 && cpuLimit === 0) {
    process.stderr.write(USAGE);
    return EXIT.usage;
  }
  const sink = openTrace();
  const root = join(import.meta.dirname, "..");
  const coverage = values.coverage
    ? await (await import("./code/coverage.ts")).startCoverage(root)
    : null;
  const hasDemoBank = values["demo-bank"];
  const reach: Reach = new Map();
  for (let at = 0; ; at++) {
    const left = goal - days;
    const isOver = cpuLimit > 0 ? cpuSeconds() >= cpuLimit : left <= 0;
    if (isOver || (values.seed !== undefined && at > 0)) break;
    const seed = values.seed ?? randomBytes(6).toString("hex");
    const rest = goal > 0 ? Math.max(1, Math.ceil(left - END_DAYS)) : DAYS_OF_SEED;
    const daysOfSeed = values.seed ? goal || DAYS_OF_SEED : Math.min(DAYS_OF_SEED, rest);
    const before = cpuSeconds();
    try {
      const onDay = (day: number) => showProgress(seed, days + day, goal);
      const outcome: Outcome = await simulate({
        seed,
        days: daysOfSeed,
        onDay,
        hasDemoBank,
        ...(sink && { sink }),
      });
      const life = { days: daysOfSeed + END_DAYS, seconds: cpuSeconds() - before, outcome };
      addLife(own, life, commit);
      addReach(reach, outcome.coverage);
      days = file === undefined ? own.days : addToRecord(file, life, commit).days;
      if (values.seed) process.stdout.write(`trace ${outcome.digest}, ${outcome.steps} steps\n`);
    } catch (failure) {
      if (!(failure instanceof SimulationFailure)) throw failure;
      await report({ seed, days: daysOfSeed, hasDemoBank }, failure);
      return EXIT[failure.reason];
    }
  }
  clearProgress();
  process.stdout.write(summary(file === undefined ? own : readRecord(file)));
  if (coverage) {
    const { printCoverage } = await import("./code/coverage.ts");
    process.stdout.write(printReach(reach) + printCoverage(await coverage()));
  }
  return EXIT.clean;
}

/** Shows seeds on a page in sequence, until a rule is broken. */
async function show(): Promise<number> {
  const { startWatch } = await import("./watch.ts");
  const watch = await startWatch();
  process.stdout.write(`${watch.url} shows the simulation\n`);
  const days = toNumber("days") || DAYS_OF_SEED;
  while (await watch.run({ seed: values.seed ?? randomBytes(6).toString("hex"), days }))
    if (values.seed !== undefined) break;
  return EXIT.clean;
}

/** Simulates each of some seeds twice for a short time, and compares the traces. */
async function runTwice(count: number): Promise<number> {
  const totals = readRecord(null);
  let quiet = 0;
  for (let at = 1; at <= count; at++) {
    const seed = values.seed ? `${values.seed}-${at}` : randomBytes(6).toString("hex");
    const life = { seed, ...SHORT, hasDemoBank: values["demo-bank"] };
    const before = cpuSeconds();
    try {
      const first = await simulate(life);
      const second = await simulate(life);
      if (first.digest !== second.digest) {
        process.stdout.write(`seed ${seed} has two traces: ${first.digest}, ${second.digest}\n`);
        return EXIT.trace;
      }
      if (first.happened.length === 0) quiet++;
      const seconds = cpuSeconds() - before;
      addLife(totals, { days: SHORT.days, seconds, outcome: first }, "twice");
    } catch (failure) {
      if (!(failure instanceof SimulationFailure)) throw failure;
      await report(life, failure);
      return EXIT[failure.reason];
    }
    showProgress(seed, at, count, "seeds");
  }
  clearProgress();
  process.stdout.write(
    `Each of ${count} seeds has the same trace twice; ${count - quiet} of them meet faults\n${summary(totals)}`,
  );
  return EXIT.clean;
}

function reasonOf({ reason, cause }: SimulationFailure): string {
  if (reason === "rule") return "a rule is broken";
  if (reason === "end") return "something is left undone";
  return `${cause instanceof Error ? cause.name : "something"} is thrown`;
}

/** Prints the broken rule, and the smallest cause. */
async function report(
  life: Parameters<typeof shrink>[0],
  failure: SimulationFailure,
): Promise<void> {
  const { seed, days } = life;
  clearProgress();
  const seconds = Math.round(cpuSeconds());
  process.stdout.write(
    `seed ${seed}, ${days} days, ${seconds} s of CPU: ${reasonOf(failure)}: ${failure.message}\n`,
  );
  const { lines, faults } = await shrink(life, failure);
  process.stdout.write(`${lines.join("\n")}\n`);
  if (failure.cause instanceof Error) process.stdout.write(`${failure.cause.stack}\n`);
  process.stdout.write(`${faults} faults lead there.\n`);
  // A shortened life does not count as a seed's life.
  if (life.people === undefined)
    process.stdout.write(`Replay it: npm run sim -- --seed ${seed} --days ${days} --trace -\n`);
}

function toNumber(name: "years" | "days" | "cpu-minutes" | "twice" | "count"): number {
  const value = Number(values[name] ?? 0);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new Error(`--${name} must be a number, such as 1`);
}

function openTrace(): ((line: string) => void) | undefined {
  if (values.trace === undefined) return undefined;
  const stream = values.trace === "-" ? process.stdout : createWriteStream(values.trace);
  return (line) => void stream.write(`${line}\n`);
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function showProgress(seed: string, done: number, goal: number, unit = "days"): void {
  if (!process.stderr.isTTY) return;
  const share = goal > 0 ? Math.min(1, done / goal) : 0;
  const bar = "█".repeat(Math.round(share * BAR)).padEnd(BAR, "░");
  process.stderr.write(
    `\r${bar} ${done} ${unit}, seed ${seed}, ${Math.round(cpuSeconds())} s of CPU `,
  );
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
}
