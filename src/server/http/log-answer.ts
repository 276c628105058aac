import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger } from "fastify";

/** The path without its query, which may hold what no log should. */
export const pathOf = ({ url = "" }: IncomingMessage): string => url.split("?", 1)[0] ?? "";

/** Whether a log is so fine that it names each request. */
export const logsAnswers = ({ level }: FastifyBaseLogger): boolean =>
  ["trace", "debug", "info"].includes(level);

/** Logs that a request was answered, and how long that took; no status where its sender left before. */
export const logAnswer = (
  log: FastifyBaseLogger,
  incoming: IncomingMessage,
  { statusCode, headersSent }: ServerResponse,
  { reqId, ms }: { reqId: string; ms: number },
): void => {
  const status = headersSent ? statusCode : null;
  log.info({ reqId, method: incoming.method, path: pathOf(incoming), status, ms }, "answered");
};
