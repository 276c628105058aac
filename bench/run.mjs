// node bench/run.mjs [name …]: runs the named benches, or all but those that take an hour, prints one table and writes it as JSON, with a
// description of the machine and the commit, to test-results/bench.json; exits 1 if a promise is broken.
// node bench/run.mjs api --against COMMIT compares the API with that of another commit.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { table } from "./measure.mjs";

const SUFFIX = ".bench.mjs";
/** Benchmarks that run only by name. */
const LONG = ["failover"];
const FOLDER = join(import.meta.dirname, "../test-results");
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length));
const { positionals: choice, values } = parseArgs({
  allowPositionals: true,
  options: { against: { type: "string" } },
});
const unknown = choice.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no bench ${unknown.join(", ")}; there are: ${names.join(", ")}`);
  process.exit(2);
}
if (values.against !== undefined && choice.join() !== "api") {
  console.error("--against COMMIT compares one bench: npm run bench -- api --against COMMIT");
  process.exit(2);
}

const git = (...args) => spawnSync("git", args, { encoding: "utf8" }).stdout?.trim();
const commit =
  git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain") ? ", changed" : "");
const machine = {
  processors: availableParallelism(),
  model: cpus()[0]?.model ?? "unknown",
  memoryGb: Math.round(totalmem() / 2 ** 30),
  system: `${process.platform} ${process.arch}`,
  node: process.version,
};
const benches = [];
for (const name of choice.length > 0 ? choice : names.filter((one) => !LONG.includes(one))) {
  const began = performance.now();
  const { bench } = await import(`./${name}${SUFFIX}`);
  benches.push({ bench: name, rows: await bench(values) });
  console.error(`${name}: measured in ${Math.round((performance.now() - began) / 1000)} s`);
}

console.log(`\n${Object.values(machine).join(", ")}, commit ${commit}\n\n${table(benches)}`);
mkdirSync(FOLDER, { recursive: true });
const results = { date: new Date().toISOString().slice(0, 10), commit, machine, benches };
writeFileSync(join(FOLDER, "bench.json"), `${JSON.stringify(results, null, 2)}\n`);
const isBroken = benches.some(({ rows }) => rows.some(({ isKept }) => isKept === false));
process.exitCode = isBroken ? 1 : 0;
