import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { ERROR_WORDS } from "../../i18n/errors.ts";
import { type ErrorCode, linkError } from "../../protocol/errors/errors.ts";
import { LANGUAGES } from "../../protocol/vocabulary.ts";
import { Fault } from "../domain/fault.ts";
import { NO_JSON_TYPE } from "./body.ts";
import { JSON_TYPE } from "./payloads.ts";

/**
 * Sends an error in the usual shape. An unexpected error is logged with its stack and sent as 500.
 */
export const answerError = (
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const fault = toFault(error, request);
  if (fault) answerFault(fault, request, reply);
  else reply.hijack().raw.destroy();
};

/**
 * Returns the Fault of an error; null if the client has left. An unexpected error is logged with
 * its stack.
 */
export const toFault = (error: FastifyError | Error, request: FastifyRequest): Fault | null => {
  const fault = asFault(error);
  const { errored } = request.raw;
  if (fault.code === "INTERNAL_SERVER_ERROR" && error !== errored)
    request.log.error({ request_id: request.id, err: error }, "unexpected error");
  return errored ? null : fault;
};

/** Sends a refusal, with HTTP's more specific status if one exists. */
export const answerFault = (
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  status = fault.status,
): void => {
  if (fault.retryAfterMs !== null)
    reply.header("retry-after", String(Math.ceil(fault.retryAfterMs / 1000)));
  const body = { ...fault.body, ...userWords(fault, request), request_id: request.id };
  reply
    .status(status)
    .removeHeader("content-disposition")
    .header("content-type", JSON_TYPE)
    .header("service-request-id", request.id)
    .send(JSON.stringify(body));
};

/** Returns the display_message in Link's language; the API uses English. */
const userWords = (
  fault: Fault,
  { url, headers }: FastifyRequest,
): { display_message?: string } => {
  const { body } = fault;
  if (!url.startsWith("/bridge/")) return {};
  // A fault's own text is already in the session's language, except for the reason of an ended
  // consent.
  if (fault.consentEnd === null && body.display_message !== linkError(fault.code).display_message)
    return {};
  const language = LANGUAGES.find((language) => headers["accept-language"]?.startsWith(language));
  const words = language && ERROR_WORDS[language]?.[body.error_code];
  return words === undefined ? {} : { display_message: words };
};

/** Returns an error as a Fault; an unknown error becomes INTERNAL_SERVER_ERROR. */
const asFault = (error: unknown): Fault => {
  if (error instanceof Fault) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const [fault, message] = CLIENT_ERRORS[code] ?? ["INTERNAL_SERVER_ERROR"];
  return new Fault(fault, { cause: error, ...(message !== undefined && { message }) });
};

/** The faults of Fastify's errors before a handler runs, with their messages. */
export const CLIENT_ERRORS: Readonly<Record<string, readonly [ErrorCode, message?: string]>> = {
  FST_ERR_NOT_FOUND: ["NOT_FOUND"],
  FST_ERR_BAD_URL: ["NOT_FOUND"],
  FST_ERR_INVALID_URL: ["NOT_FOUND"],
  FST_ERR_MAX_PARAM_LENGTH: ["NOT_FOUND"],
  FST_ERR_ROUTE_MISSING_CONTENT: ["INVALID_BODY", "the body is empty; it must be a JSON object"],
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: ["INVALID_BODY", NO_JSON_TYPE],
  FST_ERR_VALIDATION: ["INVALID_FIELD"],
  FST_ERR_CTP_BODY_TOO_LARGE: ["INVALID_BODY", "the body is too large"],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["INVALID_BODY", NO_JSON_TYPE],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    "INVALID_BODY",
    "the body is not as long as its content-length says",
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ["INVALID_BODY", "the body is empty; it must be a JSON object"],
  FST_ERR_CTP_INVALID_JSON_BODY: ["INVALID_BODY", "the body is not valid JSON"],
};
