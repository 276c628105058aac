import type {
  FastifyBaseLogger,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
} from "fastify";
import { Fault } from "../domain/fault.ts";
import { type LogContext, runInLogContext } from "../domain/log-context.ts";
import { answerFault } from "./faults.ts";
import type { LoadGate } from "./load-gate.ts";
import { logAnswer, logsAnswers } from "./log-answer.ts";
import { headProblem, pathOf } from "./request-head.ts";
import { PAGE_HEADERS } from "./security-headers.ts";
import type { SharedConnections } from "./shared-connections.ts";
import { isToBeAnswered } from "./sockets.ts";

type Options = {
  log: FastifyBaseLogger;
  /** The headers of every response. */
  headers: Readonly<Record<string, string>>;
  /** The paths that take a POST, and nothing else. */
  posts: ReadonlySet<string>;
  load: LoadGate;
  /** Whether the server is about to stop, so that a connection had better be closed after its answer. */
  isDraining(): boolean;
  /** Undefined where no other process listens at the same port. */
  connections?: SharedConnections | undefined;
  /** Looks whether what is kept at hand has changed; undefined where that is not due. */
  refresh(): Promise<void> | undefined;
};

/** Made once: a Fault for each refusal would take a stack trace. */
const TOO_MUCH = new Fault("SERVICE_UNAVAILABLE", {
  message: "the server has as many requests as it can answer; try again later",
  retryAfterMs: 1000,
});

/** Creates the hook that runs first for every request. */
export const createRequestHook = ({
  log,
  headers,
  posts,
  load,
  isDraining,
  connections,
  refresh,
}: Options): onRequestHookHandler => {
  const isLogged = logsAnswers(log);
  const refusalOf = ({ raw }: FastifyRequest, reply: FastifyReply): Fault => {
    if (!posts.has(pathOf(raw))) return new Fault("NOT_FOUND");
    reply.header("allow", "POST");
    return new Fault("METHOD_NOT_ALLOWED");
  };
  return (request, reply, done) => {
    if (!isToBeAnswered(request.raw, reply.raw)) return;
    reply.headers(headers).header("service-request-id", request.id);
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
        // Before its body is read: where nothing is taken, it does not matter what is sent. But where it came
        // with bytes that are no HTTP, those are what is told: the parser reads them before the microtasks run.
        if (request.is404) return queueMicrotask(() => done(refusalOf(request, reply)));
        const refreshing = refresh();
        if (refreshing) refreshing.then(() => done(), done);
        else done();
      },
      refuse: (isLast) => {
        if (isLast) reply.header("connection", "close");
        answerFault(TOO_MUCH, request, reply);
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
 * Has the log name the request while it is handled. Its body is read by then: what comes on a connection
 * comes outside of any request.
 */
export const handleInLogContext: preHandlerHookHandler = (request, _, done) =>
  runInLogContext(logContextOf(request), done);
