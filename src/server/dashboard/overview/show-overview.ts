import { z } from "zod";
import { ChartPeriod, DashboardOverview } from "../../../protocol/dashboard/dashboard-overview.ts";
import { DAY_MS } from "../../domain/calendar.ts";
import type { Client } from "../../domain/clients/client.ts";
import type { Outage } from "../../domain/outages/outage.ts";
import { type CallContext, dashboardCall } from "../call.ts";
import { isHidden } from "../hidden-institutions.ts";
import { countWebhooks, loadAttention } from "./attention.ts";
import { requestPoints, sessionPoints, webhookPoints } from "./chart-points.ts";

/** The period of a chart. */
const PERIOD_MS = { day: DAY_MS, month: 30 * DAY_MS } as const;

/** The maximum number of error codes. */
const MAX_ERRORS = 5;

/** The maximum number of institutions. */
const MAX_OUTAGES = 10;

/** The maximum number of crashed jobs to count. */
const MAX_JOBS = 99;

/** The time within which ending consents are shown, and their maximum number. */
const EXPIRING_MS = 14 * DAY_MS;
const MAX_EXPIRING = 5;

/** Shows the current state: requests, Link, and everything that needs attention. */
export const showOverview = dashboardCall({
  path: "/dashboard/api/overview",
  role: "read",
  about: "clients",
  request: z.strictObject({ period: ChartPeriod.default("day") }),
  response: DashboardOverview,
  run: async ({ period }, client, context) => {
    const { store, clock } = context;
    const clientId = client?.clientId ?? null;
    const [
      points,
      sessions,
      attempts,
      month,
      funnel,
      errors,
      attention,
      waiting,
      delivered,
      outages,
      crashed,
      expiring,
    ] = await Promise.all([
      requestPoints(clientId, period, context),
      sessionPoints(clientId, period, context),
      webhookPoints(clientId, period, context),
      requestPoints(clientId, "month", context),
      store.traffic.funnel(clientId, clock() - PERIOD_MS.month),
      store.traffic.errors(clientId, clock() - PERIOD_MS[period]),
      loadAttention(clientId, context),
      countWebhooks(clientId, "waiting", store),
      countWebhooks(clientId, "delivered", store),
      store.outages.current(),
      context.isOperator && client === null ? store.jobs.deadLetters(MAX_JOBS + 1, true) : null,
      store.reminders.expiring({
        ...{ clientId, from: clock(), until: clock() + EXPIRING_MS },
        limit: MAX_EXPIRING,
      }),
    ]);
    const connected = funnel.steps.find(({ reached }) => reached === "connected")?.count ?? 0;
    return {
      points,
      session_points: sessions,
      webhook_points: attempts,
      errors: errors
        .slice(0, MAX_ERRORS)
        .map(({ errorCode, count }) => ({ error_code: errorCode, count })),
      expiring_items: expiring.map(({ itemId, institutionId, consentExpiresAt }) => ({
        item_id: itemId,
        institution_name: institutionName(institutionId, context),
        ends_at: consentExpiresAt,
      })),
      broken_items: attention.items,
      webhooks: { waiting, given_up: attention.webhooks },
      crashed_jobs: crashed && {
        count: Math.min(crashed.length, MAX_JOBS),
        more: crashed.length > MAX_JOBS,
      },
      outages: outagesOf(outages, context),
      steps: client && {
        called: month.some(({ succeeded }) => succeeded > 0),
        linked: connected > 0,
        notified: delivered.count > 0,
        production: isInProduction(client, context),
      },
    };
  },
});

const isInProduction = ({ productionAccess }: Client, { environment }: CallContext): boolean =>
  environment === "production" && productionAccess.state === "granted";

const institutionName = (id: string, { directory }: CallContext): string =>
  directory.has(id) ? directory.get(id).name : id;

/**
 * Returns the institutions with an outage and the start of their longest one, the longest first.
 */
function outagesOf(outages: readonly Outage[], context: CallContext) {
  const since = new Map<string, number>();
  for (const { institutionId, beganAt } of outages)
    since.set(institutionId, Math.min(beganAt, since.get(institutionId) ?? beganAt));
  const { directory } = context;
  return [...since]
    .filter(([id]) => !directory.has(id) || !isHidden(directory.get(id), context))
    .toSorted(([, a], [, b]) => a - b)
    .slice(0, MAX_OUTAGES)
    .map(([institution_id, down_since]) => ({
      institution_id,
      name: institutionName(institution_id, context),
      down_since,
    }));
}
