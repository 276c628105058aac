import { createServer as createHttp, type RequestListener, type Server } from "node:http";
import { createServer as createHttps } from "node:https";
import { setImmediate as nextTurn } from "node:timers/promises";
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { endpoints } from "../api/index.ts";
import { bridgeEndpoints } from "../bridge/index.ts";
import { Fault } from "../domain/fault.ts";
import { pooled } from "../domain/identifiers.ts";
import type { Services } from "../domain/services.ts";
import { createVersionRegistry, type VersionRegistry } from "../versions/index.ts";
import { createApiListener } from "./api-listener.ts";
import type { Assets } from "./assets.ts";
import { closeGently, isToBeAnswered } from "./connections.ts";
import { answerError, isOfContentType } from "./faults.ts";
import { logAnswer, logsAnswers, pathOf } from "./log-answer.ts";
import { malformedAnswers } from "./malformed.ts";
import { openApiRoutes } from "./openapi/openapi.ts";
import { readJson } from "./read-json.ts";
import { hostProblem, takePath } from "./request-head.ts";
import { requestIdOf } from "./request-id.ts";
import { apiRoutes, type Counting } from "./routes/api.ts";
import { bridgeRoutes } from "./routes/bridge.ts";
import { dashboardRoutes } from "./routes/dashboard.ts";
import { docsRoutes } from "./routes/docs.ts";
import { type Beside, frontRoutes } from "./routes/front.ts";
import { institutionIndexRoute } from "./routes/institution-index.ts";
import { legalRoutes } from "./routes/legal.ts";
import { linkRoutes } from "./routes/link.ts";
import { myRoutes } from "./routes/my.ts";

/** Most bodies are a few hundred bytes; this leaves room for the largest list of ids. */
const BODY_LIMIT = 64 * 1024;

/** A request has to be here whole within this time. */
const REQUEST_TIMEOUT_MS = 30_000;

/** How often it is looked whether one is late. */
const CHECK_MS = 1000;

/** How long a connection is kept on which nothing is asked: longer than the proxies in front do. */
const KEEP_ALIVE_MS = 72_000;

/** The paths of the API, for settings that name some. */
export const API_PATHS: readonly string[] = endpoints.map(({ path }) => path);

export type ServerOptions = {
  services: Services;
  assets: Assets;
  log: FastifyBaseLogger;
  counting: Counting;
  /** Whether a proxy stands in front that says who asks. */
  behindProxy?: boolean;
  /** What runs beside the server, once it does. */
  beside?: Beside;
  /** Looks whether what is kept at hand has changed; undefined where that is not due. */
  refresh?: () => Promise<void> | undefined;
  https?: {
    cert: Buffer;
    key: Buffer;
    minVersion: "TLSv1.1" | "TLSv1.2" | "TLSv1.3";
    ciphers?: string;
  };
};

/** The HTTP server: the API on node:http itself, and all the rest by a framework. */
export const createServer = (options: ServerOptions): FastifyInstance => {
  const { services, log, counting, behindProxy = false, refresh, https } = options;
  const headers = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    ...(https && { "strict-transport-security": "max-age=31536000" }),
  };
  const refreshed = (): Promise<void> | undefined =>
    refresh?.()?.catch((err: unknown) => log.error({ err }, "what is kept at hand may be old"));
  let isClosing = false;
  const random = pooled(services.random);
  const versions = createVersionRegistry(API_PATHS);
  const answersApi = createApiListener({
    routes: apiRoutes(services, endpoints, versions, counting),
    random,
    log,
    headers,
    bodyLimit: BODY_LIMIT,
    behindProxy,
    refresh: refreshed,
    isClosing: () => isClosing,
  });
  const malformed = malformedAnswers({ random, headers });
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    genReqId: (request) => requestIdOf(request, random),
    requestIdHeader: false,
    exposeHeadRoutes: true,
    // One hop: what the proxy itself saw, and not what a caller wrote before it.
    trustProxy: (_, hop) => behindProxy && hop === 0,
    // Until it has stopped, it answers.
    return503OnClosing: false,
    serverFactory: (framework) => {
      const server = listening((incoming, response) => {
        if (!isToBeAnswered(incoming, response)) return;
        takePath(incoming);
        const problem = hostProblem(incoming);
        if (problem !== null) malformed.refuseHead(response, problem);
        else if (!answersApi(incoming, response)) framework(incoming, response);
      }, https);
      closeGently(server, https !== undefined);
      malformed.attach(server);
      return server;
    },
    frameworkErrors: answerError,
    clientErrorHandler: malformed.clientError,
  });
  app.addHook("preClose", async () => {
    isClosing = true;
    // What has come by now is read first, or its connection would pass for idle: this turn of the event
    // loop may be past its reading, the next one is not.
    await nextTurn();
    await nextTurn();
  });
  addHooks(app, { log, headers, refresh: refreshed });
  addRoutes(app, options, versions);
  return app;
};

