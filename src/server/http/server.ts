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
import { createVersions } from "../versions/index.ts";
import { apiRoutes, type Counting } from "./api-routes.ts";
import type { Assets } from "./assets.ts";
import { bridgeRoutes } from "./bridge-routes.ts";
import { dashboardRoutes } from "./dashboard-routes.ts";
import { docsRoutes } from "./docs-routes.ts";
import { answerError } from "./faults.ts";
import { institutionIndexRoute } from "./institution-index-route.ts";
import { legalRoutes } from "./legal-routes.ts";
import { linkRoutes } from "./link-routes.ts";
import { answerMalformed } from "./malformed.ts";
import { myRoutes } from "./my-routes.ts";
import { openApiRoutes } from "./openapi.ts";

/** Most bodies are a few hundred bytes; this leaves room for the largest list of ids. */
const BODY_LIMIT = 64 * 1024;

/** A request has to be here whole within this time. */
const REQUEST_TIMEOUT_MS = 30_000;

/** The paths of the API, for settings that name some. */
export const API_PATHS: readonly string[] = endpoints.map(({ path }) => path);

export type ServerOptions = {
  world: World;
  assets: Assets;
  log: FastifyBaseLogger;
  counting: Counting;
  /** Whether a proxy stands in front that says who asks. */
  behindProxy?: boolean;
  /** Looks whether what is kept at hand has changed. */
  refresh?: () => Promise<void>;
  https?: { cert: Buffer; key: Buffer; minVersion: "TLSv1.1" | "TLSv1.2" | "TLSv1.3" };
};

/** The HTTP server: the API, the bridge, Link's files and the OpenAPI document. */
export const createServer = (options: ServerOptions): FastifyInstance => {
  const { world, assets, log, counting, behindProxy = false, refresh, https } = options;
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: () => newRequestId(world.random),
    requestIdHeader: false,
    exposeHeadRoutes: true,
    // One hop: what the proxy itself saw, and not what a caller wrote before it.
    trustProxy: (_, hop) => behindProxy && hop === 0,
    ...(https && { https }),
    frameworkErrors: answerError,
    clientErrorHandler: answerMalformed(world.random),
  });
  app.removeContentTypeParser("text/plain");
  // What is logged names its request; a logger for each would be made for all, and used by few.
  app.setChildLoggerFactory((logger) => logger);
  const headers = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    ...(https && { "strict-transport-security": "max-age=31536000" }),
  };
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header("service-request-id", request.id);
    done();
  });
  app.addHook("onRequest", async (request) => {
    await refresh?.().catch((err: unknown) =>
      request.log.error({ err }, "what is kept at hand may be old"),
    );
  });
  if (["trace", "debug", "info"].includes(log.level))
    app.addHook("onResponse", (request, reply, done) => {
      const { id: reqId, method } = request;
      const { statusCode: status, elapsedTime: ms } = reply;
      log.info({ reqId, method, path: pathOf(request), status, ms }, "answered");
      done();
    });
  app.setErrorHandler(answerError);
  const versions = createVersions(endpoints.map(({ path }) => path));
  apiRoutes(app, world, endpoints, versions, counting);
  bridgeRoutes(app, world, bridgeEndpoints, behindProxy || https !== undefined);
  institutionIndexRoute(app, world);
  linkRoutes(app, world, assets);
  legalRoutes(app);
  docsRoutes(app, assets);
  myRoutes(app, assets);
  dashboardRoutes(app, world, assets, behindProxy || https !== undefined);
  openApiRoutes(app, endpoints, versions);
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
