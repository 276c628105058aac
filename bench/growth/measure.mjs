// node --expose-gc bench/growth/measure.mjs SIZE NAME: measures one subject in a process of its own, and prints a line of
// JSON for each shape.
import { exponentOf, measureWork } from "./measure-work.mjs";
import { SHAPES } from "./shapes.mjs";
import { SUBJECTS } from "./subjects.mjs";

const FACTORS = [1, 2, 4, 8];
const ROUNDS = 2;

const [size, name] = process.argv.slice(2);
const { prepare, shapes = Object.keys(SHAPES) } = SUBJECTS.find((each) => each.name === name);
const sizes = FACTORS.map((factor) => Number(size) * factor);
for (const shape of shapes) {
  // The compiler's own work is done before.
  for (const count of sizes.slice(0, 2)) await (await prepare(shape, count))();
  const measured = [];
  for (const count of sizes) measured.push(await best(shape, count));
  const cpu = measured.map((each) => each.cpu);
  const longest = Math.max(...measured.map((each) => each.longest));
  console.log(JSON.stringify({ shape, sizes, cpu, exponent: exponentOf(sizes, cpu), longest }));
}

/** The least of some rounds: other programs only add to it. */
async function best(shape, count) {
  const rounds = [];
  const work = await prepare(shape, count);
  for (let round = 0; round < ROUNDS; round++) {
    globalThis.gc();
    rounds.push(await measureWork(work));
  }
  return {
    cpu: Math.min(...rounds.map(({ cpu }) => cpu)),
    longest: Math.min(...rounds.map(({ longest }) => longest)),
  };
}
