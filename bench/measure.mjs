// What the benches have in common: they measure, compare within the same run, and keep promises.

/** How often each thing is measured; the middle one counts. */
const ROUNDS = 9;

/** The milliseconds at a share of sorted times, e.g. 0.99. */
const at = (ascending, share) =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))];

/**
 * Calls `run` with each of the inputs, in several rounds; answers p50 and p99 over the inputs, in ms,
 * where an input has taken the median of its rounds: what other programs on the machine do in between
 * is nobody's promise. `worst` is the p99 of all calls, with that in it. The first round warms up.
 */
export const measure = async (run, inputs) => {
  const samples = inputs.map(() => []);
  for (let round = 0; round <= ROUNDS; round++)
    for (const [place, input] of inputs.entries()) {
      const start = performance.now();
      await run(input);
      if (round > 0) samples[place].push(performance.now() - start);
    }
  const medians = inOrder(samples.map((times) => at(inOrder(times), 0.5)));
  return {
    p50: at(medians, 0.5),
    p99: at(medians, 0.99),
    worst: at(inOrder(samples.flat()), 0.99),
  };
};

const inOrder = (numbers) => [...numbers].sort((one, other) => one - other);

/**
 * A row of a bench's table. `promise` says what has to hold, if anything: `{ most }` for a number, in
 * the row's own unit, or `{ timesFaster, than }` for a ratio against a baseline of the same run.
 */
export const row = (name, value, unit, promise) => {
  const ratio = promise?.than === undefined ? undefined : promise.than / value;
  const isKept =
    (promise?.most === undefined || value <= promise.most) &&
    (promise?.timesFaster === undefined || ratio >= promise.timesFaster);
  return {
    name,
    measured: `${round(value)} ${unit}`,
    ratio: ratio === undefined ? "" : `${round(ratio)} ×`,
    promised: promiseOf(promise, unit),
    kept: promise ? (isKept ? "yes" : "NO") : "",
  };
};

/** Whether a row breaks its promise. */
export const isBroken = ({ kept }) => kept === "NO";

/** Rows as a table of plain text. */
export const table = (rows) => {
  const columns = ["name", "measured", "ratio", "promised", "kept"];
  const lines = [columns, ...rows.map((one) => columns.map((column) => one[column]))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at].length)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at]))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
};

function promiseOf(promise, unit) {
  if (promise?.most !== undefined) return `≤ ${promise.most} ${unit}`;
  return promise?.timesFaster === undefined ? "" : `≥ ${promise.timesFaster} ×`;
}

const round = (number) => Number(number.toPrecision(3));
