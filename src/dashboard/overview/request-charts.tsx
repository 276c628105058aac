import type { ChartPeriod, RequestPoint } from "../../protocol/dashboard-overview.ts";
import { hrefOf, type Router, scopeOf } from "../route.ts";
import { durationText } from "../ui/time.tsx";
import { TimeChart } from "../ui/time-chart.tsx";

const STEP_MS = { day: 3_600_000, month: 86_400_000 } as const;

type ChartProps = { points: readonly RequestPoint[]; period: ChartPeriod; router: Router };

/** Requests by their outcome over time; selecting a time leads to its requests. */
export const RequestChart = ({ points, period, router }: ChartProps) => (
  <TimeChart
    title="Requests"
    times={points.map(({ at }) => at)}
    stepMs={STEP_MS[period]}
    look="bars"
    series={[
      { name: "Succeeded", tone: "plain", values: points.map(({ succeeded }) => succeeded) },
      { name: "Refused", tone: "warn", values: points.map(({ refused }) => refused) },
      { name: "Failed", tone: "bad", values: points.map(({ failed }) => failed) },
    ]}
    hrefOf={requestsBetween(router)}
    onSelect={router.go}
  />
);

/** The latency of requests over time. */
export const LatencyChart = ({ points, period, router }: ChartProps) => (
  <TimeChart
    title="Latency"
    times={points.map(({ at }) => at)}
    stepMs={STEP_MS[period]}
    look="lines"
    series={[
      { name: "p50", tone: "plain", values: points.map(({ p50 }) => p50) },
      { name: "p95", tone: "warn", values: points.map(({ p95 }) => p95) },
    ]}
    format={durationText}
    hrefOf={requestsBetween(router)}
    onSelect={router.go}
  />
);

/** Returns the address of the requests between two times. */
const requestsBetween = (router: Router) => {
  const { page, query } = router.route.value;
  return (from: number, until: number): string => {
    const next = page === "requests" ? new URLSearchParams(query) : scopeOf(query);
    next.delete("after");
    next.set("from", String(from));
    next.set("until", String(until));
    return hrefOf("requests", next);
  };
};
