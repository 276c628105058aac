import { setImmediate as nextTurn } from "node:timers/promises";
import fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance } from "fastify";
import { headerPrefixes } from "../../protocol/brand/brand.ts";
import { endpoints } from "../api/index.ts";
import { bridgeEndpoints } from "../bridge/index.ts";
import type { RequestCounter } from "../domain/dashboard/request-total.ts";
import type { TrafficLog } from "../domain/dashboard/traffic-log.ts";
import { Fault } from "../domain/fault.ts";
import { randomPool } from "../domain/identifiers.ts";
import type { Load } from "../domain/load.ts";
import type { Services } from "../domain/services.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { createVersionRegistry } from "../versions/index.ts";
import type { Assets } from "./assets.ts";
import { parseJsonBody } from "./body.ts";
import { brandAssets } from "./brand-assets.ts";
import { clientErrors } from "./client-errors.ts";
import { answerError } from "./faults.ts";
import { countRequests, logTraffic } from "./log-traffic.ts";
import { createLoadGate, LOAD_BOUNDS, type LoadBounds } from "./overload/load-gate.ts";
import { createLoadReport } from "./overload/load-report.ts";
import type { SharedConnections } from "./overload/shared-connections.ts";
import {
  CHECK_MS,
  closeGently,
  createNodeServer,
  createSlowReaders,
  TIMEOUTS,
  type Timeouts,
  type Tls,
} from "./overload/sockets.ts";
import { listScripts } from "./page-scripts.ts";
import { createLogController } from "./payloads.ts";
import {
  createRequestHook,
  handleInLogContext,
  observeEndpoint,
  observeRequests,
  pathTarget,
  readRequestId,
} from "./request-hooks.ts";
import { apiRoutes, type Counting } from "./routes/api.ts";
import { bridgeRoutes } from "./routes/bridge.ts";
import { cspReportRoutes } from "./routes/csp-reports.ts";
import { dashboardRoutes } from "./routes/dashboard.ts";
import { docsRoutes } from "./routes/docs.ts";
import { doorRoutes } from "./routes/doors.ts";
import { fileRoutes } from "./routes/files.ts";
import { asksForPage, type CompanionApps, frontRoutes, sendNotFoundPage } from "./routes/front.ts";
import { healthRoutes, type Readiness } from "./routes/health.ts";
import { hostedLinkRoutes } from "./routes/hosted-link.ts";
import { institutionIndexRoute } from "./routes/institution-index.ts";
import { legalRoutes } from "./routes/legal.ts";
import { linkRoutes } from "./routes/link.ts";
import { oauthRoutes } from "./routes/oauth.ts";
import { openApiRoutes } from "./routes/openapi.ts";
import { portalRoutes } from "./routes/portal.ts";
import { reminderRoutes } from "./routes/reminders.ts";
import { sampleFileRoute } from "./routes/sample-file.ts";
import { sandboxBankRoutes } from "./routes/sandbox-bank.ts";
import { webhookInboxRoutes } from "./routes/webhook-inbox.ts";
import { type Security, wellKnownRoutes } from "./routes/well-known.ts";
import { securityHeaders } from "./security-headers.ts";
import { createSessionCalls } from "./session-calls.ts";

/** Most bodies have a few hundred bytes; the limit allows for the largest list of ids. */
const BODY_LIMIT = 64 * 1024;

/** The share of the request time-out after which a body is late. */
const LATE_BODY_SHARE = 30;

/**
 * The retry time after a failure of the store, in ms, since a full disk is not freed in a second.
 */
const STORE_RETRY_MS = 5000;

/** The paths of the API, for settings by path. */
export const API_PATHS: readonly string[] = Object.keys(endpoints);

/** The paths that accept only POST. */
const POSTS: ReadonlySet<string> = new Set([
  ...API_PATHS,
  ...bridgeEndpoints.map(({ path }): string => path),
]);

export type ServerOptions = {
  services: Services;
  assets: Assets;
  log: FastifyBaseLogger;
  /** Logs failures of the disk or database. */
  failures: { error(fields: { err: unknown }, message: string): void };
  counting: Counting;
  /** The Dashboard's request log; undefined if switched off. */
  traffic?: TrafficLog | undefined;
  /** Counts every request, even without a log. */
  requests: RequestCounter;
  readiness: Readiness;
  /** Whether requests would only queue for the store. */
  isStoreBusy?: () => boolean;
  /** Receives the function that returns the current load. */
  watchLoad?: (load: () => Load) => void;
  /** The process's connections, if other processes listen at the same port. */
  connections?: SharedConnections | undefined;
  /** Telemetry of requests. */
  telemetry?: Telemetry | undefined;
  /** Whether a reverse proxy forwards the client's address. */
  behindProxy?: boolean;
  /** The contact and the origin in `security.txt`. */
  security?: Security;
  /** The apps next to the server, once they run. */
  companionApps?: CompanionApps;
  /** Checks whether cached data has changed in the store; undefined if no check is due. */
  refresh?: () => Promise<void> | undefined;
  /** The maximum numbers of concurrent requests and connections. */
  bounds?: LoadBounds;
  timeouts?: Timeouts;
  /** Returns the store's problem behind a failure, or null. */
  storeProblem?: (failure: Error) => string | null;
  https?: Tls;
};

/**
 * The HTTP server. Fastify responds to every request; input that is no HTTP gets a response on its
 * socket.
 */
