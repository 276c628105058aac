import type { FastifyRequest } from "fastify";
import { parse } from "secure-json-parse";
import { Fault } from "../domain/fault.ts";

/** The message for a body of another content type. */
export const NO_JSON_TYPE = "the content type must be application/json";

/** The JSON of a body; INVALID_BODY for anything else. */
export const parseJsonBody = ({ headers }: FastifyRequest, text: string): unknown => {
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.toLowerCase() !== "identity")
    throw invalid("the body must be sent as it is, without a content-encoding");
  if (text === "") throw invalid("the body is empty; it must be a JSON object");
  try {
    return parse(text);
  } catch (cause) {
    throw invalid(isJson(text) ? OF_PROTOTYPES : "the body is not valid JSON", cause);
  }
};

/** Names that reach into prototypes are refused, whatever is in them. */
const OF_PROTOTYPES = "the body has a field named __proto__, or constructor with a prototype in it";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const invalid = (message: string, cause?: unknown) =>
  new Fault("INVALID_BODY", { message, ...(cause !== undefined && { cause }) });
