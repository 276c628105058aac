// The functions that all benches share: they measure, compare within the same run, and check promises.

/** The number of measurements; their median counts. */
const ROUNDS = 9;

/** The milliseconds at a share of sorted times, e.g. 0.99. */
const at = (ascending, share) =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))];

/**
 * Calls `run` with each input, in several rounds. Returns p50 and p99 over the inputs, in ms. An
 * input's value is the median of its rounds, so that interference of other programs does not count.
 * `worst` is the p99 of all calls, with interference.
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

const inOrder = (numbers) => [...numbers].sort((a, b) => a - b);

/**
 * A row of the benchmarks' table: a number with a unit. `promise` is an optional condition: `{ most
 * }` for the number itself, or `{ timesFaster, than }` for the ratio to a baseline of the same run.
 */
export const row = (name, value, unit, promise) => {
  const ratio = promise?.than === undefined ? null : promise.than / value;
  const isKept =
    (promise?.max === undefined || value <= promise.max) &&
    (promise?.timesFaster === undefined || ratio >= promise.timesFaster);
  return {
    name,
    value,
    unit,
    ratio,
    promise: promiseOf(promise, unit),
    isKept: promiseOf(promise, unit) === null ? null : isKept,
  };
};

/** A row with a ratio only. The promise is `{ atLeast }` or `{ atMost }` a number, or none. */
export const ratioRow = (name, ratio, { atLeast, atMost } = {}) => ({
  name,
  value: null,
  unit: null,
  ratio,
  promise: atLeast !== undefined ? `≥ ${atLeast} ×` : atMost !== undefined ? `≤ ${atMost} ×` : null,
  isKept:
    atLeast === undefined && atMost === undefined
      ? null
      : ratio >= (atLeast ?? 0) && ratio <= (atMost ?? Number.POSITIVE_INFINITY),
});

/** Rows as a table of plain text, under the name of each bench. */
export const table = (benches) => {
  const lines = [["", "measured", "ratio", "promise", "kept"]];
  for (const { bench, rows } of benches) {
    lines.push([], [bench]);
    for (const { name, value, unit, ratio, promise, isKept } of rows)
      lines.push([
        `  ${name}`,
        value === null ? "" : `${round(value)} ${unit}`,
        ratio === null ? "" : `${round(ratio)} ×`,
        promise ?? "",
        isKept === null ? "" : isKept ? "yes" : "NO",
      ]);
  }
  const widths = lines[0].map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
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
  if (promise?.max !== undefined) return `≤ ${promise.max} ${unit}`;
  return promise?.timesFaster === undefined ? null : `≥ ${promise.timesFaster} ×`;
}

const round = (number) => (number >= 1000 ? Math.round(number) : Number(number.toPrecision(3)));
