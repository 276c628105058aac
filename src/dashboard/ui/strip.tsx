import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Series } from "./chart-table.tsx";
import { numberText } from "./number-text.ts";
import { Spark } from "./time-chart.tsx";

type StripProps = {
  title: string;
  /** The time that it is about, in words. */
  time: string;
  series: readonly Series[];
  /** The whole of it, which is drawn once it is opened. */
  children: ComponentChildren;
};

/** The numbers of a list in one line above it, with their sums; all of them once it is opened. */
export const Strip = ({ title, time, series, children }: StripProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="strip" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span class="strip-title">
          <b>{title}</b> <small>{time}</small>
        </span>
        <Spark series={series} />
        <span class="legend">
          {series.map(({ name, tone, values }) => (
            <span key={name} class={tone}>
              {name} <b>{numberText(values.reduce<number>((sum, one) => sum + (one ?? 0), 0))}</b>
            </span>
          ))}
        </span>
      </summary>
      {isOpen && children}
    </details>
  );
};
