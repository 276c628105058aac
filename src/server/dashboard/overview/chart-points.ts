import type {
  ChartPeriod,
  RequestPoint,
  SessionPoint,
  WebhookPoint,
} from "../../../protocol/dashboard/dashboard-overview.ts";
import { HOUR_MS } from "../../domain/calendar.ts";
import {
  hourOf,
  latencyOf,
  type RequestOutcome,
  type RequestTotal,
} from "../../domain/dashboard/request-total.ts";
import type { Services } from "../../domain/services.ts";

/** The hours per point, and the number of points. */
const CHARTS = { day: { hours: 1, points: 24 }, month: { hours: 24, points: 30 } } as const;

/** The points of a chart: the hours per point, and each point's first hour since 1970 (UTC). */
type ChartHours = { hours: 1 | 24; first: number; starts: readonly number[] };

/** Returns the points of a period up to now. The last point is incomplete. */
export const chartHours = (period: ChartPeriod, now: number): ChartHours => {
  const { hours, points } = CHARTS[period];
  const hour = hourOf(now);
  const first = hour - (hour % hours) - (points - 1) * hours;
  return { hours, first, starts: Array.from({ length: points }, (_, at) => first + at * hours) };
};

/**
 * Returns requests over time by outcome, with their latency. Points without requests are included.
 */
export const requestPoints = async (
  clientId: string | null,
  period: ChartPeriod,
  { store, clock }: Services,
): Promise<RequestPoint[]> => {
  const { hours, first, starts } = chartHours(period, clock());
  const byHour = new Map<number, RequestTotal[]>();
  for (const total of await store.requestTotals.since(first, hours, clientId)) {
    const own = byHour.get(total.hour);
    if (own) own.push(total);
    else byHour.set(total.hour, [total]);
  }
  return starts.map((hour) => {
    const totals = byHour.get(hour) ?? [];
    const countOutcome = (outcome: RequestOutcome) => sumOutcome(totals, outcome);
    return {
      at: hour * HOUR_MS,
      succeeded: countOutcome("succeeded"),
      refused: countOutcome("refused"),
      failed: countOutcome("failed"),
      p50: latencyOf(totals, 0.5),
      p95: latencyOf(totals, 0.95),
    };
  });
};

/** Returns Link sessions by outcome, over the time of their start. */
export const sessionPoints = async (
  clientId: string | null,
  period: ChartPeriod,
  { store, clock }: Services,
): Promise<SessionPoint[]> => {
  const { hours, first, starts } = chartHours(period, clock());
  const totals = await store.sessionTotals.since(first, hours, clientId);
  return starts.map((hour) => {
    const own = totals.filter((total) => total.hour === hour);
    // A crash may have lost the start of a session whose end was counted.
    const countOutcome = (outcome: (typeof own)[number]["outcome"]) =>
      Math.max(0, sumOutcome(own, outcome));
    return {
      at: hour * HOUR_MS,
      connected: countOutcome("connected"),
      exited: countOutcome("exited"),
      open: countOutcome("open"),
    };
  });
};

/** Returns attempts to send webhooks over time, by outcome. */
export const webhookPoints = async (
  clientId: string | null,
  period: ChartPeriod,
  { store, clock }: Services,
): Promise<WebhookPoint[]> => {
  const { hours, first, starts } = chartHours(period, clock());
  const totals = await store.webhookTotals.since(first, hours, clientId);
  return starts.map((hour) => {
    const own = totals.filter((total) => total.hour === hour);
    return {
      at: hour * HOUR_MS,
      delivered: sumOutcome(own, "delivered"),
      retried: sumOutcome(own, "retried"),
      given_up: sumOutcome(own, "given_up"),
    };
  });
};

const sumOutcome = <Outcome>(
  totals: readonly { outcome: Outcome; count: number }[],
  outcome: Outcome,
): number => totals.reduce((sum, total) => sum + (total.outcome === outcome ? total.count : 0), 0);
