import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RunningOperation, Telemetry } from "../telemetry/telemetry.ts";

/** Every request as an operation, by the path of its route, the version that it was answered in, and its status. */
export const observeRequests = (app: FastifyInstance, telemetry: Telemetry): void => {
  const running = new WeakMap<FastifyRequest, RunningOperation>();
  app.addHook("onRequest", (request, reply, done) => {
    const { method, headers } = request;
    // All unknown paths have one name.
    const endpoint = request.routeOptions.url ?? "none";
    const one = telemetry.begin({
      kind: "request",
      name: `${endpoint === "none" ? "" : `${method} `}${endpoint}`,
      attributes: { request_id: request.id, method: endpoint === "none" ? "none" : method },
      traceparent: typeof headers.traceparent === "string" ? headers.traceparent : undefined,
    });
    running.set(request, one);
    reply.raw.once("close", () => {
      const version = reply.getHeader("service-version");
      const status = reply.raw.headersSent ? reply.raw.statusCode : "aborted";
      const attributes = { endpoint, status };
      one.end({
        attributes: typeof version === "string" ? { ...attributes, version } : attributes,
      });
    });
    done();
  });
  // Its body is read by now: what comes on a connection comes outside of any request.
  app.addHook("preHandler", (request, _, done) => {
    const one = running.get(request);
    if (one) one.within(done);
    else done();
  });
};

/** An endpoint whose handler is an operation, within that of its request. */
export const observeEndpoint = <
  Endpoint extends { path: string; handle: (...args: never[]) => Promise<unknown> },
>(
  endpoint: Endpoint,
  telemetry: Telemetry | undefined,
): Endpoint => {
  if (!telemetry) return endpoint;
  const handle = (...args: never[]) =>
    telemetry.run({ kind: "handler", name: endpoint.path }, () => endpoint.handle(...args));
  return { ...endpoint, handle };
};
