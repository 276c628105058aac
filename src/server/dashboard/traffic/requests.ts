import { z } from "zod";
import { ListRequest, pageOf } from "../../../protocol/dashboard.ts";
import { DashboardRequest, DashboardRequestDetails } from "../../../protocol/dashboard-traffic.ts";
import type { LoggedRequest } from "../../domain/dashboard/traffic.ts";
import { Fault } from "../../domain/fault.ts";
import { dashboardCall } from "../call.ts";
import { cursorText, pageRequest } from "../page.ts";

/** Lists requests to the API. */
export const listRequests = dashboardCall({
  path: "/dashboard/api/requests",
  about: "clients",
  request: ListRequest.extend({
    failed: z.boolean().default(false),
    path: z.string().trim().max(100).optional(),
  }),
  response: pageOf(DashboardRequest),
  run: async ({ failed, path, ...body }, client, { store }) => {
    const { rows, next } = await store.traffic.requests({
      ...pageRequest(body),
      clientId: client?.clientId ?? null,
      failed,
      path: path || null,
    });
    return { rows: rows.map(shapeOf), next: cursorText(next) };
  },
});

/** Shows a request with its redacted bodies. */
export const showRequest = dashboardCall({
  path: "/dashboard/api/requests/show",
  about: "clients",
  request: z.strictObject({ id: z.string().trim().min(1).max(100) }),
  response: DashboardRequestDetails,
  run: async ({ id }, client, { store }) => {
    const request = await store.traffic.requestById(id);
    if (!request || (client !== null && request.clientId !== client.clientId))
      throw new Fault("NOT_FOUND", {
        message: "no request of this request_id is in the log",
        display: "No request of this request_id is in the log.",
      });
    return {
      request: { ...shapeOf(request), sent: request.request, answered: request.response },
    };
  },
});

const shapeOf = (request: Omit<LoggedRequest, "request" | "response">): DashboardRequest => ({
  request_id: request.requestId,
  client_id: request.clientId,
  path: request.path,
  status: request.status,
  error_code: request.errorCode,
  version: request.version,
  ms: request.ms,
  at: request.at,
});
