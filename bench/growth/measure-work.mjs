// Measures processor time and event-loop turns, which do not depend on the machine's other work.
import { PerformanceObserver } from "node:perf_hooks";

/** The promised exponent. */
export const MAX_EXPONENT = 1.15;

/**
 * The processor time of this thread in ms. Compiler and garbage collector have separate threads.
 */
const usedMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Runs work. Returns its processor time, and the time of its longest event-loop turn without
 * garbage collection, in ms.
 */
export const measureWork = async (work) => {
  const collections = [];
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries()));
  observer.observe({ entryTypes: ["gc"] });
  const turns = [];
  let isOver = false;
  let last = { cpu: usedMs(), at: performance.now() };
  const note = () => {
    const now = { cpu: usedMs(), at: performance.now() };
    turns.push({ cpu: now.cpu - last.cpu, from: last.at, to: now.at });
    last = now;
  };
  const tick = () => {
    if (isOver) return;
    note();
    setImmediate(tick);
  };
  setImmediate(tick);
  const before = usedMs();
  await work();
  const cpu = usedMs() - before;
  isOver = true;
  note();
  // Entries are delivered in a later turn.
  await new Promise((resolve) => setTimeout(resolve, 20));
  collections.push(...observer.takeRecords());
  observer.disconnect();
  return { cpu, longest: longestOf(turns, collections) };
};

function longestOf(turns, collections) {
  let longest = 0;
  for (const { cpu, from, to } of turns.toSorted((a, b) => b.cpu - a.cpu)) {
    if (cpu <= longest) break;
    const collected = collections
      .filter(({ startTime }) => startTime >= from && startTime <= to)
      .reduce((sum, { duration }) => sum + duration, 0);
    longest = Math.max(longest, cpu - collected);
  }
  return longest;
}

/** The exponent of times by sizes: a least-squares fit of their logarithms. */
export const exponentOf = (sizes, times) => {
  const xs = sizes.map(Math.log);
  const ys = times.map((time) => Math.log(Math.max(time, 0.1)));
  const [x, y] = [meanOf(xs), meanOf(ys)];
  const slope = xs.reduce((sum, each, at) => sum + (each - x) * (ys[at] - y), 0);
  return slope / xs.reduce((sum, each) => sum + (each - x) ** 2, 0);
};

const meanOf = (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
