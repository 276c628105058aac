import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Brand } from "../../protocol/brand/brand.ts";
import type { RequestCounter } from "../domain/dashboard/request-total.ts";
import type { TrafficLog } from "../domain/dashboard/traffic-log.ts";
import { isJsonObject } from "./body.ts";
import { brandHeader } from "./brand-headers.ts";
import { logContextOf } from "./request-hooks.ts";

type Options = {
  traffic: TrafficLog;
  brand: Brand;
  clock: () => number;
  /** The paths of the API. */
  paths: readonly string[];
};

declare module "fastify" {
  interface FastifyRequest {
    /** The authenticated client; null before authentication. */
    clientId: string | null;
  }
}

/** Counts each API request by client, outcome and latency. */
export const countRequests = (
  app: FastifyInstance,
  requests: RequestCounter,
  paths: readonly string[],
): void => {
  const isApi = new Set(paths);
  app.addHook("onSend", (request, reply, payload, done) => {
    if (isApi.has(request.routeOptions.url ?? ""))
      requests.count({
        clientId: request.clientId,
        status: reply.statusCode,
        ms: reply.elapsedTime,
      });
    done(null, payload);
  });
};

/**
 * Records each API request, and each request within a Link session, with its response in the
 * Dashboard's log.
 */
export const logTraffic = (
  app: FastifyInstance,
  { traffic, brand, clock, paths }: Options,
): void => {
  const isApi = new Set(paths);
  const clientIdHeader = brandHeader(brand, "client-id");
  app.addHook("onSend", (request, reply, payload, done) => {
    const path = request.routeOptions.url ?? "";
    if (isApi.has(path))
      traffic.recordRequest(reply.statusCode, () => describeApiCall(path, request, reply, payload));
    else if (path.startsWith("/bridge/")) recordLinkCall(path, request, reply, payload);
    done(null, payload);
  });

  const describeRequest = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const ms = Math.round(reply.elapsedTime);
    return {
      requestId: request.id,
      status: reply.statusCode,
      ms,
      at: clock() - ms,
      body: request.body,
      response: typeof payload === "string" ? payload : null,
    };
  };

  function describeApiCall(
    path: string,
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ) {
    const { body, headers } = request;
    const clientId = (isJsonObject(body) && body.client_id) || clientIdHeader.read(headers);
    const version = reply.getHeader("service-version");
    return {
      ...describeRequest(request, reply, payload),
      path,
      itemId: logContextOf(request).item_id ?? null,
      clientId: typeof clientId === "string" ? clientId.slice(0, 200) : null,
      version: typeof version === "string" ? version : null,
    };
  }

  function recordLinkCall(
    path: string,
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): void {
    // The context has no unproven session.
    const own = logContextOf(request).link_session_id;
    const abandonedSessionId =
      path === "/bridge/session/abandon" && reply.statusCode < 400 && isJsonObject(request.body)
        ? request.body.link_session_id
        : undefined;
    const linkSessionId = own ?? abandonedSessionId;
    if (typeof linkSessionId === "string")
      traffic.recordLinkCall({ ...describeRequest(request, reply, payload), path, linkSessionId });
  }
};
