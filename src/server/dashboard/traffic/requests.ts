import { z } from "zod";
import { ListRequest, pageSchema } from "../../../protocol/dashboard/dashboard.ts";
import {
  DashboardRequest,
  DashboardRequestDetails,
  DashboardRequestErrors,
  PERIODS,
} from "../../../protocol/dashboard/dashboard-traffic.ts";
import { HOUR_MS } from "../../domain/calendar.ts";
import type { LoggedRequest } from "../../domain/dashboard/traffic.ts";
import { Fault } from "../../domain/fault.ts";
import { dashboardCall } from "../call.ts";
import { clientName } from "../client-names.ts";
import { cursorText, pageRequest } from "../list-page.ts";
import { requestPoints } from "../overview/chart-points.ts";

/** The number of error codes at most; there are not many more. */
const MAX_ERRORS = 30;

const Period = z.enum(["hour", "day", "week", "month"]).default("month");

/** Lists requests to the API. */
export const listRequests = dashboardCall({
  path: "/dashboard/api/requests",
  role: "read",
  about: "clients",
  request: ListRequest.extend({
    failed: z.boolean().default(false),
    error_code: z.string().trim().max(100).optional(),
    path: z.string().trim().max(100).optional(),
    version: z.string().trim().max(20).optional(),
    item_id: z.string().trim().max(200).optional(),
    period: Period,
    /** The start, instead of the period's, and the exclusive end. */
    from: z.int().min(0).optional(),
    until: z.int().min(0).optional(),
    sort: z.enum(["time", "latency"]).default("time"),
  }),
  response: pageSchema(DashboardRequest),
  run: async (request, client, { store, clock }) => {
    const { failed, error_code, path, version, item_id, period, from, until, sort, ...body } =
      request;
    const { rows, next } = await store.traffic.requests({
      ...pageRequest(body),
      clientId: client?.clientId ?? null,
      failed,
      errorCode: error_code || null,
      path: path || null,
      version: version || null,
      itemId: item_id || null,
      // The log covers no more than a month.
      since: from ?? (period === "month" ? null : clock() - PERIODS[period] * HOUR_MS),
      until: until ?? null,
      sort,
    });
    return { rows: rows.map(toShape), next: cursorText(next) };
  },
});

/** Counts a period's requests over time, and the failed ones by error code. */
export const countRequestErrors = dashboardCall({
  path: "/dashboard/api/requests/errors",
  role: "read",
  about: "clients",
  request: z.strictObject({ period: Period }),
  response: DashboardRequestErrors,
  run: async ({ period }, client, context) => {
    const clientId = client?.clientId ?? null;
    const since = context.clock() - PERIODS[period] * HOUR_MS;
    const chart = period === "hour" || period === "day" ? "day" : "month";
    const [errors, versions, points] = await Promise.all([
      context.store.traffic.errors(clientId, since),
      context.store.traffic.versions(),
      requestPoints(clientId, chart, context),
    ]);
    return {
      points,
      versions,
      count: errors.reduce((sum, { count }) => sum + count, 0),
      errors: errors
        .slice(0, MAX_ERRORS)
        .map(({ errorCode, count }) => ({ error_code: errorCode, count })),
    };
  },
});

/** Shows a request with its redacted bodies. */
export const showRequest = dashboardCall({
  path: "/dashboard/api/requests/show",
  role: "read",
  about: "clients",
  request: z.strictObject({ id: z.string().trim().min(1).max(100) }),
  response: DashboardRequestDetails,
  run: async ({ id }, client, context) => {
    const request = await context.store.traffic.requestById(id);
    if (!request || (client !== null && request.clientId !== client.clientId))
      throw new Fault("NOT_FOUND", {
        message: "no request of this request_id is in the log",
        display: "No request of this request_id is in the log.",
      });
    return {
      request: {
        ...toShape(request),
        client_name: request.clientId && (await clientName(request.clientId, context)),
        item_id: request.itemId,
        sent: request.request,
        answered: request.response,
      },
    };
  },
});

const toShape = (request: Omit<LoggedRequest, "request" | "response">): DashboardRequest => ({
  request_id: request.requestId,
  client_id: request.clientId,
  path: request.path,
  status: request.status,
  error_code: request.errorCode,
  version: request.version,
  ms: request.ms,
  at: request.at,
});
