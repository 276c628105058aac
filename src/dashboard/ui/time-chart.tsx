import type { TargetedPointerEvent } from "preact";
import { useRef, useState } from "preact/hooks";
import {
  Axis,
  ChartTable,
  endOf,
  type Range,
  type Series,
  type TimeChartProps,
  timeRange,
  valueText,
} from "./chart-table.tsx";
import { numberText } from "./number-text.ts";

/** The size of the drawing, which is stretched to the available space. */
const WIDTH = 1000;
const HEIGHT = 160;

/**
 * Values over time: a drawing with the values of the point under the pointer, and the same as a table. Dragging over the
 * drawing selects a time, as the links in the table do.
 */
export const TimeChart = (props: TimeChartProps) => {
  const { title, times, series, look, format = numberText, hrefOf, onSelect } = props;
  const [hovered, setHovered] = useState<number | null>(null);
  const [begun, setBegun] = useState<number | null>(null);
  const plot = useRef<SVGSVGElement>(null);
  const highest = maxOf(series, look);
  const max = niceMax(highest);
  const placeOf = ({ clientX }: TargetedPointerEvent<SVGSVGElement>): number => {
    const { left, width } = plot.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    const place = Math.floor(((clientX - left) / width) * times.length);
    return Math.min(times.length - 1, Math.max(0, place));
  };
  const select = (from: number, until: number): void => {
    const [first, last] = [times[Math.min(from, until)], times[Math.max(from, until)]];
    if (hrefOf && first !== undefined && last !== undefined)
      onSelect?.(hrefOf(first, endOf(last, props.step)));
  };
  const marked = hovered === null ? null : rangeOf(begun ?? hovered, hovered);
  if (highest === 0)
    return (
      <section class="chart">
        <h2>{title}</h2>
        <p class="none">None in this time.</p>
      </section>
    );
  return (
    <figure class="chart">
      <figcaption>
        <h2>{title}</h2>
        <Legend {...{ series, format }} at={hovered} />
      </figcaption>
      <div class="plot">
        <span class="scale" aria-hidden="true">
          <span>{format(max)}</span>
          <span>{format(max / 2)}</span>
          <span>{format(0)}</span>
        </span>
        <svg
          ref={plot}
          class={hrefOf && "selects"}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          onPointerMove={(event) => setHovered(placeOf(event))}
          onPointerLeave={() => {
            setHovered(null);
            setBegun(null);
          }}
          onPointerDown={(event) => hrefOf && setBegun(placeOf(event))}
          onPointerUp={(event) => {
            if (begun !== null) select(begun, placeOf(event));
            setBegun(null);
          }}
        >
          <path
            class="grid"
            d={`M0 .5H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT - 0.5}H${WIDTH}`}
          />
          {marked && (
            <rect
              class="marked"
              x={(marked.first / times.length) * WIDTH}
              width={((marked.last - marked.first + 1) / times.length) * WIDTH}
              height={HEIGHT}
            />
          )}
          {look === "bars" ? (
            <Bars {...{ series, max }} points={times.length} />
          ) : (
            <Lines {...{ series, max }} points={times.length} />
          )}
        </svg>
        <Axis {...props} />
        {hovered !== null && marked && (
          <p
            class={`hover ${hovered > times.length / 2 ? "before" : ""}`}
            style={{ "--at": `${((hovered + 0.5) / times.length) * 100}%` }}
            aria-hidden="true"
          >
            {timeRange(times, props.step, marked)}
          </p>
        )}
      </div>
      <ChartTable {...props} format={format} />
    </figure>
  );
};

const rangeOf = (one: number, other: number): Range => ({
  first: Math.min(one, other),
  last: Math.max(one, other),
});

type LegendProps = { series: readonly Series[]; format(value: number): string; at: number | null };

/** Names each series, with its value at the pointer. */
const Legend = ({ series, format, at }: LegendProps) => (
  <ul class="legend" aria-hidden="true">
    {series.map(({ name, tone, values }) => (
      <li key={name} class={tone}>
        {name}
        {at !== null && <b> {valueText(values[at], format)}</b>}
      </li>
    ))}
  </ul>
);

/** Bars without axes, as large as the available space. */
export const Spark = ({ series }: { series: readonly Series[] }) => (
  <svg
    class="spark"
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <Bars series={series} points={series[0]?.values.length ?? 0} max={maxOf(series, "bars") || 1} />
  </svg>
);

type DrawingProps = { series: readonly Series[]; points: number; max: number };

const Bars = ({ series, points, max }: DrawingProps) => {
  const width = WIDTH / points;
  return (
    <>
      {Array.from({ length: points }, (_, at) => {
        let top = HEIGHT;
        return series.map(({ name, tone, values }) => {
          const height = ((values[at] ?? 0) / max) * HEIGHT;
          top -= height;
          return height === 0 ? null : (
            <rect
              key={`${name} ${at}`}
              class={tone}
              x={at * width + width * 0.15}
              y={top}
              width={width * 0.7}
              height={height}
            />
          );
        });
      })}
    </>
  );
};

const Lines = ({ series, points, max }: DrawingProps) => (
  <>
    {series.map(({ name, tone, values }) => {
      const isNone = (at: number): boolean => (values[at] ?? null) === null;
      const placeOf = (at: number): string =>
        `${((at + 0.5) / points) * WIDTH} ${HEIGHT - ((values[at] ?? 0) / max) * HEIGHT}`;
      const shown = values.flatMap((value, at) => (value === null ? [] : [at]));
      // A point without neighbours has no line.
      const dots = shown.filter((at) => isNone(at - 1) && isNone(at + 1));
      return (
        <g key={name} class={tone}>
          <path
            class="line"
            d={shown.map((at) => `${isNone(at - 1) ? "M" : "L"}${placeOf(at)}`).join("")}
          />
          <path class="line dot" d={dots.map((at) => `M${placeOf(at)}h.01`).join("")} />
        </g>
      );
    })}
  </>
);

/** Returns the largest value that is drawn: of a stack its sum. */
const maxOf = (series: readonly Series[], look: TimeChartProps["look"]): number => {
  const points = series[0]?.values.length ?? 0;
  const heights = Array.from({ length: points }, (_, at) => {
    const values = series.map(({ values }) => values[at] ?? 0);
    return look === "bars" ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  return Math.max(0, ...heights);
};

/** Returns the next of 2, 4, 6, 8, 10, 20, 40…, whose half is whole. */
const niceMax = (max: number): number => {
  for (let power = 1; ; power *= 10)
    for (const step of [2, 4, 6, 8, 10]) if (step * power >= max) return step * power;
};
