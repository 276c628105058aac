import { z } from "zod";
import { DashboardWebhookSummary } from "../../../protocol/dashboard/dashboard-items.ts";
import { ChartPeriod } from "../../../protocol/dashboard/dashboard-overview.ts";
import { urlWithoutQuery } from "../../domain/webhooks/webhook-url.ts";
import { dashboardCall } from "../call.ts";
import { chartHours, webhookPoints } from "../overview/chart-points.ts";

/**
 * The maximum number of rows by address, event and outcome, and of deliveries whose next attempt is
 * read.
 */
const MAX_PLACES = 150;
const MAX_WAITING = 200;

/** Shows the number of successful webhook attempts, over time, and by address and event. */
export const summarizeWebhooks = dashboardCall({
  path: "/dashboard/api/webhooks/summary",
  role: "read",
  about: "clients",
  request: z.strictObject({ period: ChartPeriod.default("month") }),
  response: DashboardWebhookSummary,
  run: async ({ period }, client, context) => {
    const { store, clock } = context;
    const clientId = client?.clientId ?? null;
    const { first } = chartHours(period, clock());
    const [points, places, waiting] = await Promise.all([
      webhookPoints(clientId, period, context),
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
      points,
      places: [...rows.values()],
    };
  },
});
