import type { ChartPeriod, RequestPoint } from "../../../protocol/dashboard-overview.ts";
import {
  hourOf,
  latencyOf,
  type RequestOutcome,
  type RequestTotal,
} from "../../domain/dashboard/request-total.ts";
import type { Services } from "../../domain/services.ts";

const HOUR_MS = 3_600_000;

/** The hours of a point, and the number of points. */
const CHARTS = { day: { hours: 1, points: 24 }, month: { hours: 24, points: 30 } } as const;

/** Returns the points of a chart, those without requests included; the last one is not over yet. */
export const requestPoints = async (
  clientId: string | null,
  period: ChartPeriod,
  { store, clock }: Services,
): Promise<RequestPoint[]> => {
  const { hours, points } = CHARTS[period];
  const now = hourOf(clock());
  const last = now - (now % hours);
  const first = last - (points - 1) * hours;
  const byHour = new Map<number, RequestTotal[]>();
  for (const total of await store.requestTotals.since(first, hours, clientId)) {
    const own = byHour.get(total.hour);
    if (own) own.push(total);
    else byHour.set(total.hour, [total]);
  }
  return Array.from({ length: points }, (_, at) => {
    const hour = first + at * hours;
    const totals = byHour.get(hour) ?? [];
    return {
      at: hour * HOUR_MS,
      succeeded: countOf(totals, "succeeded"),
      refused: countOf(totals, "refused"),
      failed: countOf(totals, "failed"),
      p50: latencyOf(totals, 0.5),
      p95: latencyOf(totals, 0.95),
    };
  });
};

const countOf = (totals: readonly RequestTotal[], outcome: RequestOutcome): number =>
  totals.reduce((sum, total) => sum + (total.outcome === outcome ? total.count : 0), 0);
