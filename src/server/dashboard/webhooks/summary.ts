import { z } from "zod";
import { DashboardWebhookSummary } from "../../../protocol/dashboard-items.ts";
import { ChartPeriod } from "../../../protocol/dashboard-overview.ts";
import { hourOf } from "../../domain/dashboard/request-total.ts";
import type { WebhookHour, WebhookOutcome } from "../../domain/dashboard/webhook-total.ts";
import { urlWithoutQuery } from "../../domain/webhooks/webhook-url.ts";
import { dashboardCall } from "../call.ts";

const HOUR_MS = 3_600_000;

/** The hours of a point, and the number of points. */
const CHARTS = { day: { hours: 1, points: 24 }, month: { hours: 24, points: 30 } } as const;

/** The number of rows by address, event and outcome, and of deliveries whose next try is read, at most. */
const MAX_PLACES = 150;
const MAX_WAITING = 200;

/** Shows how many attempts to send webhooks succeeded, over time and by address and event. */
export const summarizeWebhooks = dashboardCall({
  path: "/dashboard/api/webhooks/summary",
  about: "clients",
  request: z.strictObject({ period: ChartPeriod.default("month") }),
  response: DashboardWebhookSummary,
  run: async ({ period }, client, { store, clock }) => {
    const clientId = client?.clientId ?? null;
    const { hours, points } = CHARTS[period];
    const now = hourOf(clock());
    const first = now - (now % hours) - (points - 1) * hours;
    const [totals, places, waiting] = await Promise.all([
      store.webhookTotals.since(first, hours, clientId),
      store.webhookTotals.places(first, clientId, MAX_PLACES),
      store.lists.webhooks({
        ...{ after: null, order: "descending", limit: MAX_WAITING, sort: "created" },
        ...{ clientId, itemId: null, state: "waiting" },
      }),
    ]);
    const rows = new Map<string, z.infer<typeof DashboardWebhookSummary>["places"][number]>();
    for (const { address, webhook, outcome, count } of places) {
      const key = `${address} ${webhook}`;
      const row = rows.get(key) ?? {
        ...{ address: address || null, webhook, attempts: 0, delivered: 0, next_try_at: null },
      };
      row.attempts += count;
      if (outcome === "delivered") row.delivered += count;
      rows.set(key, row);
    }
    for (const { url, webhook, nextTryAt } of waiting.rows) {
      const row = rows.get(`${clientId === null ? "" : urlWithoutQuery(url)} ${webhook}`);
      if (row && nextTryAt !== null)
        row.next_try_at = Math.min(nextTryAt, row.next_try_at ?? nextTryAt);
    }
    return {
      points: Array.from({ length: points }, (_, at) => pointOf(first + at * hours, totals)),
      places: [...rows.values()],
    };
  },
});

function pointOf(hour: number, totals: readonly WebhookHour[]) {
  const countOf = (outcome: WebhookOutcome): number =>
    totals
      .filter((total) => total.hour === hour && total.outcome === outcome)
      .reduce((sum, { count }) => sum + count, 0);
  return {
    at: hour * HOUR_MS,
    delivered: countOf("delivered"),
    retried: countOf("retried"),
    given_up: countOf("given_up"),
  };
}
