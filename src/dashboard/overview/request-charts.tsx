import type { ChartPeriod, RequestPoint } from "../../protocol/dashboard/dashboard-overview.ts";
import type { Router } from "../session/route.ts";
import type { Series } from "../ui/chart-table.tsx";
import { durationText } from "../ui/time.tsx";
import { TimeChart } from "../ui/time-chart.tsx";
import { rowsBetween } from "./outcome-charts.tsx";

/** The length of a point of each period. */
const STEPS = { day: "hour", month: "day" } as const;

type ChartProps = { points: readonly RequestPoint[]; period: ChartPeriod; router: Router };

/** Returns the requests of each outcome over time. */
export const requestSeries = (points: readonly RequestPoint[]): Series[] => [
  { name: "Succeeded", tone: "plain", values: points.map(({ succeeded }) => succeeded) },
  { name: "Refused", tone: "warn", values: points.map(({ refused }) => refused) },
  { name: "Failed", tone: "bad", values: points.map(({ failed }) => failed) },
];

/** Requests by time and outcome. A selected time leads to its requests. */
export const RequestChart = ({ points, period, router }: ChartProps) => (
  <TimeChart
    title="Requests"
    times={points.map(({ at }) => at)}
    step={STEPS[period]}
    look="bars"
    series={requestSeries(points)}
    hrefOf={rowsBetween("requests", router)}
    onSelect={router.go}
  />
);

/** The latency of requests over time. */
export const LatencyChart = ({ points, period, router }: ChartProps) => (
  <TimeChart
    title="Latency"
    times={points.map(({ at }) => at)}
    step={STEPS[period]}
    look="lines"
    series={[
      { name: "p50", tone: "plain", values: points.map(({ p50 }) => p50) },
      { name: "p95", tone: "warn", values: points.map(({ p95 }) => p95) },
    ]}
    format={durationText}
    hrefOf={rowsBetween("requests", router)}
    onSelect={router.go}
  />
);
