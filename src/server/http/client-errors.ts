import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type ErrorCode, linkError } from "../../protocol/errors/errors.ts";
import { newRequestId, type Random } from "../domain/identifiers.ts";
import { endWith } from "./overload/sockets.ts";
import { JSON_TYPE } from "./payloads.ts";

type Refusal = { status: number; code: ErrorCode; message: string };

const NOT_HTTP: Refusal = {
  status: 400,
  code: "INVALID_HEADERS",
  message: "this is not a valid HTTP request",
};
const NOT_IN_TIME: Refusal = {
  status: 408,
  code: "INVALID_HEADERS",
  message: "the request did not arrive whole in time",
};
const BROKEN_CHUNKS: Refusal = {
  status: 400,
  code: "INVALID_BODY",
  message: "the body's chunks are not well formed",
};

/** The refusals by the parser's error code. Any other code means input that is no HTTP. */
const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: "INVALID_HEADERS",
    message: "the request's headers are too large",
  },
  ERR_HTTP_REQUEST_TIMEOUT: NOT_IN_TIME,
  HPE_INVALID_EOF_STATE: { ...NOT_HTTP, message: "the request ended too early" },
  HPE_INVALID_METHOD: { ...NOT_HTTP, message: "the request has no method that HTTP knows" },
  HPE_INVALID_URL: { ...NOT_HTTP, message: "the request's target is not a path" },
  HPE_INVALID_CHUNK_SIZE: BROKEN_CHUNKS,
  HPE_STRICT: BROKEN_CHUNKS,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: BROKEN_CHUNKS,
};

const NO_TUNNEL: Refusal = {
  status: 405,
  code: "METHOD_NOT_ALLOWED",
  message: "this server opens no tunnels: CONNECT is refused",
};
type Options = { random: Random; headers: Readonly<Record<string, string>> };

/**
 * Responds to input that never becomes a request, in the usual shape of errors. Only the connection
 * is known.
 */
export const clientErrors = ({ random, headers }: Options) => {
  const renderResponse = ({ status, code, message }: Refusal): string => {
    const request_id = newRequestId(random);
    const text = JSON.stringify({ ...linkError(code, { message }), request_id });
    const head = {
      ...headers,
      "content-type": JSON_TYPE,
      "content-length": Buffer.byteLength(text),
      "service-request-id": request_id,
      connection: "close",
    };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
    return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", text].join("\r\n");
  };

  /** Responds, and ends the connection, since the remaining input is unknown. */
  const refuse = (socket: Socket, refusal: Refusal): void =>
    endWith(socket, () => renderResponse(refusal));

  return {
    /** Responds to CONNECT, which node:http would leave without a response. */
    attach: (server: Server): void => {
      server.on("connect", (_: IncomingMessage, socket: Socket) => refuse(socket, NO_TUNNEL));
    },

    /** Responds to input that the parser has rejected. */
    handle: (error: Error & { code?: string }, socket: Socket): void => {
      if (error.code !== "ECONNRESET") refuse(socket, REFUSALS[error.code ?? ""] ?? NOT_HTTP);
    },
  };
};
