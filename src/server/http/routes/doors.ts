import type { FastifyInstance, FastifyReply } from "fastify";
import { Fault } from "../../domain/fault.ts";
import type { Charge, Meter } from "../../domain/limits/usage.ts";
import type { Services } from "../../domain/services.ts";
import type { DoorReply } from "../../doors/door.ts";
import { DOORS } from "../../doors/index.ts";
import { clientIp } from "../client-ip.ts";
import { toFault } from "../faults.ts";
import { joinTexts, streamPayload } from "../payloads.ts";

/**
 * Serves the enabled doors. Each door is a separate context: it accepts bodies of any type, and
 * responds in its protocol's form, also to errors. Calls are billed after success.
 */
export const doorRoutes = (
  app: FastifyInstance,
  services: Services,
  meter: Meter,
  asStoreFault: (error: Error) => Error,
): void => {
  for (const name of services.doors) {
    app.register(async (scope) => {
      const { routes, refuse } = await DOORS[name]();
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser("*", { parseAs: "string" }, (_, body, done) => done(null, body));
      scope.setErrorHandler((error: Error, request, reply) => {
        const fault = toFault(asStoreFault(error), request);
        if (!fault) return void reply.hijack().raw.destroy();
        const { code, message, status, retryAfterMs } = fault;
        if (retryAfterMs !== null)
          reply.header("retry-after", String(Math.ceil(retryAfterMs / 1000)));
        send(reply, refuse({ code, message, status, retryAfterMs }));
      });
      const allowed = new Map<string, Set<string>>();
      for (const { method, path, handle } of routes.flatMap(withSlash)) {
        allowed.set(path, (allowed.get(path) ?? new Set(["OPTIONS"])).add(method));
        scope.route({
          method,
          url: path,
          handler: async (request, reply) => {
            const charges: Charge[] = [];
            const answer = await handle(
              {
                params: request.params as Record<string, string>,
                query: new URLSearchParams(request.url.split("?", 2)[1]),
                authorization: request.headers.authorization,
                header: (name) => {
                  const value = request.headers[name];
                  return typeof value === "string" ? value : undefined;
                },
                body: typeof request.body === "string" ? request.body : "",
                address: clientIp(request),
              },
              { ...services, charge: (charge) => void charges.push(charge) },
            );
            for (const charge of charges) meter.count(charge);
            return send(reply, answer);
          },
        });
      }
      refuseOthers(scope, allowed);
    });
  }
};

/** Clients may add or omit a trailing slash on some paths. */
const withSlash = <Route extends { path: `/${string}` }>(route: Route): Route[] => [
  route,
  { ...route, path: `${route.path}/` },
];

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** Makes a door refuse other methods and paths in its own form; OPTIONS lists a path's methods. */
function refuseOthers(
  scope: FastifyInstance,
  allowed: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  for (const [url, own] of allowed) {
    const allow = [...own, ...(own.has("GET") ? ["HEAD"] : [])].toSorted().join(", ");
    scope.route({
      method: METHODS.filter((method) => method === "OPTIONS" || !own.has(method)),
      url,
      exposeHeadRoute: !own.has("GET"),
      handler: async (request, reply) => {
        reply.header("allow", allow);
        if (request.method === "OPTIONS") return reply.status(204).send();
        throw new Fault("METHOD_NOT_ALLOWED", { message: `this path has the methods ${allow}` });
      },
    });
  }
  const roots = new Set([...allowed.keys()].map((path) => `/${path.split("/")[1]}`));
  for (const url of [...roots].flatMap((root) => [root, `${root}/*`]))
    if (!allowed.has(url))
      scope.route({
        method: [...METHODS],
        url,
        handler: async () => {
          throw new Fault("NOT_FOUND", { message: "there is no such path" });
        },
      });
}

/** Sends a response that is not cached. */
const send = (
  reply: FastifyReply,
  { status, contentType, body, headers = {} }: DoorReply,
): FastifyReply =>
  reply
    .status(status)
    .headers(headers)
    .header("content-type", contentType)
    .header("cache-control", "no-store")
    .send(
      typeof body === "string"
        ? // Measuring a text would encode it a second time.
          Buffer.from(body)
        : streamPayload(joinTexts(body), { encoding: "utf8" }),
    );
