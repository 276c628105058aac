import type { IncomingMessage } from "node:http";
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
} from "fastify";
import { Fault } from "../domain/fault.ts";
import { SIMPLEFIN_CLAIM_PATH } from "../domain/grants/setup-token.ts";
import { newRequestId, type Random } from "../domain/identifiers.ts";
import { type LogContext, runInLogContext } from "../domain/log-context.ts";
import type { RunningOperation, Telemetry } from "../telemetry/telemetry.ts";
import { answerFault } from "./faults.ts";
import { isHealthCheck, type LoadGate } from "./overload/load-gate.ts";
import type { SharedConnections } from "./overload/shared-connections.ts";
import { isToBeAnswered } from "./overload/sockets.ts";
import { PAGE_HEADERS } from "./security-headers.ts";
import { unofferedPath } from "./unoffered-paths.ts";

type Options = {
  log: FastifyBaseLogger;
  /** The headers of every response. */
  headers: Readonly<Record<string, string>>;
  /** The paths that accept only POST. */
  posts: ReadonlySet<string>;
  /**
   * The names of the request_id's header outside of the API's paths. The API's JSON responses use
   * only our name: older clients recognize a file by the brand's name.
   */
  requestIdHeaders: readonly string[];
  apiPaths: ReadonlySet<string>;
  load: LoadGate;
  /**
   * Whether the server is about to stop, so that connections should be closed after their
   * responses.
   */
  isDraining(): boolean;
  /** Undefined without other processes at the same port. */
  connections?: SharedConnections | undefined;
  /** Checks whether cached data has changed in the store; undefined if no check is due. */
  refresh(): Promise<void> | undefined;
};

/** Creates the hook that runs first for every request. */
export const createRequestHook = ({
  log,
  headers,
  posts,
  requestIdHeaders,
  apiPaths,
  load,
  isDraining,
  connections,
  refresh,
}: Options): onRequestHookHandler => {
  const isLogged = logsAnswers(log);
  // Created once, since each Fault takes a stack trace. Not at import, since that trace would keep
  // all modules' code in memory.
  const tooMuch = new Fault("SERVICE_UNAVAILABLE", {
    message: "the server has as many requests as it can serve; try again later",
    retryAfterMs: 1000,
  });
  const pickRefusal = ({ raw }: FastifyRequest, reply: FastifyReply): Fault => {
    if (!posts.has(toPath(raw))) {
      const message = unofferedPath(toPath(raw));
      return new Fault("NOT_FOUND", message === undefined ? {} : { message });
    }
    reply.header("allow", "POST");
    return new Fault("METHOD_NOT_ALLOWED");
  };
  return (request, reply, done) => {
    if (!isToBeAnswered(request.raw, reply.raw)) return;
    reply.headers(headers).header("service-request-id", request.id);
    if (requestIdHeaders.length > 1 && !apiPaths.has(toPath(request.raw)))
      for (const name of requestIdHeaders) reply.header(name, request.id);
    if (request.method !== "POST") reply.headers(PAGE_HEADERS);
    // Announces the close first, so that no client loses a request.
    if (connections?.isSurplus(request.raw.socket) || isDraining())
      reply.header("connection", "close");
    if (isLogged) logAnswer(log, request, reply, logContextOf(request));
    const problem = headProblem(request.raw);
    if (problem !== null) {
      const { status, message } = problem;
      reply.header("connection", "close");
      return answerFault(new Fault("INVALID_HEADERS", { message }), request, reply, status);
    }
    load.enter(request.raw, reply.raw, {
      serve: () => {
        // Refused before the body is read. If the path came with bytes that are no HTTP, those are
        // reported instead: the parser reads them before the microtasks run.
        if (request.is404) return queueMicrotask(() => done(pickRefusal(request, reply)));
        // A hanging store must not make a supervisor end a healthy process.
        const refreshing = isHealthCheck(request.raw) ? undefined : refresh();
        if (refreshing) refreshing.then(() => done(), done);
        else done();
      },
      refuse: (isLast) => {
        if (isLast) reply.header("connection", "close");
        // No handler has run, so a retry is safe. After a 503 of the store it may not be, since the
        // store may have committed.
        reply.header("service-should-retry", "true");
        answerFault(tooMuch, request, reply);
      },
    });
  };
};

