import type { SessionPoint, WebhookPoint } from "../../protocol/dashboard/dashboard-overview.ts";
import { hrefOf, type Router, scopeOf } from "../session/route.ts";
import type { Series, Step } from "../ui/chart-table.tsx";
import { TimeChart } from "../ui/time-chart.tsx";

type ChartProps<Point> = { points: readonly Point[]; step: Step; router: Router };

/** Returns the Link sessions of each outcome over time. */
export const sessionSeries = (points: readonly SessionPoint[]): Series[] => [
  { name: "Connected", tone: "good", values: points.map(({ connected }) => connected) },
  { name: "Left", tone: "warn", values: points.map(({ exited }) => exited) },
  { name: "Not finished", tone: "plain", values: points.map(({ open }) => open) },
];

/** Returns the attempts to send webhooks of each outcome over time. */
export const webhookSeries = (points: readonly WebhookPoint[]): Series[] => [
  { name: "Delivered", tone: "good", values: points.map(({ delivered }) => delivered) },
  { name: "Tried again", tone: "warn", values: points.map(({ retried }) => retried) },
  { name: "Given up", tone: "bad", values: points.map(({ given_up }) => given_up) },
];

/** Link sessions by start time and outcome. A selected time leads to its sessions. */
export const SessionChart = ({ points, step, router }: ChartProps<SessionPoint>) => (
  <TimeChart
    title="Link sessions"
    times={points.map(({ at }) => at)}
    look="bars"
    series={sessionSeries(points)}
    hrefOf={rowsBetween("sessions", router)}
    onSelect={router.go}
    {...{ step }}
  />
);

/**
 * Attempts to send webhooks by time and outcome. A selected time leads to the webhooks created
 * then.
 */
export const WebhookChart = ({ points, step, router }: ChartProps<WebhookPoint>) => (
  <TimeChart
    title="Webhook attempts"
    times={points.map(({ at }) => at)}
    look="bars"
    series={webhookSeries(points)}
    hrefOf={rowsBetween("webhooks", router)}
    onSelect={router.go}
    {...{ step }}
  />
);

/**
 * Returns the address of a list's rows between two times. On the list's own page, its other filters
 * stay.
 */
export const rowsBetween = (list: string, router: Router) => {
  const { page, query } = router.route.value;
  return (from: number, until: number): string => {
    const next = page === list ? new URLSearchParams(query) : scopeOf(query);
    next.delete("after");
    next.set("from", String(from));
    next.set("until", String(until));
    return hrefOf(list, next);
  };
};
