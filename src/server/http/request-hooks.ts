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
  /** The paths that take a POST, and nothing else. */
  posts: ReadonlySet<string>;
  /**
   * The names of the request_id's header outside of the API's own paths, whose JSON responses have our name
   * only: older clients distinguish a file from JSON by the brand's name.
   */
  requestIdHeaders: readonly string[];
  apiPaths: ReadonlySet<string>;
  load: LoadGate;
  /** Whether the server is about to stop, so that a connection had better be closed after its response. */
  isDraining(): boolean;
  /** Undefined if no other process listens at the same port. */
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
  // Made once, since each takes a stack trace; not at import, whose trace holds the code of all modules in memory.
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
    // Announce the close first, so no client loses a request to it.
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
        // Before its body is read: if nothing is taken, it does not matter what is sent. But where it came
        // with bytes that are no HTTP, those are reported: the parser reads them before the microtasks run.
        if (request.is404) return queueMicrotask(() => done(pickRefusal(request, reply)));
        // A store that hangs must not have a supervisor end a process that is well.
        const refreshing = isHealthCheck(request.raw) ? undefined : refresh();
        if (refreshing) refreshing.then(() => done(), done);
        else done();
      },
      refuse: (isLast) => {
        if (isLast) reply.header("connection", "close");
        // No handler has run, so a retry is safe; it may not be after a 503 of the store, which may have committed.
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

/** Returns the fields that a request has in the log. */
export const logContextOf = (request: FastifyRequest): LogContext => {
  request.logContext ??= { request_id: request.id };
  return request.logContext;
};

/**
 * Binds the request's log context while it is handled. The body has been read by then: further bytes on the
 * connection are outside of any request.
 */
export const handleInLogContext: preHandlerHookHandler = (request, _, done) =>
  runInLogContext(logContextOf(request), done);

/** Whether a log is so fine that it names each request. */
const logsAnswers = ({ level }: FastifyBaseLogger): boolean =>
  ["trace", "debug", "info"].includes(level);

/** Logs a response and how long it took; no status if its caller left before. */
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

/** Every request as an operation, by the path of its route, the version of its response, and its status. */
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
  // The body has been read: further bytes on the connection are outside of any request.
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

/** The origin in a request target that is a whole URL, which every server has to accept. */
const ORIGIN = /^https?:\/\/[^/?]*/i;

/** Characters that no host contains (RFC 9110, section 7.2, and RFC 3986, section 3.2.2). */
const NO_HOST = /[\s/?#@\\]/;

/** The only expectation that RFC 9110, section 10.1.1, allows a client; node:http applies the same rule. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/** Returns the target of a request as a path, even if it is a whole URL. */
export const pathTarget = ({ url = "" }: IncomingMessage): string => {
  if (url.startsWith("/")) return url;
  const path = url.replace(ORIGIN, "");
  return path.startsWith("/") || path === "*" ? path : `/${path}`;
};

/** Returns the path without its query, which may hold secrets. */
const toPath = ({ url = "" }: IncomingMessage): string => url.split("?", 1)[0] ?? "";

/** The path for the log: for a path with a secret in it, its pattern. */
const loggedPath = (incoming: IncomingMessage): string => {
  const path = toPath(incoming);
  return path.startsWith(SIMPLEFIN_CLAIM_PATH) ? `${SIMPLEFIN_CLAIM_PATH}:token` : path;
};

type HeadProblem = { status: number; message: string };

/** Returns the problem that makes a request's head unacceptable; null for none. */
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
 * Returns a new request_id, or for the start of a session the one that Link's frame has sent: the
 * page gets that id with OPEN, before we have responded. No other request is named by its sender.
 */
export const readRequestId = (request: IncomingMessage, random: Random): string => {
  const { "service-request-id": requestId } = request.headers;
  const isNamed =
    requestId !== undefined &&
    toPath(request) === SESSION_START &&
    /^[0-9A-Za-z]{15}$/.test(String(requestId));
  return isNamed ? String(requestId) : newRequestId(random);
};
