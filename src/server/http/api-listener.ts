import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { Fault } from "../domain/fault.ts";
import { newRequestId, type Random } from "../domain/identifiers.ts";
import { clientIp } from "./client-ip.ts";
import { asFault } from "./faults.ts";
import { isFile, sendFile } from "./file-answer.ts";
import { sendJson } from "./json-answer.ts";
import { logAnswer, logsAnswers, pathOf } from "./log-answer.ts";
import { readJson } from "./read-json.ts";
import type { ApiRequest, ApiRoutes } from "./routes/api.ts";

type Options = {
  routes: ApiRoutes;
  random: Random;
  log: FastifyBaseLogger;
  /** What every answer carries. */
  headers: Readonly<Record<string, string>>;
  bodyLimit: number;
  behindProxy: boolean;
  /** Looks whether what is kept at hand has changed; undefined where that is not due. */
  refresh(): Promise<void> | undefined;
  /** Whether the server is about to stop: then no connection is kept. */
  isClosing(): boolean;
};

/**
 * Answers the API on node:http itself, since a framework takes longer for a request than we do. False,
 * and nothing done, for all that is no POST to one of its paths.
 */
export const createApiListener = ({
  routes,
  random,
  log,
  headers,
  bodyLimit,
  behindProxy,
  refresh,
  isClosing,
}: Options): ((incoming: IncomingMessage, response: ServerResponse) => boolean) => {
  const common = Object.entries(headers).flat();
  const isLogged = logsAnswers(log);

  const headOf = ({ id, version }: ApiRequest): OutgoingHttpHeader[] => {
    const head: OutgoingHttpHeader[] = [...common, "service-request-id", id];
    if (version !== null) head.push("service-version", version);
    if (isClosing()) head.push("connection", "close");
    return head;
  };

  const logWhenDone = (
    incoming: IncomingMessage,
    response: ServerResponse,
    reqId: string,
  ): void => {
    const began = performance.now();
    response.once("close", () => {
      logAnswer(log, incoming, response, { reqId, ms: performance.now() - began });
    });
  };

  const refuse = (
    error: unknown,
    request: ApiRequest,
    incoming: IncomingMessage,
    response: ServerResponse,
  ): void => {
    const fault = asFault(error);
    if (fault.status >= 500) log.error({ reqId: request.id, err: error }, "unexpected error");
    const head = headOf(request);
    if (fault.retryAfterMs !== null)
      head.push("retry-after", String(Math.ceil(fault.retryAfterMs / 1000)));
    // The rest of a body that is not read is not waited for.
    if (!incoming.complete && !isClosing()) head.push("connection", "close");
    const body = JSON.stringify({ ...fault.body, request_id: request.id });
    sendJson(response, fault.status, head, [body]);
  };

  const answer = async (
    path: string,
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const request: ApiRequest = {
      id: newRequestId(random),
      headers: incoming.headers,
      address: clientIp(incoming, behindProxy),
      body: undefined,
      version: null,
    };
    if (isLogged) logWhenDone(incoming, response, request.id);
    try {
      request.body = await readJson(incoming, bodyLimit);
      const refreshing = refresh();
      if (refreshing) await refreshing;
      const content = await routes.get(path)?.(request);
      if (content === undefined) throw new Fault("NOT_FOUND");
      if (isFile(content)) await sendFile(content, response, headOf(request));
      else sendJson(response, 200, headOf(request), content);
    } catch (error) {
      if (!response.headersSent && !incoming.errored) refuse(error, request, incoming, response);
      else {
        // Who has gone away, or has had the beginning of a file, can be told nothing.
        if (!incoming.errored)
          log.error({ reqId: request.id, err: error }, "a file ended too early");
        response.destroy();
      }
    }
  };

  return (incoming, response) => {
    const path = pathOf(incoming);
    if (incoming.method !== "POST" || !routes.has(path)) return false;
    void answer(path, incoming, response);
    return true;
  };
};
