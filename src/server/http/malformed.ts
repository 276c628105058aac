import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type ErrorCode, linkError } from "../../protocol/errors.ts";
import { newRequestId, type Random } from "../domain/identifiers.ts";
import { endWith } from "./connections.ts";
import { sendJson } from "./json-answer.ts";

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

/** What is wrong, by the parser's own codes; any other one is not HTTP. */
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
  message: "this server opens no tunnels: CONNECT is not answered",
};
const NOT_EXPECTED: Refusal = {
  status: 417,
  code: "INVALID_HEADERS",
  message: "the Expect header can be 100-continue only",
};

type Options = { random: Random; headers: Readonly<Record<string, string>> };

/** Answers in the one shape of errors what never gets as far as a path. */
export const malformedAnswers = ({ random, headers }: Options) => {
  const textOf = ({ code, message }: Refusal, request_id: string): string =>
    JSON.stringify({ ...linkError(code, { message }), request_id });

  /** Answers where there is nothing but a connection, and ends that: who knows what comes next on it. */
  const refuseOn = (socket: Socket, refusal: Refusal): void =>
    endWith(socket, () => {
      const requestId = newRequestId(random);
      const text = textOf(refusal, requestId);
      const head = {
        ...headers,
        "content-type": "application/json; charset=utf-8",
        "content-length": Buffer.byteLength(text),
        "service-request-id": requestId,
        connection: "close",
      };
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
      const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`;
      return [status, ...lines, "", text].join("\r\n");
    });

  const refuse = (response: ServerResponse, refusal: Refusal): void => {
    const requestId = newRequestId(random);
    const head = [...Object.entries(headers).flat(), "service-request-id", requestId];
    sendJson(
      response,
      refusal.status,
      [...head, "connection", "close"],
      [textOf(refusal, requestId)],
    );
  };

  return {
    /** Refuses a request whose head cannot be gone by. */
    refuseHead: (response: ServerResponse, message: string): void =>
      refuse(response, { ...NOT_HTTP, message }),

    /** Takes on what node:http answers by itself, without a body, or not at all. */
    attach: (server: Server): void => {
      server.on("checkExpectation", (_: IncomingMessage, response: ServerResponse) =>
        refuse(response, NOT_EXPECTED),
      );
      server.on("connect", (_: IncomingMessage, socket: Socket) => refuseOn(socket, NO_TUNNEL));
    },

    /** Answers what the parser has given up. */
    clientError: (error: Error & { code?: string }, socket: Socket): void => {
      if (error.code !== "ECONNRESET") refuseOn(socket, REFUSALS[error.code ?? ""] ?? NOT_HTTP);
    },
  };
};
