import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { Fault } from "../domain/fault.ts";

/** What fastify itself refuses before a handler runs, in the words of the catalogue. */
const FRAMEWORK: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "the content type must be application/json",
  FST_ERR_CTP_EMPTY_JSON_BODY: "the body is empty; it must be a JSON object",
  FST_ERR_CTP_INVALID_JSON_BODY: "the body is not valid JSON",
  FST_ERR_CTP_BODY_TOO_LARGE: "the body is too large",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "the body does not have the length its header says",
};

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
    .send({ ...fault.body, request_id: request.id });
};

/** What was thrown, as a refusal: anything that is none is INTERNAL_SERVER_ERROR. */
export const asFault = (error: unknown): Fault => {
  if (error instanceof Fault) return error;
  if (!(error instanceof Error)) return new Fault("INTERNAL_SERVER_ERROR", { cause: error });
  const code = "code" in error ? String(error.code) : "";
  if (code === "FST_ERR_BAD_URL") return new Fault("NOT_FOUND", { cause: error });
  const message = FRAMEWORK[code];
  if (message !== undefined) return new Fault("INVALID_BODY", { message, cause: error });
  if ("statusCode" in error && error.statusCode === 400)
    return new Fault("INVALID_BODY", { message: "the body is not valid JSON", cause: error });
  return new Fault("INTERNAL_SERVER_ERROR", { cause: error });
};
