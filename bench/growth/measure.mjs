// node --expose-gc bench/growth/measure.mjs SIZE NAME: measures one subject in a process of its own, and prints a line of
// JSON for each shape.
import { exponentOf, MAX_EXPONENT, measureWork } from "./measure-work.mjs";
import { SHAPES } from "./shapes.mjs";
import { SUBJECTS } from "./subjects.mjs";

const FACTORS = [1, 2, 4, 8];

/**
 * The minimum time of a size's rounds in ms, so that timer ticks and collections weigh the same at
 * each size.
 */
const ENOUGH_CPU_MS = 400;
const MIN_ROUNDS = 2;
const MAX_ROUNDS = 16;

/** The minimum measured time in ms, since some systems count processor time in ticks of 4 ms. */
const MIN_CPU_MS = 40;
/** The largest n. Eight times as many rows are half of an Item's maximum. */
const MAX_SIZE = 16_000;

/**
 * The number of repetitions: other programs use the same caches, so only a repeated violation
 * counts.
 */
const MAX_AGAIN = 2;

const [size, name] = process.argv.slice(2);
const subject = SUBJECTS.find((each) => each.name === name);
const { prepare, shapes = Object.keys(SHAPES), maxRows = 8 * MAX_SIZE, minRows = 0 } = subject;
const { factors = FACTORS } = subject;
const maxSize = Math.max(maxRows / 8, minRows);
for (const shape of shapes) {
  const first = await measurableSize(shape);
  const sizes = factors.map((factor) => first * factor);
  let result = await grow(shape, sizes);
  for (let again = 0; again < MAX_AGAIN && result.exponent > MAX_EXPONENT; again++) {
    const other = await grow(shape, sizes);
    if (other.exponent < result.exponent) result = other;
  }
  console.log(JSON.stringify(result));
}

async function grow(shape, sizes) {
  const measured = [];
  for (const count of sizes) measured.push(await mean(shape, count));
  const cpu = measured.map((each) => each.cpu);
  const longest = Math.max(...measured.map((each) => each.longest));
  return { shape, sizes, cpu, exponent: exponentOf(sizes, cpu), longest };
}

/** The size from which compiled work takes long enough. */
async function measurableSize(shape) {
  for (let round = 0; round < MIN_ROUNDS; round++) await (await prepare(shape, Number(size)))();
  const least = Math.max(Number(size), minRows);
  for (let count = Math.min(least, maxSize); count < maxSize; count *= 2) {
    const { cpu } = await measureWork(await prepare(shape, count));
    if (cpu >= MIN_CPU_MS) return count;
  }
  return maxSize;
}

/**
 * The mean of the rounds, and the least of their longest turns, since other programs only lengthen
 * turns.
 */
async function mean(shape, count) {
  const rounds = [];
  for (let used = 0; rounds.length < MIN_ROUNDS || used < ENOUGH_CPU_MS; ) {
    if (rounds.length === MAX_ROUNDS) break;
    const work = await prepare(shape, count);
    globalThis.gc();
    const round = await measureWork(work);
    rounds.push(round);
    used += round.cpu;
  }
  return {
    cpu: rounds.reduce((sum, { cpu }) => sum + cpu, 0) / rounds.length,
    longest: Math.min(...rounds.map(({ longest }) => longest)),
  };
}
