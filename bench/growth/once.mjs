// node --expose-gc --max-semi-space-size=64 bench/growth/once.mjs SIZE NAME [SHAPE]: measures a subject at one size, such as
// the 250,000 rows that an Item may have, and prints its processor time, its longest turn of the event loop, and how much
// the heap grew at most.
import { measureWork } from "./measure-work.mjs";
import { SHAPES } from "./shapes.mjs";
import { SUBJECTS } from "./subjects.mjs";

const [size, name, only] = process.argv.slice(2);
const { prepare, shapes = Object.keys(SHAPES) } = SUBJECTS.find((each) => each.name === name);
/** The number of rows in a first run that compiles the work. */
const WARM = 500;

for (const shape of only === undefined ? shapes : [only]) {
  await (await prepare(shape, WARM))();
  const work = await prepare(shape, Number(size));
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  let most = before;
  const { cpu, longest } = await measureWork(async () => {
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().heapUsed);
    }, 20);
    await work();
    clearInterval(timer);
  });
  const figures = [`${cpu.toFixed(0)} ms CPU`, `longest turn ${longest.toFixed(0)} ms`];
  console.log(
    `${name}, ${shape}: ${figures.join(", ")}, heap +${Math.round((most - before) / 1e6)} MB`,
  );
}
process.exit();
