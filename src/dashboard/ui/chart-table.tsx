/** A named row of values, one for each point; null without a value. */
export type Series = {
  name: string;
  tone: "plain" | "good" | "warn" | "bad";
  values: readonly (number | null)[];
};

/** The props of a chart over time. */
export type TimeChartProps = {
  title: string;
  /** The starts of the points, and the length of each. */
  times: readonly number[];
  stepMs: number;
  series: readonly Series[];
  /** Stacked bars for counts; lines for measures. */
  look: "bars" | "lines";
  format?(value: number): string;
  /** Returns the address of what lies between two times; left out, a time cannot be selected. */
  hrefOf?: ((from: number, until: number) => string) | undefined;
  onSelect?: ((href: string) => void) | undefined;
};

/** The first and the last point of a range. */
export type Range = { first: number; last: number };

const DAY_MS = 86_400_000;

/** The most labels on the axis of times. */
const MAX_LABELS = 6;

/** The axis of times, with dates. */
export const Axis = ({ times, stepMs }: Pick<TimeChartProps, "times" | "stepMs">) => {
  const every = Math.ceil(times.length / MAX_LABELS);
  return (
    <ol class="axis" aria-hidden="true">
      {times
        .filter((_, at) => at % every === 0)
        .map((time) => (
          <li key={time}>{labelOf(time, stepMs)}</li>
        ))}
    </ol>
  );
};

type TableProps = TimeChartProps & { format(value: number): string };

/** The values of a chart as a table. */
export const ChartTable = ({ title, times, stepMs, series, format, hrefOf }: TableProps) => (
  <details class="more">
    <summary>The same as a table</summary>
    <section class="table" aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ name }) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time, at) => (
            <tr key={time}>
              <td>
                {hrefOf ? (
                  <a href={hrefOf(time, time + stepMs)}>{labelOf(time, stepMs, true)}</a>
                ) : (
                  labelOf(time, stepMs, true)
                )}
              </td>
              {series.map(({ name, values }) => (
                <td key={name} class="number">
                  {valueText(values[at], format)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </details>
);

/** Formats a number of things. */
export const count = (value: number): string => value.toLocaleString("en");

/** Formats a value; a dash without one. */
export const valueText = (
  value: number | null | undefined,
  format: (value: number) => string,
): string => (value == null ? "—" : format(value));

/** Returns the time of a point: a day in UTC, or an hour of the reader's day, with its date if asked for. */
const labelOf = (time: number, stepMs: number, isFull = false): string =>
  stepMs >= DAY_MS
    ? new Date(time).toLocaleDateString("en", { month: "short", day: "numeric", timeZone: "UTC" })
    : new Date(time).toLocaleString("en", {
        ...(isFull && { month: "short", day: "numeric" }),
        ...{ hour: "2-digit", minute: "2-digit", hour12: false },
      });

/** Formats a range of points. */
export const timeRange = (
  times: readonly number[],
  stepMs: number,
  { first, last }: Range,
): string => {
  const [from = 0, until = 0] = [times[first], times[last]];
  const begin = labelOf(from, stepMs, true);
  return first === last ? begin : `${begin} to ${labelOf(until, stepMs, true)}`;
};