export const createServer = (options: ServerOptions): FastifyInstance => {
  const { services, log, behindProxy = false, refresh, https, timeouts = TIMEOUTS } = options;
  const headers = securityHeaders(behindProxy || https !== undefined);
  const random = randomPool(services.random);
  const load = createLoadGate({
    bounds: options.bounds ?? LOAD_BOUNDS,
    lateBodyMs: timeouts.request / LATE_BODY_SHARE,
    behindProxy,
    isStoreBusy: options.isStoreBusy ?? (() => false),
    report: createLoadReport({ log, after: (call, ms) => void setTimeout(call, ms).unref() }),
  });
  options.watchLoad?.(load.load);
  const slowReaders = createSlowReaders(timeouts.answer, CHECK_MS);
  const clientErrorHandling = clientErrors({ random, headers });
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    logController: createLogController(),
    bodyLimit: BODY_LIMIT,
    genReqId: (request) => readRequestId(request, random),
    requestIdHeader: false,
    exposeHeadRoutes: true,
    rewriteUrl: pathTarget,
    // Trusts one hop: the address that the proxy saw, and no address that a caller wrote.
    trustProxy: behindProxy && ((_, hop) => hop === 0),
    // The server responds until it has stopped.
    return503OnClosing: false,
    serverFactory: (framework) => {
      const server = createNodeServer(framework, timeouts, https);
      slowReaders.watch(server);
      closeGently(server, https !== undefined);
      load.watch(server);
      clientErrorHandling.attach(server);
      // Otherwise node:http would respond itself, without a body.
      server.on("checkExpectation", framework);
      return server;
    },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers)),
    clientErrorHandler: clientErrorHandling.handle,
  });
  // Requests that have arrived are read first, or their connections would count as idle. This turn
  // of the event loop may be past reading; the next one is not.
  app.addHook("preClose", async () => {
    await nextTurn();
    await nextTurn();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    (request, text: string, done) => done(null, parseJsonBody(request, text)),
  );
  // Log lines name their request. A child logger per request would be rarely used.
  app.setChildLoggerFactory((logger) => logger);
  const refreshOrLog = (): Promise<void> | undefined =>
    refresh?.()?.catch((err: unknown) =>
      options.failures.error({ err }, "cached data may be stale"),
    );
  if (options.telemetry) observeRequests(app, options.telemetry);
  app.addHook(
    "onRequest",
    createRequestHook({
      log,
      headers,
      posts: POSTS,
      requestIdHeaders: headerPrefixes(services.brand).map((prefix) => `${prefix}-request-id`),
      apiPaths: new Set(API_PATHS),
      load,
      isDraining: options.readiness.isDraining,
      connections: options.connections,
      refresh: refreshOrLog,
    }),
  );
  app.decorateRequest("logContext", null);
  app.decorateRequest("clientId", null);
  app.addHook("preHandler", handleInLogContext);
  const [, brandPrefix] = headerPrefixes(services.brand);
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    // The response is a JSON error instead of the file.
    if (brandPrefix && API_PATHS.includes(request.url))
      reply.removeHeader(`${brandPrefix}-request-id`);
    if (error instanceof Fault && error.code === "NOT_FOUND" && asksForPage(request))
      return sendNotFoundPage(reply, services.brand);
    answerError(asStoreFault(error, options), request, reply);
  });
  const { brand, clock } = services;
  countRequests(app, options.requests, API_PATHS);
  if (options.traffic)
    logTraffic(app, { traffic: options.traffic, brand, clock, paths: API_PATHS });
  addRoutes(app, options);
  return app;
};

/** Reports a failure of the store as temporary, and logs its reason. */
function asStoreFault(error: Error, { storeProblem, failures }: ServerOptions): Error {
  const reason = error instanceof Fault ? null : storeProblem?.(error);
  if (!reason) return error;
  failures.error({ err: error }, "the store does not accept writes");
  return new Fault("SERVICE_UNAVAILABLE", { cause: error, retryAfterMs: STORE_RETRY_MS });
}

/** Throws for a Fastify schema. zod validates instead, and Fastify's compilers are not loaded. */
function noSchemas(): never {
  throw new Error("no route has a schema of the framework's own");
}

const versions = createVersionRegistry(API_PATHS);

function addRoutes(app: FastifyInstance, options: ServerOptions): void {
  const { services, counting, behindProxy = false, https } = options;
  const { brand } = services;
  const assets = listScripts(brandAssets(options.assets, brand));
  const isSecure = behindProxy || https !== undefined;
  const observe = <One extends Parameters<typeof observeEndpoint>[0]>(endpoint: One) =>
    observeEndpoint(endpoint, options.telemetry);
  const calls = createSessionCalls(services.random, API_PATHS);
  apiRoutes(app, services, observe, versions, { ...counting, calls });
  doorRoutes(app, services, counting.meter, (error) => asStoreFault(error, options));
  bridgeRoutes(app, services, bridgeEndpoints.map(observe), isSecure);
  institutionIndexRoute(app, services);
  linkRoutes(app, services, assets, isSecure);
  fileRoutes(app, assets);
  oauthRoutes(app, services);
  sandboxBankRoutes(app, services);
  sampleFileRoute(app, services);
  hostedLinkRoutes(app, services);
  reminderRoutes(app, services);
  legalRoutes(app, brand);
  healthRoutes(app, options.readiness);
  cspReportRoutes(app, services.clock);
  webhookInboxRoutes(app, services);
  frontRoutes(app, {
    environment: services.environment,
    brand,
    isSecure,
    companionApps: options.companionApps,
  });
  docsRoutes(app, assets);
  wellKnownRoutes(app, { brand, clock: services.clock, security: options.security ?? {} });
  portalRoutes(app, services, assets, isSecure);
  dashboardRoutes(app, services, assets, isSecure, calls);
  openApiRoutes(app, versions, brand);
}
