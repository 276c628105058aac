import { timeText } from "../ui/time.ts";

type Hour = { from: number; success_rate: number | null };

const WIDTH = 6;
const GAP = 2;
const HEIGHT = 28;

/** A bar of an hour: what failed is seen, also where all of it did. */
const LEAST = 3;

/** The share of each hour's requests that succeeded, as bars; an hour without any is a dot. */
export const HourBars = ({ hours }: { hours: readonly Hour[] }) => (
  <svg
    class="hours"
    role="img"
    aria-label={summary(hours)}
    preserveAspectRatio="none"
    viewBox={`0 0 ${hours.length * (WIDTH + GAP) - GAP} ${HEIGHT}`}
  >
    {hours.map(({ from, success_rate: rate }, at) => {
      const height = rate === null ? LEAST : Math.max(LEAST, rate * HEIGHT);
      return (
        <rect
          key={from}
          class={classOf(rate)}
          x={at * (WIDTH + GAP)}
          y={HEIGHT - height}
          width={WIDTH}
          height={height}
        />
      );
    })}
  </svg>
);

const classOf = (rate: number | null): string => {
  if (rate === null) return "quiet";
  if (rate < 0.5) return "bad";
  return rate < 0.9 ? "warn" : "good";
};

/** The worst hour says most. */
function summary(hours: readonly Hour[]): string {
  const busyHours = hours.flatMap(({ from, success_rate: rate }) =>
    rate === null ? [] : [{ from, rate }],
  );
  const [worst] = busyHours.toSorted((one, other) => one.rate - other.rate);
  if (!worst) return "Nothing was asked in 24 hours";
  const at = timeText(worst.from).slice(11, 16);
  return `Requests in ${busyHours.length} of 24 hours; the worst began at ${at}, when ${Math.round(worst.rate * 100)} % succeeded`;
}
