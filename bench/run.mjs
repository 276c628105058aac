// node bench/run.mjs [name …]: runs the benches named, or all; exits 1 where a promise is broken.
import { readdirSync } from "node:fs";
import { isBroken, table } from "./measure.mjs";

const SUFFIX = ".bench.mjs";
const benches = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length));
const choice = process.argv.slice(2);
const unknown = choice.filter((name) => !benches.includes(name));
if (unknown.length > 0) {
  console.error(`no bench ${unknown.join(", ")}; there are: ${benches.join(", ")}`);
  process.exit(2);
}

for (const name of choice.length > 0 ? choice : benches) {
  const { bench } = await import(`./${name}${SUFFIX}`);
  const rows = await bench();
  console.log(`\n${name}\n\n${table(rows)}`);
  if (rows.some(isBroken)) process.exitCode = 1;
}
