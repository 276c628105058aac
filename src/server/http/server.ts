import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from "fastify";
import { endpoints } from "../api/index.ts";
import { bridgeEndpoints } from "../bridge/index.ts";
import { Fault } from "../domain/fault.ts";
import { newRequestId } from "../domain/identifiers.ts";
import type { World } from "../domain/world.ts";
import { apiRoutes } from "./api-routes.ts";
import type { Assets } from "./assets.ts";
import { bridgeRoutes } from "./bridge-routes.ts";
import { answerError } from "./faults.ts";
import { legalRoutes } from "./legal-routes.ts";
import { linkRoutes } from "./link-routes.ts";
import { openApiRoute } from "./openapi.ts";

/** Most bodies are a few hundred bytes; this leaves room for the largest list of ids. */
const BODY_LIMIT = 64 * 1024;

/** A request has to be here whole within this time. */
const REQUEST_TIMEOUT_MS = 30_000;

export type ServerOptions = {
  world: World;
  assets: Assets;
  log: FastifyBaseLogger;
  /** Whether a proxy in front ends TLS. */
  behindProxy?: boolean;
  /** Looks whether what is kept at hand has changed. */
  refresh?: () => Promise<void>;
  https?: { cert: Buffer; key: Buffer; minVersion: "TLSv1.1" | "TLSv1.2" | "TLSv1.3" };
};

/** The HTTP server: the API, the bridge, Link's files and the OpenAPI document. */
export const createServer = ({
  world,
  assets,
  log,
  behindProxy = false,
  refresh = async () => {},
  https,
}: ServerOptions): FastifyInstance => {
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: () => newRequestId(world.random),
    requestIdHeader: false,
    exposeHeadRoutes: true,
    ...(https && { https }),
    frameworkErrors: answerError,
  });
  app.removeContentTypeParser("text/plain");
  app.addHook("onRequest", async (request, reply) => {
    reply
      .header("service-request-id", request.id)
      .header("x-content-type-options", "nosniff")
      .header("referrer-policy", "no-referrer");
    if (https) reply.header("strict-transport-security", "max-age=31536000");
  });
  app.addHook("onRequest", (request) =>
    refresh().catch((err: unknown) =>
      request.log.error({ err }, "what is kept at hand may be old"),
    ),
  );
  app.addHook("onResponse", async (request, reply) => {
    const { method } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    request.log.info({ method, path: pathOf(request), status, ms }, "answered");
  });
  app.setErrorHandler(answerError);
  apiRoutes(app, world, endpoints);
  bridgeRoutes(app, world, bridgeEndpoints, behindProxy || https !== undefined);
  linkRoutes(app, world, assets);
  legalRoutes(app);
  openApiRoute(app, endpoints);
  const posts = new Set([...endpoints, ...bridgeEndpoints].map(({ path }): string => path));
  app.setNotFoundHandler(async (request, reply) => {
    if (!posts.has(pathOf(request))) throw new Fault("NOT_FOUND");
    reply.header("allow", "POST");
    throw new Fault("METHOD_NOT_ALLOWED");
  });
  return app;
};

/** The path without its query, which may hold what no log should. */
const pathOf = ({ url }: FastifyRequest): string => url.split("?", 1)[0] ?? "";