/** What a route takes and answers is zod's business: the framework's own compilers are not loaded. */
function noSchemas(): never {
  throw new Error("no route has a schema of the framework's own");
}

type HookOptions = {
  log: FastifyBaseLogger;
  headers: Readonly<Record<string, string>>;
  refresh(): Promise<void> | undefined;
};

/** What holds for whatever the framework answers, as it does for the API. */
function addHooks(app: FastifyInstance, { log, headers, refresh }: HookOptions): void {
  app.removeAllContentTypeParsers();
  // Where there is nothing, or nothing is taken, it does not matter what is sent.
  app.addContentTypeParser("*", async ({ raw, is404 }: FastifyRequest) =>
    is404 ? undefined : readJson(raw, BODY_LIMIT),
  );
  // What is logged names its request; a logger for each would be made for all, and used by few.
  app.setChildLoggerFactory((logger) => logger);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header("service-request-id", request.id);
    done();
  });
  app.addHook("onRequest", async () => refresh());
  if (logsAnswers(log))
    app.addHook("onResponse", (request, reply, done) => {
      logAnswer(log, request.raw, reply.raw, { reqId: request.id, ms: reply.elapsedTime });
      done();
    });
}

/** All that is served beside the API, and what a wrong path or method is told. */
function addRoutes(app: FastifyInstance, options: ServerOptions, versions: VersionRegistry): void {
  const { services, assets, behindProxy = false, https } = options;
  const isSecure = behindProxy || https !== undefined;
  bridgeRoutes(app, services, bridgeEndpoints, isSecure);
  institutionIndexRoute(app, services);
  linkRoutes(app, services, assets);
  legalRoutes(app);
  frontRoutes(app, { environment: services.environment, isSecure, beside: options.beside });
  docsRoutes(app, assets);
  myRoutes(app, assets);
  dashboardRoutes(app, services, assets, isSecure);
  openApiRoutes(app, endpoints, versions);
  const posts = new Set([...endpoints, ...bridgeEndpoints].map(({ path }): string => path));
  const notFound = ({ raw }: FastifyRequest, reply: FastifyReply): Fault => {
    if (!posts.has(pathOf(raw))) return new Fault("NOT_FOUND");
    reply.header("allow", "POST");
    return new Fault("METHOD_NOT_ALLOWED");
  };
  app.setNotFoundHandler(async (request, reply) => {
    throw notFound(request, reply);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const isNowhere = request.is404 && isOfContentType(error);
    return answerError(isNowhere ? notFound(request, reply) : error, request, reply);
  });
}

/** A server by HTTP, or by HTTPS where there is a certificate. */
function listening(listener: RequestListener, https: ServerOptions["https"]): Server {
  const limits = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // What is wrong with it we say ourselves.
    requireHostHeader: false,
  };
  return https ? createHttps({ ...limits, ...https }, listener) : createHttp(limits, listener);
}