declare module "fastify" {
  interface FastifyRequest {
    logContext: LogContext | null;
  }
}

export const logContextOf = (request: FastifyRequest): LogContext => {
  request.logContext ??= { request_id: request.id };
  return request.logContext;
};

/**
 * Binds the request's log context during its handling. The body has been read by then; further
 * bytes on the connection belong to no request.
 */
export const handleInLogContext: preHandlerHookHandler = (request, _, done) =>
  runInLogContext(logContextOf(request), done);

/** Whether the log level includes each request. */
const logsAnswers = ({ level }: FastifyBaseLogger): boolean =>
  ["trace", "debug", "info"].includes(level);

/** Logs a response and its duration; without a status if the caller left first. */
const logAnswer = (
  log: FastifyBaseLogger,
  { raw }: FastifyRequest,
  { raw: response }: FastifyReply,
  context: LogContext,
): void => {
  const began = performance.now();
  response.once("close", () => {
    const status = response.headersSent ? response.statusCode : null;
    const ms = performance.now() - began;
    log.info({ ...context, method: raw.method, path: loggedPath(raw), status, ms }, "answered");
  });
};

/** Observes every request as an operation, with its route, response version and status. */
export const observeRequests = (app: FastifyInstance, telemetry: Telemetry): void => {
  const running = new WeakMap<FastifyRequest, RunningOperation>();
  app.addHook("onRequest", (request, reply, done) => {
    const { method, headers } = request;
    // Unknown paths share one name.
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
  // The body has been read. Further bytes on the connection belong to no request.
  app.addHook("preHandler", (request, _, done) => {
    const one = running.get(request);
    if (one) one.within(done);
    else done();
  });
};

/** Observes an endpoint's handler as an operation within its request. */
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

/** The origin in an absolute request target, which every server must accept. */
const ORIGIN = /^https?:\/\/[^/?]*/i;

/** Characters that no host contains (RFC 9110, section 7.2; RFC 3986, section 3.2.2). */
const NO_HOST = /[\s/?#@\\]/;

/** The only expectation that RFC 9110, section 10.1.1, allows. node:http has the same rule. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/** Returns a request's target as a path, even from an absolute URL. */
export const pathTarget = ({ url = "" }: IncomingMessage): string => {
  if (url.startsWith("/")) return url;
  const path = url.replace(ORIGIN, "");
  return path.startsWith("/") || path === "*" ? path : `/${path}`;
};

/** Returns the path without its query, which may contain secrets. */
const toPath = ({ url = "" }: IncomingMessage): string => url.split("?", 1)[0] ?? "";

/** The path for the log. A path with a secret is replaced by its pattern. */
const loggedPath = (incoming: IncomingMessage): string => {
  const path = toPath(incoming);
  return path.startsWith(SIMPLEFIN_CLAIM_PATH) ? `${SIMPLEFIN_CLAIM_PATH}:token` : path;
};

type HeadProblem = { status: number; message: string };

/** Returns the problem with a request's head, or null. */
const headProblem = (incoming: IncomingMessage): HeadProblem | null => {
  const message = hostProblem(incoming);
  if (message !== null) return { status: 400, message };
  const { expect } = incoming.headers;
  return expect === undefined || incoming.httpVersion === "1.0" || CONTINUE.test(expect)
    ? null
    : { status: 417, message: "the Expect header can be 100-continue only" };
};

function hostProblem({ httpVersion, rawHeaders, headers }: IncomingMessage): string | null {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") hosts++;
  if (hosts > 1) return "the request has more than one Host header";
  if (hosts === 0 && httpVersion === "1.1") return "the request has no Host header";
  return NO_HOST.test(headers.host ?? "") ? "the Host header is not a host" : null;
}

const SESSION_START = "/bridge/session/start";

/**
 * Returns a new request_id. A session's start uses the id that Link's frame sends, since the page
 * receives that id with OPEN before our response. No other request can choose its id.
 */
export const readRequestId = (request: IncomingMessage, random: Random): string => {
  const { "service-request-id": requestId } = request.headers;
  const isNamed =
    requestId !== undefined &&
    toPath(request) === SESSION_START &&
    /^[0-9A-Za-z]{15}$/.test(String(requestId));
  return isNamed ? String(requestId) : newRequestId(random);
};
