import { useState } from "preact/hooks";
import type { Product } from "../../protocol/vocabulary.ts";

/** A named row of values, one for each point; null without a value. */
export type Series = {
  name: string;
  tone: "plain" | "good" | "warn" | "bad" | Product;
  values: readonly (number | null)[];
};

/** The props of a chart over time. */
export type TimeChartProps = {
  title: string;
  /** The starts of the points, and the length of each; days and months begin at midnight UTC. */
  times: readonly number[];
  step: Step;
  series: readonly Series[];
  /** Stacked bars for counts; lines for measures. */
  look: "bars" | "lines";
  format?(value: number): string;
  /** Returns the address of what lies between two times; left out, a time cannot be selected. */
  hrefOf?: ((from: number, until: number) => string) | undefined;
  onSelect?: ((href: string) => void) | undefined;
};

/** The length of a point. */
export type Step = "hour" | "day" | "month";

/** The first and the last point of a range. */
export type Range = { first: number; last: number };

/** Returns the end of a point. */
export const endOf = (time: number, step: Step): number => {
  if (step === "month") return new Date(time).setUTCMonth(new Date(time).getUTCMonth() + 1);
  return time + (step === "day" ? 86_400_000 : 3_600_000);
};

/** The maximum number of labels on the axis of times. */
const MAX_LABELS = 6;

/** The axis of times, with dates. */
export const Axis = ({ times, step }: Pick<TimeChartProps, "times" | "step">) => {
  const every = Math.ceil(times.length / MAX_LABELS);
  return (
    <ol class="axis" aria-hidden="true">
      {times.map((time, at) => {
        const width = Math.min(every, times.length - at);
        return at % every > 0 ? null : (
          <li key={time} style={{ "--points": width }}>
            {width > every / 2 && toLabel(time, step)}
          </li>
        );
      })}
    </ol>
  );
};

type TableProps = TimeChartProps & { format(value: number): string };

/** The values of a chart as a table, which is drawn once it is opened: it has more elements than its page. */
export const ChartTable = (props: TableProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="more" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary title="The same as a table">
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2 3h12v10H2zM2 6.500h12M2 9.750h12M6.500 3v10" />
        </svg>
        <span class="visually-hidden">The same as a table</span>
      </summary>
      {isOpen && <Table {...props} />}
    </details>
  );
};

const Table = ({ title, times, step, series, format, hrefOf }: TableProps) => (
  <section class="table" aria-label={`${title}, as a table`}>
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
                <a href={hrefOf(time, endOf(time, step))}>{toLabel(time, step, true)}</a>
              ) : (
                toLabel(time, step, true)
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
);

/** Formats a value. A missing value is a dash. */
export const valueText = (
  value: number | null | undefined,
  format: (value: number) => string,
): string => (value == null ? "—" : format(value));

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** Returns the time of a point: a month or a day in UTC, or an hour of the reader's day; in full if asked for. */
const toLabel = (time: number, step: Step, isFull = false): string => {
  const date = new Date(time);
  const month = MONTHS[date.getUTCMonth()];
  if (step === "month") return isFull ? `${month} ${date.getUTCFullYear()}` : `${month}`;
  if (step === "day") return `${month} ${date.getUTCDate()}`;
  const hour = `${String(date.getHours()).padStart(2, "0")}:${String(date.getMinutes()).padStart(2, "0")}`;
  return isFull ? `${MONTHS[date.getMonth()]} ${date.getDate()}, ${hour}` : hour;
};

/** Formats a range of points. */
export const timeRange = (times: readonly number[], step: Step, { first, last }: Range): string => {
  const [from = 0, until = 0] = [times[first], times[last]];
  const begin = toLabel(from, step, true);
  return first === last ? begin : `${begin} to ${toLabel(until, step, true)}`;
};
