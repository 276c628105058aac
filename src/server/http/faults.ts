import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { FRENCH_ERRORS } from "../bridge/french-errors.ts";
import { Fault } from "../domain/fault.ts";
import { NO_JSON_TYPE } from "./read-json.ts";

/** Answers an error in the one shape; what nobody foresaw is logged whole and answers 500. */
export const answerError = (
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const fault = asFault(error);
  if (fault.status >= 500) request.log.error({ reqId: request.id, err: error }, "unexpected error");
  if (fault.retryAfterMs !== null)
    reply.header("retry-after", String(Math.ceil(fault.retryAfterMs / 1000)));
  return reply
    .status(fault.status)
    .header("service-request-id", request.id)
    .send({ ...fault.body, ...userWords(fault, request), request_id: request.id });
};

/** What the user reads in Link, in the language that Link says they read; the API speaks English. */
const userWords = (
  { body }: Fault,
  { url, headers }: FastifyRequest,
): { display_message?: string } => {
  const isFrench = url.startsWith("/bridge/") && headers["accept-language"]?.startsWith("fr");
  const words = isFrench ? FRENCH_ERRORS[body.error_code] : undefined;
  return words === undefined ? {} : { display_message: words };
};

/** What was thrown, as a refusal: anything that is none is INTERNAL_SERVER_ERROR. */
export const asFault = (error: unknown): Fault => {
  if (error instanceof Fault) return error;
  if (!(error instanceof Error)) return new Fault("INTERNAL_SERVER_ERROR", { cause: error });
  const code = "code" in error ? String(error.code) : "";
  if (code === "FST_ERR_BAD_URL") return new Fault("NOT_FOUND", { cause: error });
  if (isOfContentType(error))
    return new Fault("INVALID_BODY", { message: NO_JSON_TYPE, cause: error });
  return new Fault("INTERNAL_SERVER_ERROR", { cause: error });
};

/** Whether the framework refused a content type before a handler ran: it refuses nothing else. */
export const isOfContentType = (error: Error): boolean =>
  "code" in error && /^FST_ERR_(CTP_|ROUTE_MISSING_CONTENT_TYPE)/.test(String(error.code));
