import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import type { LogContext } from "../domain/log-context.ts";
import { pathOf } from "./request-head.ts";

/** Whether a log is so fine that it names each request. */
export const logsAnswers = ({ level }: FastifyBaseLogger): boolean =>
  ["trace", "debug", "info"].includes(level);

/** Logs that a request was answered, and how long that took; no status where its sender left before. */
export const logAnswer = (
  log: FastifyBaseLogger,
  { raw }: FastifyRequest,
  { raw: response }: FastifyReply,
  context: LogContext,
): void => {
  const began = performance.now();
  response.once("close", () => {
    const status = response.headersSent ? response.statusCode : null;
    const ms = performance.now() - began;
    log.info({ ...context, method: raw.method, path: pathOf(raw), status, ms }, "answered");
  });
};
